import { type ReactNode, useDeferredValue, useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { applyTheme } from '#web/theme/mode.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo, NAME } from '#web/ui/logo.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { Scene, type SceneName, sceneNames } from './scenes.tsx'
import './auth-frame.css'

/** The scene that `?bg=1..4` asks for, otherwise one at random: which picture is shown decides nothing. */
export function pickScene(search: string): SceneName {
  const asked = Number(new URLSearchParams(search).get('bg'))
  const at =
    asked >= 1 && asked <= sceneNames.length
      ? asked - 1
      : Math.floor(Math.random() * sceneNames.length)
  return sceneNames[at] ?? 'arcs'
}

/**
 * The frame of the pages without a session: a form column of 440 px beside an inset picture, which phones do not show.
 * The picture is picked once; the theme is the employer's (specification 2). Long forms start at the top.
 */
export function AuthFrame({
  fromTop = false,
  foot,
  children,
}: {
  fromTop?: boolean | undefined
  foot?: ReactNode
  children: ReactNode
}) {
  const t = useTranslations('auth-frame.frame')
  const [scene] = useState(() => pickScene(window.location.search))
  useLayoutEffect(() => applyTheme('employer'), [])
  // The form is there before the picture is drawn.
  const drawn = useDeferredValue(true, false)
  const tScene = useTranslations('auth-frame.scenes')
  return (
    <div className="auth">
      <main className="auth-col">
        <Link href="/auth/login" className="auth-logo" aria-label={t('home', { name: NAME })}>
          <Logo />
        </Link>
        <div className={cx('auth-form', fromTop && 'from-top')}>
          <OverlayHost>{children}</OverlayHost>
        </div>
        <footer className="auth-foot">
          {foot}
          <span className="end">
            <Link href="/terms-and-conditions">{t('terms')}</Link>
          </span>
        </footer>
      </main>
      <aside className="auth-art" aria-label={t('about', { name: NAME })}>
        <div>
          {drawn && <Scene name={scene} />}
          <div className={cx('auth-words', scene)}>
            <p>
              {tScene.rich(`${scene}.headline`, {
                first: line => (
                  <>
                    {line}
                    <br />
                  </>
                ),
              })}
            </p>
            <p>{tScene(`${scene}.quiet`)}</p>
          </div>
        </div>
      </aside>
    </div>
  )
}

/** A line with a word in its middle, between two ways to go on. */
export function OrLine() {
  const t = useTranslations('auth-frame.frame')
  return <div className="or">{t('or')}</div>
}
