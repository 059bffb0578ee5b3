import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { LogoMark } from './logo.tsx'
import './overlay.css'

function restart(): void {
  if (window.location.pathname === '/dashboard') window.location.reload()
  else window.location.assign('/dashboard')
}

/** What stands in place of a screen that failed to render; the button goes to /dashboard and reloads (specification 2). */
export function ErrorFallback({ onRestart = restart }: { onRestart?: (() => void) | undefined }) {
  const t = useTranslations('ui.error')
  return (
    <main className="broken">
      <LogoMark size={32} />
      <h1 className="h2 mt8">{t('title')}</h1>
      <p className="t2">{t('lead')}</p>
      <div className="mt8">
        <Button onClick={onRestart}>{t('restart')}</Button>
      </div>
    </main>
  )
}
