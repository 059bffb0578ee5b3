/** The ledger's door. Nobody else touches its tables. */
export {
  type EmployerBalance,
  lockBalances,
  readBalances,
  readBalancesOf,
  withAvailable,
} from './account.store.ts'
export * as accounts from './accounts.ts'
export { bookDeposits, mayAnyArrive } from './book-deposits.ts'
export { bookFunding, type Meant } from './book-funding.ts'
export { readKeptOutside } from './books.report.store.ts'
export { depositHandlers } from './deposits.ts'
export { WANTED } from './funding.report.store.ts'
export { listOwnNumbers } from './funding-account.store.ts'
export { announcedSums, firstAnnounced } from './funding-notice.store.ts'
export { requestWork } from './funding-requests.ts'
export { contentOf, type FundingContent, fundingWork, linesOf, totalsOf } from './funding-work.ts'
export { postTransfers, resolveTransfer, type Transfer } from './post-transfers.ts'
export { keyOf, type Receipt, type Shown } from './receipts.ts'
export { reversalWork } from './reverse-funding.ts'
export { ledgerHandlers } from './routes.ts'
export { listTransfersAbout } from './subject-transfers.store.ts'
export { REFUND_OF } from './suspense.store.ts'
export { matchWork, refundWork } from './suspense.ts'
