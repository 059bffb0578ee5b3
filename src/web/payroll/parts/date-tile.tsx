import { lateFormat } from '#domain/kernel/late-format.ts'
import { cx } from '#web/ui/cx.ts'
import './pay-cycle.css'

const MONTH = lateFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** A day and its month in a small square, in red where it is `late`; the full date stands in the text for screen readers. */
export function DateTile({ date, late = false }: { date: string; late?: boolean }) {
  return (
    <span className={cx('date-tile', late && 'late')}>
      <b>{Number(date.slice(8))}</b>
      <span>{MONTH().format(new Date(`${date}T00:00:00Z`))}</span>
    </span>
  )
}
