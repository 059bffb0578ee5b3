/** What other contexts may use of payroll. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { UnpaidPeriodCard as Card } from './parts/unpaid-period.tsx'

export { Coverage } from './parts/coverage.tsx'
export { DateTile } from './parts/date-tile.tsx'
export { type CycleRow, cyclePath, PayChip } from './parts/pay-chips.tsx'
export type { UnpaidPeriod } from './parts/unpaid-period.tsx'
export { useWrongWords, type WrongCycle, WrongHead, wrongCycles } from './parts/wrong-words.tsx'

// Homes say of a cycle what its pages say, and need nothing of this.
const LaterCard = lazy(() =>
  import('./parts/unpaid-period.tsx').then(part => ({ default: part.UnpaidPeriodCard })),
)

/** What a contract earned that no line item pays, with what can be done; nothing until it is known. */
export function UnpaidPeriodCard(props: ComponentProps<typeof Card>) {
  return (
    <Suspense fallback={null}>
      <LaterCard {...props} />
    </Suspense>
  )
}
