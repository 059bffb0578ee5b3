/** The door to what the bank says of our accounts. */
export { receiptsWork } from './book-receipts.ts'
export { compareIfOpen } from './compare.ts'
export { countDifferences } from './differences.ts'
export { bookEntryWork, explainWork } from './resolve.ts'
export { reconciliationHandlers } from './routes.ts'
