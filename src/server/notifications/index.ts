/** The door to mail: the job that sends it, and the reactions that ask for it. */
export {
  mailApprovalAsked,
  mailApproversRule,
  mailSubstituteEnded,
  mailSubstituteSet,
  mailYesRejected,
} from './approval-mails.ts'
export {
  mailOfferExpired,
  mailOfferOutdated,
  mailOfferReminder,
  mailOfferWithdrawn,
} from './contract-mails.ts'
export { mailGivenUp } from './integration-mails.ts'
export {
  mailCopy,
  mailInvoice,
  mailInvoiceDiffers,
  mailLateReceipt,
  mailReceipt,
  mailReceiptMistaken,
  mailReminder,
  mailSaidSent,
  mailVoid,
} from './invoice-mails.ts'
export { mailLatePay, mailLatePays } from './late-pay-mails.ts'
export {
  mailAnswer,
  mailClosed,
  mailDecision,
  mailDeclined,
  mailEmailChange,
  mailEmailChanged,
  mailIdentity,
  mailInvitation,
  mailInvitationAgain,
  mailMessage,
  mailOffer,
  mailPapersErased,
  mailShared,
  mailSigned,
  mailTeamChange,
  mailTeamInvitation,
} from './mail-reactions.ts'
export { countUnread } from './message.store.ts'
export {
  mailApprovalDue,
  mailApprovalVoid,
  mailCompanyAccount,
  mailCycle,
  mailDeduction,
  mailDeductionAnswer,
  mailDestination,
  mailFailure,
  mailFirstPayment,
  mailFundsRequested,
  mailGivenBack,
  mailNotArrived,
  mailPaid,
} from './pay-mails.ts'
export {
  mailDocumentEnds,
  mailDocumentRejected,
  mailOnboarding,
  mailPapersEnd,
  mailTaxFormsExpire,
} from './people-mails.ts'
export { messageHandlers, notificationHandlers } from './routes.ts'
export { mailJob } from './send-mail.ts'
export { forgetTold, isAnyMailWaiting, sendWaiting } from './send-waiting.ts'
export { mailStanding } from './standing-mails.ts'
export { mailTimeCorrected, mailTimeDue, mailTimeWaits } from './time-mails.ts'
