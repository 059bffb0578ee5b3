/** The door to mail: the job that sends it, and the reactions that ask for it. */
export {
  mailAnswer,
  mailClosed,
  mailCycle,
  mailDecision,
  mailDeclined,
  mailDestination,
  mailEmailChange,
  mailEmailChanged,
  mailFailure,
  mailIdentity,
  mailInvitation,
  mailOffer,
  mailPaid,
  mailSigned,
  mailTeamChange,
  mailTeamInvitation,
} from './mail-reactions.ts'
export { mailJob } from './send-mail.ts'
