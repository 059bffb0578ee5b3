import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { applyTheme } from '#web/theme/mode.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { Logo, NAME } from '#web/ui/logo.tsx'
import { OverlayHost } from '#web/ui/overlay-host.tsx'
import { Scene, type SceneName, sceneNames } from './scenes.tsx'
import './auth-frame.css'

/** The scene that `?bg=1..4` asks for, otherwise the one that the page came with, or one at random: which is shown decides nothing. */
export function pickScene(search: string, came?: string): SceneName {
  const asked = sceneNames[Number(new URLSearchParams(search).get('bg')) - 1]
  const any = sceneNames[Math.floor(Math.random() * sceneNames.length)]
  return asked ?? sceneNames.find(name => name === came) ?? any ?? 'arcs'
}

type Inside = {
  fromTop?: boolean | undefined
  foot?: ReactNode
  children?: ReactNode
}

/**
 * The frame of the pages without a session: a form column of 440 px beside an inset picture, which phones do not show.
 * The picture is picked once; the theme is the employer's (specification 2). Long forms start at the top.
 */
export function AuthFrame(inside: Inside) {
  const [scene] = useState(() =>
    pickScene(window.location.search, document.documentElement.dataset.scene),
  )
  useLayoutEffect(() => applyTheme('employer'), [])
  return <FrameOf {...inside} scene={scene} />
}

/** The frame with a picture, as it is drawn: also by a build, for a page that shows it before any script has come. */
export function FrameOf({ scene, fromTop = false, foot, children }: Inside & { scene: SceneName }) {
  const t = useTranslations('auth-frame.frame')
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
          <Scene name={scene} />
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
