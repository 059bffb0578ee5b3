export { InvitationSteps } from './parts/invitation-steps.tsx'
