/** Identity's door. */
export { findActor, forgetActor, personAsActor } from './find-actor.ts'
export { inviteOperatorByCommand } from './invite-teammate.ts'
export { makeOperator } from './make-operator.ts'
export { getMe, requireGates } from './me.ts'
export { identityHandlers } from './routes.ts'
export { noteEnded } from './session.store.ts'
export { teamHandlers } from './team-routes.ts'
