import type { ClientOutput } from '#web/kernel/types.ts'
import { shortDate, shortRange } from '#web/parts/times.ts'

/** One pay period as the server works it out. */
export type PayPeriod = ClientOutput<'previewPolicy'>['pay_periods'][number]

const MOVED = { WEEKEND: 'a weekend', HOLIDAY: 'a holiday' } as const

/** Why a pay date is not the nominal one; undefined when it is. */
export function movedText({ moved_because, nominal_pay_date }: PayPeriod): string | undefined {
  if (!moved_because) return undefined
  return `Moved from ${shortDate(nominal_pay_date)}, ${MOVED[moved_because]}`
}

/** Coming pay dates, each with its period and the reason where it moved. */
export function PayPeriodList({ periods }: { periods: readonly PayPeriod[] }) {
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
