/** Approvals' door: what takes two people. */
export { findPlatformLimit, savePlatformLimit } from './approval-step.store.ts'
export type { FirstYes, RejectedYes } from './first-yes.report.store.ts'
export {
  answerFirstYes,
  endFirstYes,
  firstYesesOf,
  keepFirstYes,
  rejectedYesesOf,
  selectedBy,
} from './first-yes.ts'
export { approvalHandlers } from './routes.ts'
export { type SecondPerson, secondPerson } from './second-person.ts'
export { keptWork, type StepLine, type Work } from './work.ts'
