/** What other rooms may use of contracts. */
export { ContractStatusChip } from './parts/contract-words.tsx'
