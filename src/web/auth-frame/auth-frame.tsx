import { type ReactNode, useDeferredValue, useLayoutEffect, useState } from 'react'
import { applyTheme } from '#web/theme/mode.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { Scene, type SceneName, sceneNames, sceneTexts } from './scenes.tsx'
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
  const [scene] = useState(() => pickScene(window.location.search))
  useLayoutEffect(() => applyTheme('employer'), [])
  // The form is there before the picture is drawn.
  const drawn = useDeferredValue(true, false)
  const [first, second, quiet] = sceneTexts[scene]
  return (
    <div className="auth">
      <main className="auth-col">
        <Link href="/auth/login" className="auth-logo" aria-label="Corridor, to the log in page">
          <Logo />
        </Link>
        <div className={cx('auth-form', fromTop && 'from-top')}>
          <OverlayHost>{children}</OverlayHost>
        </div>
        <footer className="auth-foot">
          {foot}
          <span className="end">
            <Link href="/terms-and-conditions">Terms</Link>
          </span>
        </footer>
      </main>
      <aside className="auth-art" aria-label="About Corridor">
        <div>
          {drawn && <Scene name={scene} />}
          <div className={cx('auth-words', scene)}>
            <p>
              {first}
              <br />
              {second}
            </p>
            <p>{quiet}</p>
          </div>
        </div>
      </aside>
    </div>
  )
}

/** A line with a word in its middle, between two ways to go on. */
export function OrLine({ children = 'or' }: { children?: ReactNode }) {
  return <div className="or">{children}</div>
}
