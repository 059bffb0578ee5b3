/** Payments' door. */
export { fileOfMessage } from '../gateways/rails/bank-channel.ts'
export { acceptRates, rateToAccept } from './accept-rates.ts'
export { isOfAmount } from './amount-said.store.ts'
export { askAgain } from './ask-again.ts'
export { askRails, isAnyInDoubt } from './ask-rails.ts'
export { listPayingNumbers } from './bank-channels.ts'
export { bankFileHandlers } from './bank-file-routes.ts'
export { paymentsOfCycles } from './cycle-payments.ts'
export { executePayments } from './execute-payments.ts'
export { executionWork } from './execution-work.ts'
export { explainMissingWork } from './explain-missing.ts'
export { explainWalletWork } from './explain-wallet.ts'
export { firstPaymentsOf } from './first-payments.report.store.ts'
export { followRails } from './follow-rails.ts'
export { isAnyFollowed, leftByChain } from './followed.ts'
export { applyFreezes, freezeHandlers, lookAtMarks } from './freezes.ts'
export { listWhollyGivenBack } from './given-back.store.ts'
export { listGoneElsewhere } from './gone-elsewhere.store.ts'
export {
  haltedSince,
  isHalted,
  lastChecked,
  minutesUnchecked,
  noteChecked,
  setHalted,
} from './halt.store.ts'
export { holdRefused } from './hold-scheduled.ts'
export { mendWork } from './mend-work.ts'
export { onChainHandlers, raiseFee } from './on-chain.ts'
export { countWrong } from './payment.store.ts'
export { blockersOf } from './payment-blockers.ts'
export { listPaymentsOfItems, type PaymentFactsRow } from './payment-facts.report.store.ts'
export {
  type ApprovedItems,
  holdFundsForItems,
  type PlanDestination,
  type PlanItem,
  type PlannedPayment,
  planPayments,
  shortages,
} from './plan-payments.ts'
export { arrivalOf, type Part, presentPart, presentPlanned } from './present-part.ts'
export { listRefusing, refusedAt } from './refusing.report.store.ts'
export {
  employersWithHeld,
  lookAtHolds,
  releaseHeldPayments,
  resumeExecutions,
} from './release-held.ts'
export { mendingHandlers, paymentHandlers, treasuryHandlers } from './routes.ts'
export { sendElsewhere } from './send-elsewhere.ts'
export { marksOf } from './settle-payments.ts'
export { findUnconfirmed } from './unconfirmed.ts'
export { holdVoidApprovals, voidOf } from './void-approvals.ts'
export { itemsUnderWay, releaseFundsOfItems } from './withdraw-payments.ts'
