/** Payroll's door. */
export { askApprovalAnew } from './ask-approval-anew.ts'
export { askGivenBackAnew } from './ask-given-back.ts'
export { settleLineItems, unsettleLineItems } from './change-items.ts'
export { readCounts } from './cycle-count.store.ts'
export { getCycleKeys } from './cycle-keys.report.store.ts'
export { enterDeduction } from './deductions.ts'
export { fitCyclesOfContract } from './fit-cycle.ts'
export { holidayHomeOf } from './holiday-policy.ts'
export { keeperOf } from './kept-pay.ts'
export { findLastPay } from './last-pay.ts'
export { type LateCycle, type LatePerson, lateCycle, latePeople } from './late-pay-told.ts'
export { cycleRowsOf } from './list-cycles.ts'
export { forgetReports, makeReport } from './make-report.ts'
export { addToRun, cancelWaiting, lockRun, openRun, type RunPayment } from './off-cycle.ts'
export { openDueCycles, policiesToOpen } from './open-cycles.ts'
export {
  findDecidedPay,
  findDecidedPays,
  listDecidedPays,
  type PayToInvoice,
} from './pay-to-invoice.ts'
export { payslipPdf } from './payslips.ts'
export { employersToRemind, remindApprovals } from './remind-approvals.ts'
export { employersToRemindOfTime, remindTime } from './remind-time.ts'
export { employersToReview, reviewCycle, reviewCyclesOf } from './review-items.ts'
export { payrollHandlers } from './routes.ts'
export { employersWithLatePay, tellLatePay } from './tell-late-pay.ts'
