/** Payroll's door. */
export { settleLineItems, unsettleLineItems } from './change-items.ts'
export { readCounts } from './cycle-count.store.ts'
export { getCycleKeys } from './cycle-keys.report.store.ts'
export { fitCyclesOfContract } from './fit-cycle.ts'
export { forgetReports, makeReport } from './make-report.ts'
export { openDueCycles, policiesToOpen } from './open-cycles.ts'
export { employersToReview, reviewCycle, reviewCyclesOf } from './review-items.ts'
export { payrollHandlers } from './routes.ts'
