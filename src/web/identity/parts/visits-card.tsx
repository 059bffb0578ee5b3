import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { consent, keepConsent } from '#web/visits/analytics.ts'

/** What the person answered about counting visits, and the way to answer otherwise. The page loads again: what counts ends. */
export function VisitsCard() {
  const given = consent() === 'given'
  const change = () => {
    keepConsent(given ? 'declined' : 'given')
    window.location.reload()
  }
  return (
    <Card title="Counting visits" pad>
      <div className="row g12">
        <div className="grow t2">
          {given ? 'You agreed that visits to pages are counted.' : 'Your visits are not counted.'}
        </div>
        <Button variant="secondary" size="sm" onClick={change}>
          {given ? 'Withdraw' : 'Agree'}
        </Button>
      </div>
    </Card>
  )
}
