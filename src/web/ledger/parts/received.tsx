import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { Reference } from '#web/parts/reference.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type Funding = ClientOutput<'getBalances'>['fundings'][number]

/** As many as stand there until all are asked for. */
const FEW = 6

/** What was booked as received, newest first; among several companies each with whose it is. */
export function Received({
  fundings,
  withCompanies = false,
}: {
  fundings: readonly Funding[]
  withCompanies?: boolean
}) {
  const t = useTranslations('ledger.received')
  const [all, setAll] = useState(false)
  const more = fundings.length - FEW
  if (fundings.length === 0)
    return (
      <Card pad>
        <p className="meta t2">{t('nothing')}</p>
      </Card>
    )
  return (
    <ul className="card clip rows first">
      {(all ? fundings : fundings.slice(0, FEW)).map(funding => (
        <li key={funding.funding_uuid} className="row g16 between wrap">
          <div className="grow">
            <bdi className="w5 block">
              {withCompanies ? funding.company_name : <Reference of={funding.reference} />}
            </bdi>
            <span className="meta t3">
              {withCompanies && <Reference of={funding.reference} />}
              {withCompanies && ' · '}
              {t('on', { date: shortDate(funding.received_on) })}
            </span>
          </div>
          <MoneyAmount of={funding.amount} strong />
        </li>
      ))}
      {!all && more > 0 && (
        <li>
          <Button variant="text" size="sm" onClick={() => setAll(true)}>
            {t('more', { count: more })}
          </Button>
        </li>
      )}
    </ul>
  )
}
