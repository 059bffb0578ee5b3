import { useTranslations } from 'use-intl'
import type { ClientOutput } from '#web/kernel/types.ts'
import { shortDate, shortRange } from '#web/parts/times.ts'

/** One pay period as the server works it out. */
export type PayPeriod = ClientOutput<'previewPolicy'>['pay_periods'][number]

/** Says why a pay date is not the nominal one; undefined when it is. */
export function useMovedText() {
  const t = useTranslations('payroll.periods')
  return ({ moved_because, nominal_pay_date }: PayPeriod): string | undefined =>
    moved_because ? t(`moved.${moved_because}`, { date: shortDate(nominal_pay_date) }) : undefined
}

/** Coming pay dates, each with its period and the reason where it moved. */
export function PayPeriodList({ periods }: { periods: readonly PayPeriod[] }) {
  const movedText = useMovedText()
  return (
    <ol className="list-rows">
      {periods.map(period => (
        <li key={period.end_date}>
          <div className="row between g12 base">
            <span className="w6 nowrap">{shortDate(period.pay_date)}</span>
            <span className="meta t3 nowrap">{shortRange(period.start_date, period.end_date)}</span>
          </div>
          {period.moved_because && <div className="meta warn mt2">{movedText(period)}</div>}
        </li>
      ))}
    </ol>
  )
}
