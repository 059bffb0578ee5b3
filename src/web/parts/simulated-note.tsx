import { useTranslations } from 'use-intl'
import { useAppConfig } from '#web/kernel/me.ts'
import './parts.css'

/** The quiet line on every page that shows payments while the rail is the simulated one; nothing otherwise. */
export function SimulatedNote() {
  const t = useTranslations('parts.payments')
  if (!useAppConfig()?.simulated_payments) return null
  return <p className="sim-note meta t3 mt16">{t('simulated')}</p>
}
