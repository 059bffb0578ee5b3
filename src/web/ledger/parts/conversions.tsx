import { useTranslations } from 'use-intl'
import { shortRate } from '#domain/kernel/rate.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Say } from '#web/ui/say.tsx'
import './funds.css'

export type Conversion = ClientOutput<'listConversions'>['items'][number]

/** Exchanges, a row each: both legs, the rate with its source, and what became of it. */
export function Conversions({
  items,
  named,
}: {
  items: readonly Conversion[]
  /** Whether to say whose each is. */
  named: boolean
}) {
  return (
    <ul className="card clip rows first funds-rows">
      {items.map(one => (
        <li key={one.conversion_uuid} className="row g16 between wrap top">
          <div className="grow">
            {named && (
              <div className="w5">
                <bdi>{one.company_name}</bdi>
              </div>
            )}
            <Legs of={one} />
            <RateLine of={one} />
          </div>
          <Standing of={one} />
        </li>
      ))}
    </ul>
  )
}

function Legs({
  of: { sold, bought, amount, from_currency, to_currency, status },
}: {
  of: Conversion
}) {
  const t = useTranslations('ledger.conversions')
  if (!sold || !bought)
    return (
      <div>
        {t.rich('pair', {
          amount: () => <MoneyAmount of={amount} strong />,
          ...{ from: from_currency, to: to_currency },
        })}
      </div>
    )
  return (
    <div>
      {t.rich(status === 'EXECUTED' ? 'legs' : 'aboutLegs', {
        sold: () => <MoneyAmount of={sold} strong />,
        bought: () => <MoneyAmount of={bought} strong />,
      })}
    </div>
  )
}

function RateLine({ of: { rate, status, conversion_date, drift_text } }: { of: Conversion }) {
  const t = useTranslations('ledger.conversions')
  return (
    <div className="meta t3">
      {t('on', { date: shortDate(conversion_date) })}
      {rate &&
        ` ${t(status === 'EXECUTED' ? 'rate' : 'rateNow', {
          rate: shortRate(rate.rate),
          source: rate.source,
          date: shortDate(rate.as_of.slice(0, 10)),
        })}`}
      {drift_text && <div>{drift_text}</div>}
    </div>
  )
}

const KINDS = { SCHEDULED: 'note', EXECUTED: 'done', FAILED: 'blocked', CANCELLED: 'note' } as const

function Standing({ of }: { of: Conversion }) {
  const t = useTranslations('ledger.conversions')
  const cancel = useCall('cancelConversion', { refresh: ['listConversions'] })
  const { status, reason_text, allowed_actions, conversion_uuid: id } = of
  return (
    <div className="row g12 wrap">
      <Say
        kind={status === 'SCHEDULED' && reason_text ? 'unusual' : KINDS[status]}
        word={t(`status.${status}`)}
      >
        {reason_text}
      </Say>
      {allowed_actions.includes('cancel') && (
        <Button
          size="sm"
          variant="text"
          loading={cancel.isPending}
          aria-label={t('cancelOf', {
            company: of.company_name,
            date: shortDate(of.conversion_date),
          })}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}
