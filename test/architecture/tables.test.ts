/** Each table has one context: it alone writes it, and others read it where the file's name says that it joins (`*.report.store.ts`). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isTest, type Source, sourcesIn } from './sources.ts'

/** By whom each table is written. `kernel` is for what every context needs. */
const OWNERS = {
  agreement: 'identity',
  api_key: 'integrations',
  approval: 'payroll',
  approval_part: 'payroll',
  approval_reminder: 'payroll',
  payee_reminder: 'payroll',
  approval_step: 'approvals',
  approval_substitute: 'identity',
  audit_chain: 'kernel',
  audit_entry: 'kernel',
  balance_mark: 'verification',
  calendar_feed: 'payroll',
  bank_answer: 'payments',
  bank_answer_line: 'payments',
  bank_batch: 'payments',
  bank_batch_line: 'payments',
  bank_channel: 'payments',
  bank_number: 'payments',
  bank_book: 'reconciliation',
  bank_booking: 'reconciliation',
  bank_entry: 'reconciliation',
  bank_explanation: 'reconciliation',
  bank_movement: 'reconciliation',
  bank_statement: 'reconciliation',
  billing_invoice: 'billing',
  chain_mark: 'verification',
  client: 'invoicing',
  contract: 'contracts',
  contract_signature: 'contracts',
  company_details: 'people',
  compared_attempt: 'payments',
  contract_draft: 'contracts',
  contract_draft_count: 'contracts',
  contract_share: 'contracts',
  contract_share_view: 'contracts',
  contract_step: 'contracts',
  contractor: 'people',
  compliance_hold: 'screening',
  contractor_count: 'people',
  contractor_listing: 'people',
  cycle_count: 'payroll',
  cycle_difference: 'payroll',
  cycle_digest: 'payroll',
  deduction: 'payroll',
  deposit_address: 'ledger',
  deposit_doubt: 'ledger',
  deposit_key: 'ledger',
  destination: 'destinations',
  document_notice: 'people',
  destination_change: 'destinations',
  email_change: 'identity',
  employer: 'people',
  employer_account: 'destinations',
  employer_member: 'identity',
  former_member: 'identity',
  ended_relation: 'people',
  former_details: 'people',
  execution: 'payments',
  execution_count: 'payments',
  payment_count: 'payments',
  destination_refusal: 'payments',
  execution_set: 'payments',
  fee: 'billing',
  field_key: 'kernel',
  file_read: 'documents',
  invoice: 'invoicing',
  invoice_item: 'invoicing',
  invoice_link: 'invoicing',
  invoice_payment: 'invoicing',
  invoice_repeat: 'invoicing',
  invoice_said_sent: 'invoicing',
  first_payment_reminder: 'payments',
  funding: 'ledger',
  funding_account: 'ledger',
  funding_notice: 'ledger',
  funding_file: 'ledger',
  funding_request: 'ledger',
  funding_request_part: 'ledger',
  funding_reversal: 'ledger',
  suspense_receipt: 'ledger',
  conversion: 'exchange',
  conversion_quote: 'exchange',
  fx_rate: 'exchange',
  holiday_calendar: 'payroll',
  idempotency_key: 'kernel',
  identity_document: 'people',
  income_statement: 'payroll',
  invitation: 'people',
  replaced_invitation_link: 'people',
  item_review: 'payroll',
  late_notice: 'payroll',
  journal_account: 'payroll',
  ledger_account: 'ledger',
  ledger_transfer: 'ledger',
  line_item: 'payroll',
  maybe_unpaid: 'payroll',
  message: 'notifications',
  notification: 'notifications',
  notification_preference: 'notifications',
  moved_alone: 'approvals',
  invitation_reminder: 'people',
  onboarding_reminder: 'people',
  operator: 'identity',
  outbox_event: 'kernel',
  pay_cycle: 'payroll',
  pay_taken_back: 'payroll',
  payment: 'payments',
  payment_attempt: 'payments',
  payment_freeze: 'payments',
  attempt_doubt: 'payments',
  payment_record: 'payments',
  payment_told: 'notifications',
  payment_batch: 'batches',
  payment_batch_left_out: 'batches',
  payment_batch_row: 'batches',
  payroll_policy: 'payroll',
  person: 'identity',
  policy_day: 'contracts',
  price_list: 'billing',
  rate_limit: 'kernel',
  report: 'payroll',
  review_claim: 'people',
  review_due: 'payroll',
  row_seal: 'verification',
  screening_due: 'screening',
  screening_entry: 'screening',
  screening_hit: 'screening',
  screening_list: 'screening',
  screening_wallet: 'screening',
  screening_name: 'screening',
  session: 'identity',
  setting: 'kernel',
  stopped_address: 'identity',
  stored_file: 'documents',
  time_reminder: 'payroll',
  timesheet: 'payroll',
  tax_form: 'tax',
  team_invitation: 'identity',
  told_event: 'integrations',
  told_head: 'integrations',
  verification_mark: 'verification',
  wallet_own: 'payments',
  wallet_reading: 'payments',
  wallet_look: 'destinations',
  webhook: 'integrations',
  webhook_delivery: 'integrations',
  worker_process: 'kernel',
} as const

