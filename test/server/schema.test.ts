/** The generated types of the schema are those of the migrations, and money is kept as whole units. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STEP_KINDS, STEP_STATUSES, WORK_KINDS } from '#domain/approvals/approval-step.ts'
import { TOLD_STATES } from '#domain/batches/batch.ts'
import { SIMULATED_STATES } from '#domain/batches/simulation.ts'
import { FEE_KINDS } from '#domain/billing/fees.ts'
import { CONTRACT_KINDS, CONTRACT_STATUSES, EXHIBIT_FORMATS } from '#domain/contracts/contract.ts'
import { DESTINATION_STATUSES } from '#domain/destinations/destination.ts'
import { FIRST_PAYMENTS } from '#domain/destinations/first-payment.ts'
import { READ_PURPOSES } from '#domain/documents/read-purpose.ts'
import { CONVERSION_STATUSES, CONVERSION_STOPS, FIXED_SIDES } from '#domain/exchange/conversion.ts'
import { LEGAL_DOCUMENT_KINDS } from '#domain/identity/legal.ts'
import { MEMBER_ROLES, OPERATOR_ROLES } from '#domain/identity/team.ts'
import { DELIVERY_STATUSES } from '#domain/integrations/told-events.ts'
import { REPEATS } from '#domain/invoicing/repeat.ts'
import { INVOICE_KINDS, INVOICE_STATUSES } from '#domain/invoicing/settlement.ts'
import { NOT_RAISED, WALLET_STATES } from '#domain/kernel/chain-problem.ts'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import { DEPOSIT_DOUBTS } from '#domain/ledger/deposit.ts'
import { REQUEST_STATUSES } from '#domain/ledger/funding-request.ts'
import { SUSPENSE_STATUSES } from '#domain/ledger/suspense.ts'
import { NOTIFICATION_KINDS, WAYS_OF } from '#domain/notifications/preferences.ts'
import {
  ANSWER_DID,
  ANSWER_OUTCOMES,
  BANK_FORMATS,
  BATCH_STATUSES,
  CHANNEL_PAYS,
} from '#domain/payments/bank-batch.ts'
import { HOLD_REASONS } from '#domain/payments/blockers.ts'
import { PAYMENT_STATUSES } from '#domain/payments/payment.ts'
import { FIRST_PARTS } from '#domain/payments/split.ts'
import { APPROVAL_REMINDERS } from '#domain/payroll/deadlines.ts'
import { DEDUCTION_STATES } from '#domain/payroll/entries.ts'
import { JOURNAL_ACCOUNTS } from '#domain/payroll/journal.ts'
import { LATE_AUDIENCES } from '#domain/payroll/late-pay.ts'
import { LINE_ITEM_STATUSES } from '#domain/payroll/line-item.ts'
import { HOLIDAY_POLICIES, PERIOD_TYPES } from '#domain/payroll/pay-policy.ts'
import { REPORT_STATUSES } from '#domain/payroll/report.ts'
import { TIMESHEET_STATUSES } from '#domain/payroll/timesheet.ts'
import { INVITATION_STATUSES, PEOPLE_NEEDS } from '#domain/people/invitation.ts'
import { VERIFICATION_STATUSES } from '#domain/people/verification.ts'
import { BOOKED_AS, DIFFERENCE_KINDS } from '#domain/reconciliation/difference.ts'
import { LIST_FORMATS } from '#domain/screening/list-formats.ts'
import { ENTRY_KINDS, SUBJECT_KINDS } from '#domain/screening/score.ts'
import { HIT_STATUSES } from '#domain/screening/screening-hit.ts'
import { TAX_FORM_KINDS } from '#domain/tax/tax-form.ts'
import { CHAIN_FAILURES } from '#server/gateways/tokens/token-chain.ts'
import { TRANSFER } from '#server/ledger/transfer.store.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testWorld, type World } from '#test/harness/world.ts'
import { databaseTypes } from '../../scripts/gen-types.ts'

/** By column what its check takes: lists of the domain, and what only the statements of one store write. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'webhook_delivery.status': DELIVERY_STATUSES,
  'agreement.kind': LEGAL_DOCUMENT_KINDS,
  'approval_step.answer': STEP_STATUSES.filter(status => status !== 'WAITING'),
  'approval_step.kind': STEP_KINDS,
  'bank_answer_line.did': ANSWER_DID,
  'bank_answer_line.outcome': ANSWER_OUTCOMES,
  'bank_batch.status': BATCH_STATUSES,
  'bank_booking.booked_as': BOOKED_AS,
  'bank_channel.format': BANK_FORMATS,
  'bank_channel.pays': CHANNEL_PAYS,
  'bank_explanation.kind': DIFFERENCE_KINDS,
  'conversion.fixed_side': FIXED_SIDES,
  'deposit_doubt.kind': DEPOSIT_DOUBTS,
  'conversion_quote.fixed_side': FIXED_SIDES,
  'conversion.reason': CONVERSION_STOPS,
  'conversion.status': CONVERSION_STATUSES,
  'funding_request.status': REQUEST_STATUSES,
  'suspense_receipt.status': SUSPENSE_STATUSES,
  'bitcoin_rail.transaction.not_raised': NOT_RAISED,
  'token_rail.transaction.failure': CHAIN_FAILURES,
  'contract.exhibit_format': EXHIBIT_FORMATS,
  'contractor_listing.need': PEOPLE_NEEDS,
  'contract.kind': CONTRACT_KINDS,
  'contract.status': CONTRACT_STATUSES,
  'contract_share_view.what': ['text', 'pdf'],
  'contract_signature.party': ['employer', 'contractor'],
  'contract_step.party': ['employer', 'contractor'],
  'contract_step.what': ['draft', 'read'],
  'contractor.verification': VERIFICATION_STATUSES,
  'deduction.status': DEDUCTION_STATES.filter(state => state !== 'LAPSED'),
  'destination.kind': ['bank', 'wallet'],
  'destination.network': [...BLOCKCHAINS, 'fiat'],
  'destination.first_payment': FIRST_PAYMENTS,
  'wallet_look.state': WALLET_STATES,
  'destination.status': DESTINATION_STATUSES,
  'employer_account.kind': ['bank', 'wallet'],
  'employer_account.network': [...BLOCKCHAINS, 'fiat'],
  'employer.verification': VERIFICATION_STATUSES,
  'employer_member.role': MEMBER_ROLES,
  'notification.kind': NOTIFICATION_KINDS,
  'notification_preference.news_way': WAYS_OF.NEWS,
  'notification_preference.pay_way': WAYS_OF.PAY,
  'notification_preference.task_way': WAYS_OF.TASK,
  'file_read.purpose': READ_PURPOSES.filter(purpose => purpose !== ''),
  'identity_document.status': VERIFICATION_STATUSES.filter(status => status !== 'UNVERIFIED'),
  'invoice.kind': INVOICE_KINDS,
  'invoice.status': INVOICE_STATUSES,
  'invoice_repeat.every': REPEATS,
  'invitation.status': INVITATION_STATUSES,
  'ledger_transfer.state': ['PENDING', 'POST', 'POSTED', 'VOID'],
  'line_item.status': LINE_ITEM_STATUSES,
  'moved_alone.kind': WORK_KINDS,
  'operator.role': OPERATOR_ROLES,
  'payment.first_part': FIRST_PARTS,
  'payment.hold_reason': HOLD_REASONS,
  'payment.status': PAYMENT_STATUSES,
  'payment_attempt.outcome': ['FAILED', 'RETURNED', 'SENT', 'UNKNOWN'],
  'attempt_doubt.word': ['LEFT', 'NOT_LEFT'],
  'attempt_doubt.rail_said': ['FAILED', 'SENT'],
  'payment_record.kind': ['OUTSIDE', 'PAID', 'RETURNED'],
  'payment_told.reader': ['CONTRACTOR', 'EMPLOYER'],
  'payment_batch.source': ['API', 'FILE'],
  'payment_batch.told_state': TOLD_STATES,
  'payment_batch_row.simulated': SIMULATED_STATES,
  'payroll_policy.cycle_kind': ['BATCH', 'CALENDAR'],
  'payroll_policy.period_type': PERIOD_TYPES,
  'person.type': ['contractor', 'employer', 'operator'],
  'report.status': REPORT_STATUSES,
  'approval_reminder.kind': [...APPROVAL_REMINDERS, 'ASKED'],
  'late_notice.audience': LATE_AUDIENCES,
  'time_reminder.kind': APPROVAL_REMINDERS,
  'timesheet.status': TIMESHEET_STATUSES,
  'holiday_calendar.holiday_policy': HOLIDAY_POLICIES,
  'tax_form.kind': TAX_FORM_KINDS,
  'fee.kind': FEE_KINDS,
  'journal_account.account': JOURNAL_ACCOUNTS,
  'screening_entry.kind': ENTRY_KINDS,
  'screening_hit.status': HIT_STATUSES,
  'screening_hit.subject_kind': SUBJECT_KINDS,
  'screening_list.format': LIST_FORMATS,
}

let world: World
let admin: Admin
beforeAll(async () => {
  world = await testWorld()
  admin = await adminOf(world)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const columns = () =>
  admin.rows<{ column: string; type: string }>(
    `select c.relname || '.' || a.attname "column", t.typname type from pg_class c join pg_attribute a on a.attrelid = c.oid
      join pg_type t on t.oid = a.atttypid where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`,
  )

describe('the schema', () => {
  it('is what db/types.gen.ts says; else run npm run gen', async () => {
    const file = readFileSync(join(import.meta.dirname, '../../db/types.gen.ts'), 'utf8')
    expect(await databaseTypes(world.databaseUrl)).toBe(file)
  })

  it('keeps amounts as whole smallest units, and nothing as a floating number', async () => {
    const all = await columns()
    const amounts = all.filter(({ column }) => /_minor$|\.posted_|\.pending_/.test(column))
    expect(amounts.length).toBeGreaterThan(10)
    expect(amounts.filter(({ type }) => type !== 'int8')).toEqual([])
    expect(all.filter(({ type }) => /float|numeric|money/.test(type))).toEqual([])
  })

  it('keeps instants with their zone', async () => {
    expect((await columns()).filter(({ type }) => type === 'timestamp' || type === 'time')).toEqual(
      [],
    )
  })

  it('takes transfers in the order in which the ledger gives them', async () => {
    const fields = await admin.rows<{ name: string; type: string }>(
      `select attname name, case t.typname when 'int8' then 'bigint' else t.typname end type from pg_attribute a join pg_type t on t.oid = a.atttypid
        where attrelid = 'app.transfer_request'::regclass order by attnum`,
    )
    expect(fields.map(({ name, type }) => [name, type])).toEqual(Object.entries(TRANSFER))
  })

  it('takes in a column what the domain lists, each of it and no more', async () => {
    const checks = await admin.rows<{ column: string; rule: string }>(
      `select conrelid::regclass || '.' || a.attname "column", pg_get_constraintdef(c.oid) rule from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
        where contype = 'c' and pg_get_constraintdef(c.oid) ~ '= ANY \\(+ARRAY\\['`,
    )
    const listed = checks.map(({ column, rule }) => [
      column,
      [...rule.matchAll(/'(\w[\w-]*)'::text/g)].map(match => match[1]).sort(),
    ])
    const expected = Object.entries(LISTS).map(([column, list]) => [column, [...list].sort()])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected))
  })

  it('has no index on what every step of a payment changes: its row would be written into each of them anew', async () => {
    const stepped = ['status', 'version', 'attempt', 'attempt_uuid', 'execution_uuid', 'sent_at']
    const indexes = await admin.rows<{ index: string; columns: string[] }>(
      `select d.objid::regclass::text "index", array_agg(a.attname::text) columns from pg_depend d
          join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.refobjid = 'payment'::regclass
          and exists (select from pg_index i where i.indexrelid = d.objid) group by 1`,
    )
    expect(indexes.length).toBeGreaterThan(5)
    expect(indexes.filter(({ columns }) => columns.some(one => stepped.includes(one)))).toEqual([])
  })

  it('lets no insert that may find its row there fail by another index of the same columns', async () => {
    const indexes = await admin.rows<{ table: string; columns: string[] }>(
      `select c.relname "table", array(select a.attname::text from unnest(i.indkey::int2[]) k join pg_attribute a
          on a.attrelid = i.indrelid and a.attnum = k) columns
        from pg_index i join pg_class c on c.oid = i.indrelid
        where i.indisunique and i.indpred is null and c.relnamespace = 'public'::regnamespace`,
    )
    const named = globSync('src/server/**/*.store.ts').flatMap(path => {
      const text = readFileSync(path, 'utf8')
      const kysely =
        /insertInto\('(\w+)'\)(?:(?!insertInto)[^;])*?onConflict\(\w+ =>\s*\w+\s*\.columns?\(([^)]*)\)\s*\.doNothing/g
      const sql = /insert into (\w+)(?:(?!insert into)[^;])*?on conflict \(([^)]*)\) do nothing/g
      return [...text.matchAll(kysely), ...text.matchAll(sql)].map(([, table = '', on = '']) => ({
        path,
        table,
        on: on.match(/\w+/g) ?? [],
      }))
    })
    expect(named.length).toBeGreaterThan(3)
    const wider = named.filter(({ table, on }) =>
      indexes.some(
        ({ table: of, columns }) =>
          of === table && columns.length > on.length && on.every(one => columns.includes(one)),
      ),
    )
    expect(wider).toEqual([])
  })
})
