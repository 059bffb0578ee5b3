/** The door to mail: the job that sends it, and the reactions that ask for it. */
export { notificationReactions } from './mail-reactions.ts'
export { mailJob } from './send-mail.ts'
