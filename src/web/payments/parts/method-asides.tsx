import { useTranslations } from 'use-intl'
import type { WireMoney } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { atTime, monthDay } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { said } from '#web/words/said.ts'
import type { Destinations } from '../queries.ts'
import { networkMark } from './network.tsx'
import { arriving, partId, shareOf, usePartWords } from './part-words.ts'
import type { PreviewedPart } from './use-shares.ts'

/** The rows of one part: its share, and its conversion where it has one. */
function usePartRows() {
  const t = useTranslations('payments.nextPay')
  const words = usePartWords()
  return (part: PreviewedPart, parts: readonly PreviewedPart[]) => {
    const kind = networkMark(part.network) ? 'wallet' : 'bank'
    // Of several wallets, or accounts, each is named.
    const alike = parts.filter(of => (networkMark(of.network) ? 'wallet' : 'bank') === kind)
    const percentage = shareOf(part)
    const id = partId(part)
    const rate = words.rate(part)
    return [
      {
        id,
        term:
          alike.length > 1
            ? t.rich('named', { label: () => <bdi>{part.label}</bdi>, percentage })
            : t(kind, { percentage }),
        value: <MoneyAmount of={part.source} strong />,
        ruled: true,
      },
      ...(rate === undefined
        ? []
        : [
            {
              id: `${id} rate`,
              term: <span className="meta t3">{rate}</span>,
              value: <MoneyAmount of={arriving(part)} strong />,
            },
          ]),
      ...(part.note === null
        ? []
        : [
            {
              id: `${id} note`,
              term: <span className="meta t3">{part.note}</span>,
              value: null,
            },
          ]),
    ]
  }
}

/** What the split makes of the next pay, with the server's rates; `typed` where its shares are not saved yet. */
export function NextPayCard({
  amount,
  parts,
  typed,
}: {
  amount: WireMoney
  parts: readonly PreviewedPart[]
  typed: boolean
}) {
  const t = useTranslations('payments.nextPay')
  const partRows = usePartRows()
  const rated = parts.find(part => part.rate_source !== null && Number(part.rate) !== 1)
  return (
    <Card title={t('title')} note={typed && t('typed')} pad>
      <DefinitionRows
        rows={[
          { id: 'pay', term: t('pay'), value: <MoneyAmount of={amount} strong /> },
          ...parts.flatMap(part => partRows(part, parts)),
        ]}
      />
      {rated?.rate_as_of && (
        <p className="meta t3 mt12">
          {t('rated', {
            source: rated.rate_source ?? '',
            date: monthDay(rated.rate_as_of.slice(0, 10)),
          })}
        </p>
      )}
    </Card>
  )
}

/** What changed lately about where the pay goes, so that a stranger's change is noticed. */
export function RecentChanges({ changes }: { changes: Destinations['changes'] }) {
  const t = useTranslations('payments.changes')
  const tChange = useTranslations('payments.destinationChanges')
  return (
    <Card title={t('title')} pad>
      {changes.length === 0 ? (
        <p className="meta t2">{t('none')}</p>
      ) : (
        <ul className="plain-rows">
          {changes.map(change => (
            <li key={`${change.at} ${change.text}`}>
              <div className="w5">
                <bdi>{change.said ? said(tChange, change.said, change.text) : change.text}</bdi>
              </div>
              <div className="meta t3 mt2">{atTime(change.at)}</div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
