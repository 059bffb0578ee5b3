import { useTranslations } from 'use-intl'
import { shortRate } from '#domain/kernel/rate.ts'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { ItemParams } from './approve-item.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { LineItemView } from './pay-chips.tsx'

/** The rates that moved since the approval: what was promised, what arrives at the new one, and the button that accepts just that. */
export function AcceptRates({ item, params }: { item: LineItemView; params: ItemParams }) {
  const t = useTranslations('payroll.rates')
  const asked = item.rates_to_accept
  const accept = useCall('acceptRates', {
    refresh: CYCLE_CHANGES,
    onSuccess: () => openAlert(t('done'), { severity: 'success' }),
  })
  return (
    <div className="stack g8 full">
      <DefinitionRows
        rows={asked.map(({ payment_uuid, rate, source, as_of, amount }) => {
          const part = item.parts.find(one => one.payment_uuid === payment_uuid)
          const promised = part?.promised
          return {
            id: payment_uuid,
            term: (
              <>
                {t.rich('part', {
                  name: () => <bdi>{part?.label}</bdi>,
                  rate: shortRate(rate),
                  of: chunks => <span className="t3">{chunks}</span>,
                  source,
                  date: shortDate(as_of.slice(0, 10)),
                })}
              </>
            ),
            value: (
              <>
                <MoneyAmount of={amount} strong />
                {promised && (
                  <div className="meta t3">
                    {t.rich('instead', { amount: () => <MoneyAmount of={promised} /> })}
                  </div>
                )}
              </>
            ),
          }
        })}
      />
      <div>
        <Button
          loading={accept.isPending}
          onClick={() =>
            accept.mutate({
              params,
              body: { rates: asked.map(({ payment_uuid, rate }) => ({ payment_uuid, rate })) },
            })
          }
        >
          {t('accept', { count: asked.length })}
        </Button>
      </div>
    </div>
  )
}
