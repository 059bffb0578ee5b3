/** Identity's door. */
export {
  type Approver,
  approversOf,
  holdApprovers,
  holdCaller,
  lockApprovers,
} from './approvers.ts'
export { findActor, forgetActor, personAsActor } from './find-actor.ts'
export {
  countClientMail,
  countInvitation,
  stoppedAmong,
  takeInvitations,
  takeReceipt,
  takeReminders,
  takesInvitations,
} from './invitation-mails.ts'
export { inviteOperatorByCommand } from './invite-teammate.ts'
export { mailLink } from './mail-link.ts'
export { makeOperator } from './make-operator.ts'
export { getMe, onboardingOf, onboardingOfContractor, requireGates } from './me.ts'
export { holdName, type PersonChange, selectEarlierName, updatePerson } from './person.store.ts'
export { providerEvents } from './provider-events.ts'
export { identityHandlers } from './routes.ts'
export { forgetSessions } from './sessions.ts'
export { employersWithSomebodyBack, endPastSubstitutes } from './substitutes.ts'
export { insertTeammate } from './team.store.ts'
export { teamEmails } from './team-emails.ts'
export { teamHandlers } from './team-routes.ts'
