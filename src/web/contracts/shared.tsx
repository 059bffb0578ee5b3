/** What other rooms may use of contracts. */
export { ContractStatusChip } from './parts/contract-words.tsx'
export { NameQuestion } from './parts/sign-bar.tsx'
