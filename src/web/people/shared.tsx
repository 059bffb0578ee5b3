export { companyLines } from './parts/company-lines.ts'
export { DocumentReads } from './parts/document-words.tsx'
export { InvitationSteps } from './parts/invitation-steps.tsx'
export { PapersToSend } from './parts/papers-to-send.tsx'
