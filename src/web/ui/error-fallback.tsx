import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { LogoMark } from './logo.tsx'
import './overlay.css'

function restart(): void {
  if (window.location.pathname === '/dashboard') window.location.reload()
  else window.location.assign('/dashboard')
}

const SAID = {
  failed: { title: 'title', lead: 'lead', again: 'restart' },
  offline: { title: 'offline.title', lead: 'offline.lead', again: 'offline.again' },
  unloaded: { title: 'unloaded.title', lead: 'unloaded.lead', again: 'unloaded.again' },
} as const

/**
 * What stands in place of a screen that failed to render, or could not be loaded without a network; the button goes to /dashboard and
 * reloads (specification 2). Of a page whose first script did not come it stands in the page itself, and `first.js` makes its button work.
 */
export function ErrorFallback({
  why = 'failed',
  onRestart = restart,
}: {
  why?: keyof typeof SAID
  onRestart?: (() => void) | undefined
}) {
  const t = useTranslations('ui.error')
  const { title, lead, again } = SAID[why]
  return (
    <main className="broken">
      <LogoMark size={32} />
      <h1 className="h2 mt8">{t(title)}</h1>
      <p className="t2">{t(lead)}</p>
      <div className="mt8">
        <Button onClick={onRestart}>{t(again)}</Button>
      </div>
    </main>
  )
}
