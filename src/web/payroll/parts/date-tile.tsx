import './pay-cycle.css'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** A day and its month in a small square; the full date stands in the text for screen readers. */
export function DateTile({ date }: { date: string }) {
  return (
    <span className="date-tile">
      <b>{Number(date.slice(8))}</b>
      <span>{MONTH.format(new Date(`${date}T00:00:00Z`))}</span>
    </span>
  )
}
