/** What other contexts may use of payroll. */
export { Coverage } from './parts/coverage.tsx'
export { DateTile } from './parts/date-tile.tsx'
export { type CycleRow, cyclePath, PayChip } from './parts/pay-chips.tsx'
export { type UnpaidPeriod, UnpaidPeriodCard } from './parts/unpaid-period.tsx'
export { useWrongWords, type WrongCycle, WrongHead, wrongCycles } from './parts/wrong-words.tsx'
