import type { InvoiceMails } from './invoice-mails.ts'

/**
 * What each mail is filled with. Amounts come as ready-made text, whose thousands the page sets apart (`setApart`);
 * keys that end in `_on` or `_date` carry `YYYY-MM-DD` and keys `at` or ending in `_until` carry ISO instants in UTC, which are written out in words. Keys
 * that are or end in `url` must be http or https, and those that are or end in `email` addresses of our pattern. Everything else
 * may be chosen by strangers: it is shown so that no mail program makes a link of it, and stands in no subject but as an amount,
 * a currency or a date.
 */
export type MailTemplates = InvoiceMails & {
  'verify-email': { url: string; expires_hours?: number }
  'reset-password': { url: string; expires_minutes: number }
  'log-in-link': { url: string; expires_minutes: number }
  'account-exists': { login_url: string; reset_url: string }
  'email-change': { old_email: string; new_email: string; url: string }
  /** Either one sentence that says what changed, or the account's new address. */
  'security-notice': { text?: string; new_email?: string; at: string; url: string }
  invitation: {
    employer_name: string
    role?: string
    url: string
    /** Stops invitations to the address; also in the mail's `List-Unsubscribe`. */
    stop_url: string
    expires_on: string
    inviter_name: string
  }
  /** Of an invitation that was not answered. */
  'invitation-reminder': MailTemplates['invitation']
  /** Into the team of an employer, or of the operators. */
  'team-invitation': {
    organisation: string
    inviter_name: string
    role: string
    url: string
    stop_url: string
    expires_on: string
  }
  /** `notice` is a sentence or two that say what changed. */
  'team-notice': { organisation: string; notice: string; url: string }
  'invitation-answered': {
    contractor_name: string
    email: string
    answer: 'ACCEPTED' | 'REJECTED'
    /** Of who joined, whether batches of payments waited for them: they are paid without a contract. */
    by_batch?: boolean
    url: string
  }
  message: { subject_text: string; url: string }
  'contract-to-sign': { employer_name: string; role: string; url: string }
  /** Of an agreement that was signed elsewhere. */
  'terms-to-confirm': { employer_name: string; role: string; url: string }
  'offer-reminder': { employer_name: string; role: string; sign_by_on: string; url: string }
  'offer-withdrawn': { employer_name: string; role: string; url: string }
  'offer-outdated': { contractor_name: string; role: string; sign_by_on: string; url: string }
  'offer-expired': { contractor_name: string; role: string; url: string }
  /** To somebody who is no party of the contract. */
  'contract-shared': {
    employer_name: string
    sharer_name: string
    role: string
    url: string
    /** Stops such mails, and invitations, to the address. */
    stop_url: string
    expires_on: string
  }
  'contract-signed': { employer_name: string; contractor_name: string; role: string; url: string }
  'contract-declined': { contractor_name: string; role: string; reason?: string; url: string }
  /** Of an agreement that was signed elsewhere nothing is signed here: its terms are confirmed, or not. */
  'terms-confirmed': { employer_name: string; contractor_name: string; role: string; url: string }
  'terms-declined': { contractor_name: string; role: string; reason?: string; url: string }
  'terms-reminder': { employer_name: string; role: string; sign_by_on: string; url: string }
  'terms-expired': { contractor_name: string; role: string; url: string }
  'contract-closed': {
    employer_name: string
    role: string
    last_day_on: string
    /** The notice that the contract asks for, where this day is earlier. */
    notice_days?: string
    reason?: string
    /** The last pay by what is agreed; all three, or none where nothing is owed any more. */
    last_pay_on?: string
    amount?: string
    currency?: string
    /** From when on a later revision of it holds that both signed. */
    goes_on_on?: string
    url: string
  }
  'cycle-open': {
    standing: string
    policy_label: string
    period: string
    pay_date: string
    contractors: number
    total: string
    currency: string
    url: string
  }
  'approval-due': {
    /** Against its pay date. */
    when: 'soon' | 'today' | 'late'
    standing: string
    policy_label: string
    pay_date: string
    contractors: number
    amount: string
    currency: string
    url: string
  }
  'approval-asked': {
    /** They say the second of two yeses, approve what another edited, or are among those whom it takes. */
    why: 'second' | 'edited' | 'others'
    /** For whom they stand in, as a sentence; empty for nobody. */
    standing: string
    asked_by: string
    employer_name: string
    contractors: number
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  'approvers-rule': {
    employer_name: string
    /** What holds from now on, in words. */
    rule: string
    changed_by: string
    url: string
  }
  'yes-rejected': {
    rejected_by: string
    employer_name: string
    reason?: string
    pay_date: string
    url: string
  }
  /** To who stands in for an approver who is absent, and to them. */
  substitute: {
    state: 'set' | 'over' | 'ended'
    absent: string
    substitute: string
    employer_name: string
    from_date: string
    until_date: string
    /** Who set or ended it. */
    by: string
    url: string
  }
  'approval-void': {
    standing: string
    contractor_name: string
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  'deduction-asked': {
    employer_name: string
    asked_by: string
    words: string
    /** What is paid without it. */
    pay: string
    amount: string
    currency: string
    pay_date: string
    answer_by: string
    url: string
  }
  'deduction-answered': {
    /** Agreed to and entered, agreed to when the pay was approved already, or declined. */
    answer: 'taken' | 'late' | 'declined'
    contractor_name: string
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  /** `period` is written out. */
  'time-due': {
    employer_name: string
    period: string
    pay_date: string
    url: string
  }
  'time-corrected': {
    employer_name: string
    answered_by: string
    reason: string
    period: string
    /** Hours. */
    reported: string
    paid: string
    pay_date: string
    url: string
  }
  'time-waits': {
    policy_label: string
    waiting: number
    /** Whether the policy pays reported time alone. */
    required: 'yes' | 'no'
    pay_date: string
    url: string
  }
  /** To those of a company who act; each line is what one of its states comes to, and what is done about it. */
  'pay-late': {
    /** Against its pay date; before it, it is told of money that is missing. */
    when: 'soon' | 'today' | 'late'
    standing: string
    policy_label: string
    pay_date: string
    lines: readonly {
      what: string
      amount: string
      currency: string
      todo: string
      /** Where that is done; the first one's is that of the mail. */
      line_url?: string
      action: string
    }[]
    action: string
    url: string
  }
  /** To a contractor. */
  'my-pay-late': {
    /** `asked`: their employer asks them to see to it, also before its date. */
    when: 'today' | 'late' | 'asked'
    employer_name: string
    pay_date: string
    /** Each pay that did not leave, and why. */
    pays: readonly { amount: string; currency: string; why: string }[]
    act: 'NOTHING' | 'DOCUMENTS' | 'DESTINATION' | 'FIRST_PAYMENT' | 'OTHER_ACCOUNT'
    url: string
  }
  'payment-failed': {
    employer_name: string
    destination_label: string
    amount: string
    currency: string
    /** Where the rail gave none, the mail says so. */
    reason?: string
    /** What keeps it wherever it goes, where something does: no other account is asked for then. */
    keeps?: string
    url: string
  }
  /** To a contractor: a small first payment arrived, and the rest waits for their word. */
  'first-payment': {
    employer_name: string
    destination_label: string
    amount: string
    currency: string
    url: string
  }
  'employer-payment-failed': {
    contractor_name: string
    /** What keeps it wherever it goes, where something does: its contractor is asked for no other account then. */
    keeps?: string
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  'payment-not-arrived': {
    employer_name: string
    destination_label: string
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  'payment-given-back': {
    employer_name: string
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  'employer-payment-given-back': {
    contractor_name: string
    amount: string
    currency: string
    pay_date: string
    url: string
  }
  paid: {
    employer_name: string
    amount: string
    currency: string
    parts: readonly { label: string; amount: string; currency: string }[]
    url: string
  }
  'destination-changed': {
    /** A short phrase, as in `Bank account added`. */
    what: string
    /** Of a change of one destination. */
    destination_label?: string
    /** Of a new split: each destination with its share. */
    split?: boolean
    shares?: readonly { label: string; percentage: string }[]
    at: string
    held_until: string
    /** Where who did not make it stops it. */
    hold_url: string
    url: string
  }
  /** Events that a webhook of a company did not take are sent no more; what it answered last, `none` for nothing. */
  'webhook-given-up': {
    host: string
    events: number
    answered: string
    url: string
  }
  'company-account-added': {
    wallet: boolean
    account_label: string
    /** The name of who did it. */
    added_by: string
    at: string
    url: string
  }
  /** What operators ask a company to send; `words` are theirs. */
  'funds-requested': {
    amount: string
    currency: string
    reference: string
    needed_on: string
    words?: string
    url: string
  }
  'verification-result': { verified: boolean; reason?: string; url: string }
  /** To who runs a company that was suspended, or to the contractor who was; the reason is that which operators give them. */
  suspended: {
    of_company: boolean
    employer_name: string
    at: string
    reason?: string
    support_email: string
  }
  reinstated: { of_company: boolean; employer_name: string; url: string }
  /** To the contractors of a company that was suspended, or to who runs a company that owes a suspended contractor pay. */
  'pay-held': HeldPay & { at: string }
  /** To the same, once that is over. */
  'pay-resumed': HeldPay
  /** One document, by the name of its kind. */
  'document-rejected': { document: string; reason: string; url: string }
  /** The last day of what the law has kept longer; without, nothing is left. */
  'papers-erased': { kept_through_on?: string; url: string }
  'document-expiring': { document: string; ended: boolean; expires_on: string; url: string }
  /** `people` are the first of them with the day of each; `more` are not named. */
  'papers-expiring': { count: number; people: string; more: number; url: string }
  /** Of one day: to whom they were given. */
  'tax-forms-expiring': {
    count: number
    employers: string
    expired: boolean
    expires_on: string
    url: string
  }
  /** What waited for one mail; `more` are not among the lines. */
  digest: {
    count: number
    lines: readonly { text: string; line_url: string }[]
    more: number
    url: string
  }
  /** The first step that is open, and how many are. */
  'onboarding-reminder': { step: string; left: number; url: string; stop_url: string }
}

/** A mail ready to be addressed. */
export type RenderedMail = {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Where whoever gets it says that they want no more such mail. */
  readonly stop_url?: string
}

type HeldPay = {
  readonly to_contractor: boolean
  readonly employer_name: string
  readonly contractor_name: string
  readonly url: string
}
