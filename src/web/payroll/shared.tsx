/** What other contexts may use of payroll. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { DeductionsCard as Asked } from './parts/deductions-card.tsx'
import type { UnpaidPeriodCard as Card } from './parts/unpaid-period.tsx'

export { Coverage } from './parts/coverage.tsx'
export {
  CycleHead,
  payIcon,
  type ToldCycle,
  useCycleBrief,
  useCycleWords,
  wrongCycles,
} from './parts/cycle-words.tsx'
export { DateTile } from './parts/date-tile.tsx'
export { type CycleRow, cyclePath, PayChip, payPath } from './parts/pay-chips.tsx'
export type { UnpaidPeriod } from './parts/unpaid-period.tsx'

// Homes say of a cycle what its pages say, and need nothing of this.
export const RemindPayees = lazy(() =>
  import('./parts/remind-payees.tsx').then(part => ({ default: part.RemindPayees })),
)
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

/** What a contractor's home says of the time that they report. The home stands once it is there: below it are figures that are read. */
export const HomeTime = lazy(() =>
  import('./parts/home-time.tsx').then(part => ({ default: part.HomeTime })),
)

// Of those few days on which somebody asks.
const LaterDeductions = lazy(() =>
  import('./parts/deductions-card.tsx').then(part => ({ default: part.DeductionsCard })),
)

/** Deductions that employers ask for, each with its answer. */
export function DeductionsCard(props: ComponentProps<typeof Asked>) {
  return (
    <Suspense fallback={null}>
      <LaterDeductions {...props} />
    </Suspense>
  )
}
