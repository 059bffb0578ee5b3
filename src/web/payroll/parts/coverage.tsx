import { MoneyList } from '#web/parts/money.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CycleRow } from './pay-chips.tsx'

/** Whether the balance covers a cycle that is still to be paid. */
export function Coverage({ row }: { row: CycleRow }) {
  if (row.short.length > 0)
    return (
      <span className="warn w5 row g4 end">
        <Icon name="warning" size={16} />
        <span>
          {row.short.length > 1 ? (
            `Short in ${row.short.length} currencies`
          ) : (
            <>
              {row.estimate ? 'Needs' : 'Short by'} <MoneyList of={row.short} />
              {row.estimate && ' more'}
            </>
          )}
        </span>
      </span>
    )
  if (row.status === 'PENDING_APPROVAL' || row.status === 'APPROVED')
    return (
      <span className="ok w5 row g4 end">
        <Icon name="done" size={16} />
        Covered
      </span>
    )
  return <span className="t3">{row.estimate ? 'Estimate' : ''}</span>
}
