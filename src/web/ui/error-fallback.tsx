import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { LogoMark } from './logo.tsx'
import './overlay.css'

function restart(): void {
  if (window.location.pathname === '/dashboard') window.location.reload()
  else window.location.assign('/dashboard')
}

/** What stands in place of a screen that failed to render, or could not be loaded without a network; the button goes to /dashboard and reloads (specification 2). */
export function ErrorFallback({
  offline = false,
  onRestart = restart,
}: {
  offline?: boolean | undefined
  onRestart?: (() => void) | undefined
}) {
  const t = useTranslations('ui.error')
  return (
    <main className="broken">
      <LogoMark size={32} />
      <h1 className="h2 mt8">{t(offline ? 'offline.title' : 'title')}</h1>
      <p className="t2">{t(offline ? 'offline.lead' : 'lead')}</p>
      <div className="mt8">
        <Button onClick={onRestart}>{t(offline ? 'offline.again' : 'restart')}</Button>
      </div>
    </main>
  )
}
