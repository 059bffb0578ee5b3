import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { allocate, bpsOf } from '#domain/kernel/allocate.ts'
import type { Money } from '#domain/kernel/money.ts'
import { convert, shortRate } from '#domain/kernel/rate.ts'
import { query } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { type PaymentPart, partId, shareOf } from '#web/payments/shared.tsx'
import { Card } from '#web/ui/card.tsx'
import { Say } from '#web/ui/say.tsx'
import { payOf, type TimePeriod } from './time-entry.ts'

function wire({ currency, minor }: Money) {
  return { currency, amount_in_smallest_unit: Number(minor) }
}

/** What the hours that stand in the fields pay with what is written beside them, and where each part of it goes at the rates that are known. */
export function TimePays({ period, hundredths }: { period: TimePeriod; hundredths: number }) {
  const t = useTranslations('payroll.time.form')
  const tKinds = useTranslations('payroll.entries.kinds')
  const { hourly_rate } = period
  const pays = useQuery(query('listNextPays', {}))
  const { pay, time, beside, whole } = payOf(period, pays.data, hundredths)
  const { currency } = hourly_rate
  const parts = (pay?.parts ?? []).filter(({ percentage }) => percentage > 0)
  const shares =
    parts.length > 0 && whole.minor > 0n
      ? allocate(
          whole.minor,
          parts.map(({ percentage }) => BigInt(bpsOf(percentage))),
        )
      : []
  const dated = parts.find(part => part.rate_as_of && Number(part.rate) !== 1)
  return (
    <>
      <Card title={t('pays')} note={shortDate(period.pay_date)}>
        <dl className="pays">
          <div className="tot">
            <dt className="w6">
              {t.rich('times', {
                hours: (hundredths / 100).toFixed(2),
                rate: () => <MoneyAmount of={hourly_rate} />,
              })}
            </dt>
            <dd>
              <MoneyAmount of={wire(time)} strong={beside.length === 0} />
            </dd>
          </div>
          {beside.map((entry, at) => (
            <div key={entry.entry_uuid ?? at}>
              <dt>
                {tKinds(entry.kind)}
                {entry.words && !entry.raised_said && (
                  <div className="meta t2">
                    “<bdi>{entry.words}</bdi>”
                  </div>
                )}
              </dt>
              <dd>
                <MoneyAmount of={entry.amount} />
              </dd>
            </div>
          ))}
          {beside.length > 0 && (
            <div className="tot">
              <dt className="w6">{t('whole')}</dt>
              <dd>
                <MoneyAmount of={wire(whole)} strong />
              </dd>
            </div>
          )}
          {parts.map((part, at) => (
            <Part key={partId(part)} part={part} share={{ currency, minor: shares[at] ?? 0n }} />
          ))}
        </dl>
        {dated?.rate_as_of && (
          <div className="rate-of">
            <Say kind="note">{t('rateOf', { date: shortDate(dated.rate_as_of.slice(0, 10)) })}</Say>
          </div>
        )}
      </Card>
      <Awaited of={[pays]} failed={t('unknown')} />
    </>
  )
}

function Part({ part, share }: { part: PaymentPart; share: Money }) {
  const t = useTranslations('payroll.time.form')
  const { rate, label, promised, arrives } = part
  const to = promised?.currency ?? share.currency
  const at = { from_currency: share.currency, to_currency: to, source: '', as_of: '' }
  const arriving = rate && to !== share.currency ? convert(share, { ...at, rate }) : share
  const same = rate === null || Number(rate) === 1
  return (
    <div>
      <dt className="t2">
        <bdi className="as-one">{label}</bdi>, {shareOf(part)}%
        <div className="meta t3">
          {same ? (
            <MoneyAmount of={wire(share)} />
          ) : (
            t.rich('atRate', {
              amount: () => <MoneyAmount of={wire(share)} />,
              rate: shortRate(rate),
            })
          )}
        </div>
      </dt>
      <dd>
        <MoneyAmount of={wire(arriving)} strong />
        {arrives && <div className="meta t2">{shortDate(arrives)}</div>}
      </dd>
    </div>
  )
}
