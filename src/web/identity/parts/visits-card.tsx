import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { consent, keepConsent } from '#web/visits/analytics.ts'

/** What the person answered about counting visits, and the way to answer otherwise. The page loads again: what counts ends. */
export function VisitsCard() {
  const t = useTranslations('identity.visits')
  const given = consent() === 'given'
  const change = () => {
    keepConsent(given ? 'declined' : 'given')
    window.location.reload()
  }
  return (
    <Card title={t('title')} pad>
      <div className="row g12">
        <div className="grow t2">{t(given ? 'given' : 'declined')}</div>
        <Button variant="secondary" size="sm" onClick={change}>
          {t(given ? 'withdraw' : 'agree')}
        </Button>
      </div>
    </Card>
  )
}
