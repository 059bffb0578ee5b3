import { useTranslations } from 'use-intl'
import { hasLeft } from '#domain/payments/lost.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { countryName } from '#web/parts/places.ts'
import { shortDate, shortRange } from '#web/parts/times.ts'
import { useMyPayBrief } from '#web/payments/shared.tsx'
import { cx } from '#web/ui/cx.ts'

/** One pay period as the server works it out, with why it is paid on its day. */
export type PayPeriod = ClientOutput<'previewPolicy'>['pay_periods'][number]

/** Says why a pay date is not the nominal one; undefined when it is. */
export function useMovedText() {
  const t = useTranslations('payroll.periods')
  return ({
    moved_because,
    nominal_pay_date,
  }: Pick<PayPeriod, 'moved_because' | 'nominal_pay_date'>): string | undefined =>
    moved_because ? t(`moved.${moved_because}`, { date: shortDate(nominal_pay_date) }) : undefined
}

type PayState =
  ClientOutput<'listContractorPolicies'>['policies'][number]['pay_periods'][number]['pay_state']
type Arriving = {
  readonly pay_date: string
  readonly arrives: string
  readonly arrives_in: string | null
  readonly pay_state: PayState
}

/** When pay is sent and when it is there, with the country of the bank where that is known; where its pay stands otherwise, that. */
export function useArrivalText() {
  const t = useTranslations('payroll.periods')
  const brief = useMyPayBrief()
  return ({ pay_date, arrives, arrives_in, pay_state }: Arriving) => {
    // What stands otherwise than its calendar has it says so.
    if (pay_state && pay_state.tone !== 'FINE')
      return pay_state.arrives && !hasLeft(pay_state.state)
        ? t('earliest', { said: brief(pay_state), arrives: shortDate(pay_state.arrives) })
        : brief(pay_state)
    const day = pay_state ? pay_state.arrives : arrives
    // Of what goes to an account that refused money nobody can say a day.
    if (day === null && pay_state?.state !== 'ARRIVED')
      return t('sent', { sent: shortDate(pay_date) })
    return t('arrives', {
      sent: shortDate(pay_date),
      arrives: shortDate(day ?? arrives),
      place: arrives_in ? countryName(arrives_in) : 'none',
    })
  }
}

/** Coming pay dates, each with its period, why it is that day and, for who is paid, when the money is there. */
export function PayPeriodList({
  periods,
}: {
  periods: readonly (PayPeriod & {
    readonly arrives?: string
    readonly arrives_in?: string | null
    readonly pay_state?: PayState
  })[]
}) {
  const arrival = useArrivalText()
  return (
    <ol className="list-rows">
      {periods.map(period => (
        <li key={period.end_date}>
          <div className="row between g12 base">
            <span className="w6 nowrap">{shortDate(period.pay_date)}</span>
            <span className="meta t3 nowrap">{shortRange(period.start_date, period.end_date)}</span>
          </div>
          {period.arrives !== undefined && (
            <div className={cx('meta mt2', period.pay_state?.tone === 'WRONG' ? 'err w5' : 't2')}>
              {arrival({
                pay_date: period.pay_date,
                arrives: period.arrives,
                arrives_in: period.arrives_in ?? null,
                pay_state: period.pay_state ?? null,
              })}
            </div>
          )}
          <div className={cx('meta mt2', period.moved_because ? 'warn' : 't3')}>
            {period.reason}
          </div>
        </li>
      ))}
    </ol>
  )
}
