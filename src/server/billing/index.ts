/** The door to what employers are charged. */
export { billEmployer, chargeFees, employersWithFees } from './charge-fees.ts'
export { listFeesOfPayments } from './fee.report.store.ts'
export { feesOfOnePay, plannedFeesOf } from './prices.ts'
export { billingHandlers } from './routes.ts'
