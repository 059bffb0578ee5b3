import { MoneyAmount } from '#web/parts/money.tsx'
import { atTime, monthDay } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { Destinations, NextPay, PaymentPart } from '../queries.ts'
import { networkMark } from './network.tsx'
import { arriving, rateWords } from './part-words.ts'

function partRows(part: PaymentPart, at: number) {
  const name = networkMark(part.network) ? 'Wallet' : 'Bank'
  const id = part.payment_uuid ?? part.destination_uuid ?? String(at)
  const rate = rateWords(part)
  return [
    {
      id,
      term: `${name}, ${part.percentage}%`,
      value: <MoneyAmount of={part.source} strong />,
      ruled: true,
    },
    ...(rate === ''
      ? []
      : [
          {
            id: `${id} rate`,
            term: <span className="meta t3">{rate}</span>,
            value: <MoneyAmount of={arriving(part)} strong />,
          },
        ]),
  ]
}

/** What the split makes of the next pay, with the server's rates. */
export function NextPayCard({ pay }: { pay: NextPay }) {
  const rated = pay.parts.find(part => part.rate_source !== null && Number(part.rate) !== 1)
  return (
    <Card title="On your next pay" pad>
      <DefinitionRows
        rows={[
          { id: 'pay', term: 'Pay', value: <MoneyAmount of={pay.amount} strong /> },
          ...pay.parts.flatMap(partRows),
        ]}
      />
      {rated?.rate_as_of && (
        <p className="meta t3 mt12">
          {rated.rate_source} rate of {monthDay(rated.rate_as_of.slice(0, 10))}. The rate of the day
          it is sent applies.
        </p>
      )}
    </Card>
  )
}

/** What changed lately about where the pay goes, so that a stranger's change is noticed. */
export function RecentChanges({ changes }: { changes: Destinations['changes'] }) {
  return (
    <Card title="Recent changes" pad>
      {changes.length === 0 ? (
        <p className="meta t2">No changes yet. Each one is listed here and mailed to you.</p>
      ) : (
        <ul className="plain-rows">
          {changes.map(change => (
            <li key={`${change.at} ${change.text}`}>
              <div className="w5">
                <bdi>{change.text}</bdi>
              </div>
              <div className="meta t3 mt2">{atTime(change.at)}</div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
