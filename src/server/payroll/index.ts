/** Payroll's door. */
export { settleLineItems, unsettleLineItems } from './change-items.ts'
export { joinOpenCycles, openDueCycles, refitOpenItems } from './open-cycles.ts'
export { payrollHandlers } from './routes.ts'
