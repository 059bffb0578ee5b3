/**
 * What people read, as data: a key of the catalogues of `messages/` with what is filled in. English is made at the edge that shows it
 * (decision 0034).
 */
import type approvals from '#messages/en/approvals.json'
import type bankFiles from '#messages/en/bank-files.json'
import type batches from '#messages/en/batches.json'
import type billing from '#messages/en/billing.json'
import type contracts from '#messages/en/contracts.json'
import type documents from '#messages/en/documents.json'
import type evidence from '#messages/en/evidence.json'
import type identity from '#messages/en/identity.json'
import type integrations from '#messages/en/integrations.json'
import type invoicing from '#messages/en/invoicing.json'
import type kernel from '#messages/en/kernel.json'
import type ledger from '#messages/en/ledger.json'
import type notifications from '#messages/en/notifications.json'
import type payments from '#messages/en/payments.json'
import type payroll from '#messages/en/payroll.json'
import type people from '#messages/en/people.json'
import type reconciliation from '#messages/en/reconciliation.json'
import type screening from '#messages/en/screening.json'
import type tax from '#messages/en/tax.json'
import type verification from '#messages/en/verification.json'

/** The catalogues whose words rules and the server say. */
export type SaidWords = {
  readonly approvals: typeof approvals
  readonly 'bank-files': typeof bankFiles
  readonly batches: typeof batches
  readonly evidence: typeof evidence
  readonly billing: typeof billing
  readonly contracts: typeof contracts
  readonly documents: typeof documents
  readonly identity: typeof identity
  readonly integrations: typeof integrations
  readonly invoicing: typeof invoicing
  readonly kernel: typeof kernel
  readonly ledger: typeof ledger
  readonly notifications: typeof notifications
  readonly payments: typeof payments
  readonly payroll: typeof payroll
  readonly people: typeof people
  readonly reconciliation: typeof reconciliation
  readonly tax: typeof tax
  readonly screening: typeof screening
  readonly verification: typeof verification
}

type KeyOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string ? Key : `${Key}.${KeyOf<Words[Key]>}`
}[keyof Words & string]

/** A key such as `payroll.problems.noSuchCycle`. One that no catalogue has does not compile. */
export type TextKey = KeyOf<SaidWords>

/** What is filled in: names, dates and money as they are shown, or further texts, which stand one after another. */
export type TextParams = Readonly<Record<string, string | number | Text | readonly Text[]>>

/** A sentence before it is said. */
export type Text = { readonly text: TextKey; readonly params?: TextParams | undefined }

/** A text of a key and what is filled in. */
export function textOf(text: TextKey, params?: TextParams): Text {
  return params ? { text, params } : { text }
}

/** A key where a library takes any string, such as the message of a schema. */
export function words(key: TextKey): string {
  return key
}
