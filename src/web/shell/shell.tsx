import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { applyTheme } from '#web/theme/mode.ts'
import { Logo } from '#web/ui/logo.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { DrawerContent } from './drawer-content.tsx'
import { OfflineNote } from './offline-note.tsx'
import type { DrawerProps } from './shell-user.ts'
import '#web/ui/overlay.css'
import './shell.css'

export type { ShellUser } from './shell-user.ts'

// Wide screens never need the temporary drawer and its menu, so they do not load them.
const MobileBar = lazy(() => import('./mobile-bar.tsx').then(part => ({ default: part.MobileBar })))

/** Props of Shell: what the drawer shows, the path that is open, and the page. */
export interface ShellProps extends DrawerProps {
  children: ReactNode
}

/** The frame of every signed-in screen: a drawer of 285 px from 900 px up, below that a top bar and a temporary drawer. Sets the theme of the person's type. */
export function Shell({ children, ...props }: ShellProps) {
  const t = useTranslations('shell.frame')
  const { type } = props.user
  const isNarrow = useNarrow()
  useLayoutEffect(() => applyTheme(type), [type])
  return (
    <div className="shell">
      <a className="btn s skip" href="#main">
        {t('skip')}
      </a>
      {!isNarrow && (
        <aside className="drawer" aria-label={t('menu')}>
          <DrawerContent {...props} />
        </aside>
      )}
      <div className="content">
        <OfflineNote />
        {isNarrow && (
          <Suspense
            fallback={
              <header className="topbar">
                <Logo size={20} />
              </header>
            }
          >
            <MobileBar {...props} />
          </Suspense>
        )}
        <main id="main" tabIndex={-1}>
          <OverlayHost>{children}</OverlayHost>
        </main>
      </div>
    </div>
  )
}
