import { useTranslations } from 'use-intl'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Say } from '#web/ui/say.tsx'
import { FundingDoubts, type Previewed } from './booking.tsx'

const KINDS = { BOOKED: 'done', SUSPENSE: 'unusual', KNOWN: 'note' } as const

/** Each receipt of a file and what becomes of it, before it is booked. */
export function FundingPreview({ of: { receipts, counts, doubts } }: { of: Previewed }) {
  const t = useTranslations('ledger.preview')
  const more = counts.booked + counts.suspense + counts.known - receipts.length
  return (
    <section aria-label={t('title')} className="stack g8">
      <h3 className="h4">{t('title')}</h3>
      <p className="meta t2">{t('sums', counts)}</p>
      <ul className="plain-rows">
        {receipts.map(({ reference, amount, received_on, owner, payer_name, becomes }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one credit that are known may be alike in all that is shown of them
          <li key={at} className="row g12 between wrap">
            <span className="grow">
              <bdi>{owner?.company_name || payer_name}</bdi>
              <span className="meta t3 block">
                <bdi className="mono">{reference}</bdi> {shortDate(received_on)}
              </span>
            </span>
            <span className="r">
              <MoneyAmount of={amount} strong />
              <Say kind={KINDS[becomes]}>{t(`becomes.${becomes}`)}</Say>
            </span>
          </li>
        ))}
      </ul>
      <FundingDoubts of={doubts} />
      {more > 0 && <p className="meta t3">{t('more', { count: more })}</p>}
    </section>
  )
}