type Table = keyof typeof OWNERS
type Use = { readonly table: Table; readonly writes: boolean }

const READS = /\b(?:from|join)\s+(\w+)|\.(?:selectFrom|\w+Join)\('(\w+)/g
const WRITES =
  /\b(?:insert\s+into|update|delete\s+from)\s+(\w+)|\.(?:insertInto|updateTable|deleteFrom)\('(\w+)/g

function usesIn({ code }: Source): Use[] {
  const found = (pattern: RegExp, writes: boolean) =>
    [...code.matchAll(pattern)]
      .map(match => match[1] ?? match[2] ?? '')
      .filter((table): table is Table => table in OWNERS)
      .map(table => ({ table, writes }))
  return [...found(READS, false), ...found(WRITES, true)]
}

/** Statements that no other name fits, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/server/approvals/approval-step.store.ts writes setting':
    'the limit: each setting has a context',
  'src/server/approvals/approval-step.store.ts reads setting': 'the limit',
  'src/server/payments/halt.store.ts writes setting': 'the halt: each setting has a context',
  'src/server/payments/halt.store.ts reads setting': 'the halt',
  'src/server/contracts/contract.store.ts reads payroll_policy': 'a lock',
  'src/server/identity/team-invitation.store.ts reads employer':
    'what is locked is shown with the name of its company',
  'src/server/destinations/destination.store.ts reads person': 'a lock',
  'src/server/payments/held.store.ts reads line_item': 'a lock',
  'src/server/payments/payment.store.ts reads line_item': 'a lock',
  'src/server/people/contractor.store.ts reads person':
    'a contractor is a person: both are locked and read as one',
}

const contextOf = (path: string) => path.split('/')[2] ?? ''
// The identity provider keeps tables of its own, in a schema of its own.
const stores = sourcesIn('src/server').filter(
  ({ path }) =>
    !isTest(path) &&
    contextOf(path) !== 'gateways' &&
    (path.endsWith('.store.ts') || contextOf(path) === 'kernel'),
)

/** What stores do to tables of others. The check of everything reads everything. */
function strays(writes: boolean, mayStand: (path: string) => boolean): Set<string> {
  return new Set(
    stores
      .filter(({ path }) => !mayStand(path))
      .flatMap(store =>
        usesIn(store)
          .filter(use => use.writes === writes && OWNERS[use.table] !== contextOf(store.path))
          .map(({ table }) => `${store.path} ${writes ? 'writes' : 'reads'} ${table}`),
      ),
  )
}
const written = strays(true, () => false)
const read = strays(
  false,
  path => path.endsWith('.report.store.ts') || contextOf(path) === 'verification',
)
const others = (found: ReadonlySet<string>) => [...found].filter(one => !(one in ALLOWED))

describe('a table', () => {
  it('is known, each of them', () => {
    const known = readFileSync('db/types.gen.ts', 'utf8').match(/(?<=^ {2}')\w+(?=': \{$)/gm)
    expect(Object.keys(OWNERS).sort()).toEqual(known?.sort())
  })

  it('is written by its own context alone', () => expect(others(written)).toEqual([]))

  it('of another context is read where the name of the file says so', () =>
    expect(others(read)).toEqual([]))

  it('is changed by no report', () => {
    const reports = stores.filter(({ path }) => path.endsWith('.report.store.ts'))
    const found = reports.filter(store => usesIn(store).some(({ writes }) => writes))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('has no exception that is none any more', () =>
    expect(Object.keys(ALLOWED).filter(one => !written.has(one) && !read.has(one))).toEqual([]))
})
