/** The door to batches of payments. */
export { inviteRecipients, joinBatches } from './join-batch.ts'
export { batchHandlers } from './routes.ts'
