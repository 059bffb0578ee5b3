/** Identity's door. */
export { findActor, forgetActor } from './find-actor.ts'
export { getMe, requireGates } from './me.ts'
export { insertPerson } from './person.store.ts'
export { identityHandlers } from './routes.ts'
