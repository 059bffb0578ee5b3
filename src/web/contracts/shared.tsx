/** What other rooms may use of contracts. */
export { ContractStatusChip, useContractWord } from './parts/contract-words.tsx'
