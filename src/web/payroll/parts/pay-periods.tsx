import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { countryName } from '#web/parts/places.ts'
import { shortDate, shortRange } from '#web/parts/times.ts'
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

/** When pay is sent and when it is there, with the country of the bank where that is known. */
export function useArrivalText() {
  const t = useTranslations('payroll.periods')
  return (of: { pay_date: string; arrives: string; arrives_in: string | null }) =>
    t('arrives', {
      sent: shortDate(of.pay_date),
      arrives: shortDate(of.arrives),
      place: of.arrives_in ? countryName(of.arrives_in) : 'none',
    })
}

/** Coming pay dates, each with its period, why it is that day and, for who is paid, when the money is there. */
export function PayPeriodList({
  periods,
}: {
  periods: readonly (PayPeriod & {
    readonly arrives?: string
    readonly arrives_in?: string | null
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
            <div className="meta t2 mt2">
              {arrival({
                pay_date: period.pay_date,
                arrives: period.arrives,
                arrives_in: period.arrives_in ?? null,
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
