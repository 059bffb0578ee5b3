/**
 * How contexts act on each other without importing each other, on one page. At once: by a call, in the same transaction. Later: by
 * the worker, each reaction by itself, repeated until done.
 */
import { chargeFees } from './billing/index.ts'
import type { Doors } from './kernel/doors.ts'
import type { Ctx, Reactions } from './kernel/unit-of-work.ts'
import {
  mailAnswer,
  mailApprovalAsked,
  mailApprovalDue,
  mailApprovalVoid,
  mailApproversRule,
  mailClosed,
  mailCompanyAccount,
  mailCycle,
  mailDecision,
  mailDeclined,
  mailDeduction,
  mailDeductionAnswer,
  mailDestination,
  mailDocumentEnds,
  mailDocumentRejected,
  mailEmailChange,
  mailEmailChanged,
  mailFailure,
  mailIdentity,
  mailInvitation,
  mailLatePay,
  mailLatePays,
  mailMessage,
  mailOffer,
  mailOfferExpired,
  mailOfferReminder,
  mailOnboarding,
  mailPaid,
  mailShared,
  mailSigned,
  mailSubstituteEnded,
  mailSubstituteSet,
  mailTaxFormsExpire,
  mailTeamChange,
  mailTeamInvitation,
  mailTimeCorrected,
  mailTimeDue,
  mailTimeWaits,
  mailYesRejected,
} from './notifications/index.ts'
import { lookAtHolds, sendElsewhere } from './payments/index.ts'
import {
  askApprovalAnew,
  enterDeduction,
  fitCyclesOfContract,
  getCycleKeys,
  settleLineItems,
  unsettleLineItems,
} from './payroll/index.ts'
import { createContractor, createEmployer } from './people/index.ts'

/** What destinations, ledger and people ask of payments, payments of payroll, and identity of people. */
export const doors: Doors<Ctx> = {
  payments: { lookAtHolds, sendElsewhere },
  payroll: { getCycleKeys, settleLineItems, unsettleLineItems },
  people: { createContractor, createEmployer },
}

/** Who acts later on each event. The queue keeps a reaction by the name of its function: another name would lose what waits. */
export const reactions: Reactions = {
  'contracts.contract_offered': [mailOffer],
  'contracts.offer_reminded': [mailOfferReminder],
  'contracts.offer_expired': [mailOfferExpired],
  'contracts.contract_signed': [mailSigned, fitCyclesOfContract],
  'contracts.contract_declined': [mailDeclined],
  'contracts.contract_shared': [mailShared],
  'contracts.contract_completed': [mailClosed, fitCyclesOfContract],
  'destinations.company_account_added': [mailCompanyAccount],
  'identity.teammate_invited': [mailTeamInvitation],
  'identity.teammate_changed': [mailTeamChange],
  'identity.mail_requested': [mailIdentity],
  'identity.email_change_asked': [mailEmailChange],
  'identity.email_changed': [mailEmailChanged],
  'identity.substitute_set': [mailSubstituteSet],
  'identity.substitute_ended': [mailSubstituteEnded],
  'payments.destination_changed': [mailDestination, askApprovalAnew],
  'payments.payment_failed': [mailFailure],
  'payments.items_settled': [mailPaid, chargeFees],
  'payroll.approval_due': [mailApprovalDue],
  'payroll.approval_void': [mailApprovalVoid],
  'payroll.pay_late': [mailLatePay],
  'payroll.pay_of_people_late': [mailLatePays],
  'payroll.approval_asked': [mailApprovalAsked],
  'payroll.yes_rejected': [mailYesRejected],
  'people.approvers_rule_changed': [mailApproversRule],
  'payroll.cycle_opened': [mailCycle],
  'payroll.deduction_asked': [mailDeduction],
  'payroll.deduction_agreed': [enterDeduction],
  'payroll.deduction_ended': [mailDeductionAnswer],
  'payroll.time_corrected': [mailTimeCorrected],
  'payroll.time_due': [mailTimeDue],
  'payroll.time_waits': [mailTimeWaits],
  'people.contractor_invited': [mailInvitation],
  'notifications.message_written': [mailMessage],
  'people.invitation_answered': [mailAnswer],
  'people.verification_decided': [mailDecision],
  'people.document_rejected': [mailDocumentRejected],
  'people.document_expiring': [mailDocumentEnds],
  'people.onboarding_open': [mailOnboarding],
  'tax.forms_expiring': [mailTaxFormsExpire],
}
