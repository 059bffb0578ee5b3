/** The door to batches of payments. */
export { inviteRecipients, joinBatches } from './join-batch.ts'
export { batchHandlers } from './routes.ts'
export {
  forgetBatchSettled,
  tellApproved,
  tellBatchChanged,
  tellBatchDeclined,
  tellBatchSettled,
  tellBatchUnsettled,
  tellCancelled,
  tellFunded,
} from './tell-batches.ts'
