import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { Coverage, cyclePath, DateTile, peopleText } from '#web/payroll/shared.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import './employer-home.css'

type CycleRow = ClientOutput<'listCycles'>['items'][number]
const SHOWN = 4

function stateText({ status, estimate, contractors }: CycleRow): string {
  const word = estimate ? 'estimate' : status === 'APPROVED' ? 'approved' : 'to approve'
  return `${peopleText(contractors)}, ${word}`
}

/** The next pay dates, each with its sum and whether it is covered. */
export function NextPayDates({ cycles }: { cycles: readonly CycleRow[] }) {
  const shown = cycles
    .filter(row => row.contractors > 0)
    .toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
    .slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <>
      <SectionHead
        title="Next pay dates"
        tools={
          <Link className="meta" href="/employer/payroll-run">
            Run payroll
          </Link>
        }
      />
      <Card>
        <ul className="paydates">
          {shown.map(row => (
            <li key={`${row.policy_uuid} ${row.end_date}`}>
              <DateTile date={row.pay_date} />
              <div className="grow">
                <div className="w6">
                  {row.cycle_uuid ? (
                    <Link href={cyclePath('payroll-run', row)}>{row.policy_label}</Link>
                  ) : (
                    row.policy_label
                  )}
                </div>
                <div className="meta t3">{stateText(row)}</div>
              </div>
              <div className="r">
                <MoneyList of={row.totals} strong />
                <div className="meta">
                  <Coverage row={row} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
