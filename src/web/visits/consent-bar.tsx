import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '#web/kernel/me.ts'
import { Button } from '#web/ui/button.tsx'
import { consent, countVisits, keepConsent, mayCountHere } from '#web/visits/analytics.ts'
import './consent.css'

/**
 * Asks once whether visits may be counted, where an installation counts them, on pages for everyone; loads what counts them after a yes. Absent
 * where nothing is configured. Rendered once, in the root.
 */
export function ConsentBar() {
  const t = useTranslations('visits.consent')
  const container = useAppConfig()?.tag_manager_id ?? null
  const [answer, setAnswer] = useState(consent)
  useEffect(() => {
    if (container && answer === 'given') countVisits(container)
  }, [container, answer])
  if (!container || answer || !mayCountHere()) return null
  const say = (next: 'given' | 'declined') => {
    keepConsent(next)
    setAnswer(next)
  }
  return (
    <section className="consent" aria-label={t('label')}>
      <p className="grow">{t('ask')}</p>
      <div className="row g8">
        <Button variant="secondary" size="sm" onClick={() => say('declined')}>
          {t('decline')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => say('given')}>
          {t('accept')}
        </Button>
      </div>
    </section>
  )
}
