/** Everything that the model looks at, read past row-level security in one statement. Amounts are whole numbers as text. */
import type { RaisedDays } from '#domain/payroll/entries.ts'
import type { Admin } from '#test/harness/admin.ts'

export type State = {
  readonly contracts: readonly {
    readonly id: string
    readonly status: string
    readonly employer: string
    readonly contractor: string
    readonly role: string
    readonly policy: string
    readonly rate: string
    readonly hours: number
    /** The days that it pays; null for none, `to` null for no end. */
    readonly from: string | null
    readonly to: string | null
  }[]
  readonly cycles: readonly {
    readonly id: string
    readonly policy: string
    readonly employer: string
    readonly from: string
    readonly to: string
  }[]
  readonly companies: readonly {
    readonly id: string
    readonly bands:
      | readonly {
          readonly above_minor: number
          readonly approvers: number
          readonly among: string
          readonly named: readonly string[]
        }[]
      | null
    readonly owners: readonly string[]
    /** Everybody of it, with their role. */
    readonly team: readonly (readonly [sub: string, role: string])[]
    /** Who ever stood in for whom. */
    readonly stands_in: readonly (readonly [substitute: string, absent: string])[]
  }[]
  readonly operators: readonly {
    readonly sub: string
    readonly role: string
    readonly suspended: boolean
  }[]
  /** What one asks and another says yes to; `by` is both, as far as it was answered. */
  readonly steps: readonly {
    readonly id: string
    readonly kind: string
    /** Null of what operators ask of each other. */
    readonly employer: string | null
    readonly answer: string | null
    readonly by: readonly string[]
    readonly may_answer: readonly string[]
  }[]
  /** Files for banks; `by` is who made each and who answered for it. */
  readonly bank_files: readonly {
    readonly id: string
    readonly status: string
    readonly by: readonly string[]
  }[]
  readonly items: readonly {
    readonly id: string
    readonly status: string
    readonly employer: string
    readonly contractor: string
    readonly role: string
    readonly cycle: string
    /** Null of what pays a row of a batch. */
    readonly contract: string | null
    readonly currency: string
    readonly rate: string
    readonly hours: number
    readonly amount: string
    readonly edited: boolean
    /** What is written on it, in smallest units. */
    readonly added: string
    /** Who approved it and for whom they stood in, and who wrote on it. */
    readonly approval: string | null
    readonly approved_by: string | null
    readonly stood_in_for: readonly string[]
    readonly authors: readonly string[]
    /** The yes that the approval was the second to. */
    readonly first_yes: { readonly by: string; readonly stood_in_for: readonly string[] } | null
    readonly scheduled: number
    readonly entries:
      | readonly {
          readonly entry_uuid: string
          readonly kind: string
          readonly amount_minor: number
          readonly hours_hundredths?: number
          readonly raise?: RaisedDays
        }[]
      | null
    readonly back_pay: boolean
    /** The days that it claims; null for none. */
    readonly from: string | null
    readonly to: string | null
    /** The days that it is for, also when it was archived. */
    readonly first: string
    readonly last: string
  }[]
  readonly timesheets: readonly {
    readonly id: string
    readonly status: string
    readonly contract: string
    readonly from: string
    readonly hours: number | null
    readonly corrected: number | null
    readonly days: readonly { readonly date: string; readonly hours_hundredths: number }[] | null
    /** The days that the contract paid when they were reported. */
    readonly reported: readonly [string, string] | null
  }[]
  readonly payments: readonly {
    readonly id: string
    readonly item: string
    readonly status: string
    readonly hold: string | null
    readonly employer: string
    readonly source_currency: string
    readonly source: string
    readonly currency: string
    readonly amount: string | null
    readonly funded: boolean
    readonly attempt: number
    readonly contractor: string
    /** Where it was approved to go, as it was then; null for nowhere. */
    readonly destination: string | null
    readonly version: number | null
  }[]
  readonly destinations: readonly {
    readonly id: string
    readonly contractor: string
    readonly version: number
    /** Its share of the pay, in basis points; 0 out of use. */
    readonly share: number
  }[]
  readonly attempts: readonly {
    readonly id: string
    readonly payment: string
    readonly outcome: string | null
    readonly currency: string
    readonly amount: string
  }[]
  readonly rail: readonly {
    readonly id: string
    readonly accepted: boolean
    readonly currency: string
    readonly amount: string
  }[]
  readonly fundings: readonly {
    readonly reference: string
    readonly employer: string
    readonly currency: string
    readonly amount: string
  }[]
  /** What is booked of each credit of the bank, or waits; what was put aside of it for its parts; and what statements ever showed under its reference. */
  readonly credits: readonly {
    readonly entry: string
    readonly amount: string
    readonly aside: string
    readonly shown: string
  }[]
  readonly requests: readonly {
    readonly id: string
    readonly status: string
    readonly employer: string
    readonly currency: string
    readonly amount: string
    readonly received: string
  }[]
  readonly reversals: readonly {
    readonly employer: string
    readonly currency: string
    readonly amount: string
  }[]
  readonly receipts: readonly {
    readonly id: string
    readonly status: string
    readonly currency: string
    readonly amount: string
  }[]
  /** What is kept of the bank's entries, by the day and in the bank's words. */
  readonly shown: readonly {
    readonly day: string
    readonly minor: string
    readonly at: string
    readonly reference: string
  }[]
  readonly conversions: readonly {
    readonly id: string
    readonly status: string
    readonly employer: string
    readonly from: string
    readonly to: string
    readonly sold: string | null
    readonly bought: string | null
  }[]
  readonly fees: readonly {
    readonly id: string
    readonly kind: string
    readonly employer: string
    readonly contractor: string
    readonly payment: string
    readonly month: string
    readonly currency: string
    readonly amount: string
    readonly taken: boolean
    readonly invoice: string | null
  }[]
  readonly invoices: readonly {
    readonly id: string
    readonly employer: string
    readonly year: number
    readonly number: number
    readonly currency: string
    readonly amount: string
  }[]
  readonly accounts: readonly {
    readonly employer: string | null
    readonly kind: string
    readonly currency: string
    readonly balance: string
  }[]
  readonly invitations: readonly {
    readonly id: string
    readonly status: string
    readonly employer: string
    readonly email: string
    /** Who answered it. */
    readonly contractor: string | null
    /** Whether it was taken back before it was answered. */
    readonly removed: boolean
  }[]
  /** Links by which others read a contract. */
  readonly shares: readonly {
    readonly id: string
    readonly contract: string
    readonly employer: string
    readonly email: string
    readonly link_sent_at: string
    readonly revoked: boolean
  }[]
  readonly messages: readonly {
    readonly id: string
    readonly sent: boolean
    readonly read: boolean
  }[]
  /** Papers that were accepted, and whether an operator had opened each before. */
  readonly accepted_papers: readonly { readonly id: string; readonly opened: boolean }[]
  /** In the order of each file. */
  readonly batch_rows: readonly {
    readonly id: string
    readonly batch: string
    readonly employer: string
    readonly cancelled: boolean
    readonly email: string
    readonly reference: string
    readonly currency: string
    readonly amount: string
    readonly item: string | null
    /** Who has, or had, its address. */
    readonly known: readonly string[]
  }[]
}

/** Reads the state of a world. */
export async function readState(admin: Admin): Promise<State> {
  const [row] = await admin.rows<{ state: State }>(STATE, [], 'state')
  if (!row) throw new Error('the state of a world is one row')
  return row.state
}

const STATE = `
    select json_build_object(
      'contracts', (select coalesce(json_agg(json_build_object('id', contract_uuid, 'status', status, 'employer', employer_uuid,
          'contractor', contractor_sub, 'role', role, 'policy', pay_policy_uuid, 'rate', hourly_rate_minor::text,
          'hours', scheduled_hours_hundredths, 'from', lower(earns), 'to', upper(earns) - 1) order by contract_uuid), '[]') from contract),
      'batch_rows', (select coalesce(json_agg(json_build_object('id', r.batch_uuid || ' ' || r.row_number, 'batch', r.batch_uuid,
          'employer', r.employer_uuid, 'cancelled', b.cancelled_at is not null, 'email', r.email, 'reference', r.reference,
          'currency', r.currency, 'amount', r.amount_minor::text, 'item', r.line_item_uuid,
          'known', (select coalesce(json_agg(sub), '[]') from person p where p.email = r.email)) order by r.batch_uuid, r.row_number), '[]')
        from payment_batch_row r join payment_batch b using (batch_uuid)),
      'cycles', (select coalesce(json_agg(json_build_object('id', cycle_uuid, 'policy', policy_uuid, 'employer', employer_uuid,
          'from', start_date, 'to', end_date) order by cycle_uuid), '[]') from pay_cycle),
      'companies', (select coalesce(json_agg(json_build_object('id', employer_uuid, 'bands', approval_bands,
          'owners', (select json_agg(sub) from employer_member m where m.employer_uuid = e.employer_uuid and role = 'owner'),
          'team', (select json_agg(json_build_array(sub, role)) from employer_member m where m.employer_uuid = e.employer_uuid),
          'stands_in', (select coalesce(json_agg(json_build_array(substitute_sub, absent_sub)), '[]') from approval_substitute s
            where s.employer_uuid = e.employer_uuid)) order by employer_uuid), '[]') from employer e),
      'operators', (select json_agg(json_build_object('sub', sub, 'role', role, 'suspended', suspended_at is not null)) from operator join person using (sub)),
      'steps', (select coalesce(json_agg(json_build_object('id', step_uuid, 'kind', kind, 'employer', employer_uuid, 'answer', answer,
          'by', array_remove(array[asked_by, answered_by], null), 'may_answer', may_answer)), '[]') from approval_step),
      'bank_files', (select coalesce(json_agg(json_build_object('id', batch_uuid, 'status', status,
          'by', array_remove(array[made_by, answered_by], null))), '[]') from bank_batch),
      'items', (select coalesce(json_agg(json_build_object('id', line_item_uuid, 'status', status, 'employer', employer_uuid,
          'contractor', contractor_sub, 'role', role, 'cycle', cycle_uuid, 'contract', contract_uuid, 'currency', currency,
          'rate', hourly_rate_minor::text, 'hours', hours_hundredths, 'amount', amount_minor::text, 'edited', edited_at is not null, 'back_pay', back_pay,
          'scheduled', scheduled_hours_hundredths, 'entries', entries,
          'added', app.entries_minor(coalesce(entries, '[]'))::text,
          'approval', i.approval_uuid,
          'stood_in_for', (select coalesce(to_json(a.stood_in_for), '[]') from (select) x left join approval a on a.approval_uuid = i.approval_uuid),
          'approved_by', (select a.approved_by from approval a where a.approval_uuid = i.approval_uuid),
          'authors', (select coalesce(json_agg(distinct e ->> 'author_sub'), '[]') from jsonb_array_elements(i.entries) e),
          'first_yes', (select json_build_object('by', s.asked_by, 'stood_in_for', coalesce(s.content -> 'stood_in_for', '[]'))
            from approval a join approval_step s on s.digest = a.digest and s.answer = 'APPROVED' and s.answered_by = a.approved_by
              and s.answered_at = a.approved_at
            where a.approval_uuid = i.approval_uuid order by s.asked_at limit 1),
          'from', lower(earning), 'to', upper(earning) - 1, 'first', lower(earned), 'last', upper(earned) - 1) order by line_item_uuid), '[]') from line_item i),
      'timesheets', (select coalesce(json_agg(json_build_object('id', timesheet_uuid, 'status', t.status, 'contract', contract_uuid,
          'from', t.start_date, 'hours', hours_hundredths, 'corrected', corrected_hundredths, 'days', t.days,
          'reported', case when not isempty(reported_days) then json_build_array(lower(reported_days), upper(reported_days) - 1) end) order by timesheet_uuid), '[]') from timesheet t),
      'payments', (select coalesce(json_agg(json_build_object('id', payment_uuid, 'item', line_item_uuid, 'status', status,
          'hold', hold_reason, 'employer', employer_uuid, 'source_currency', source_currency, 'source', source_minor::text,
          'currency', currency, 'amount', amount_minor::text, 'funded', funded, 'attempt', attempt,
          'contractor', contractor_sub, 'destination', destination_uuid, 'version', destination_version) order by payment_uuid), '[]') from payment),
      'destinations', (select coalesce(json_agg(json_build_object('id', destination_uuid, 'contractor', contractor_sub, 'version', version,
          'share', case when status = 'ACTIVE' then percentage_bps else 0 end)), '[]') from destination),
      'attempts', (select coalesce(json_agg(json_build_object('id', attempt_uuid, 'payment', payment_uuid, 'outcome', outcome,
          'currency', currency, 'amount', amount_minor::text) order by attempt_uuid), '[]') from payment_attempt),
      'rail', (select coalesce(json_agg(json_build_object('id', attempt_uuid, 'accepted', accepted, 'currency', currency,
          'amount', amount_minor::text) order by attempt_uuid), '[]') from (
            select attempt_uuid, accepted, currency, amount_minor from simulated_rail.transfer
            -- What left by a file, unless the bank turned it away.
            union all select l.attempt_uuid, a.outcome is distinct from 'FAILED', b.currency, l.amount_minor from bank_batch_line l
              join bank_batch b using (batch_uuid) join payment_attempt a using (attempt_uuid) where b.status = 'RELEASED') gone),
      'fundings', (select coalesce(json_agg(json_build_object('reference', reference, 'employer', employer_uuid, 'currency', currency,
          'amount', amount_minor::text) order by reference), '[]') from funding),
      'credits', (select coalesce(json_agg(json_build_object('entry', entry, 'amount', amount, 'aside', aside,
          'shown', (select coalesce(sum(minor), 0)::text from bank_entry where lower(bank_reference) = entry and minor > 0))), '[]') from (
          select lower(coalesce(shares, reference)) entry, coalesce(sum(amount_minor) filter (where not apart), 0)::text amount,
              coalesce(sum(amount_minor) filter (where apart), 0)::text aside from (
              select shares, reference, f.amount_minor, coalesce(r.apart, false) apart from funding f left join funding_reversal r using (funding_uuid)
              union all select shares, reference, amount_minor, apart from suspense_receipt where status <> 'MATCHED') booked group by 1) by_entry),
      'requests', (select coalesce(json_agg(json_build_object('id', request_uuid, 'status', status, 'employer', employer_uuid,
          'currency', currency, 'amount', amount_minor::text, 'received', received_minor::text)), '[]') from funding_request),
      'reversals', (select coalesce(json_agg(json_build_object('employer', employer_uuid, 'currency', currency,
          'amount', amount_minor::text)), '[]') from funding_reversal),
      'receipts', (select coalesce(json_agg(json_build_object('id', receipt_uuid, 'status', status, 'currency', currency,
          'amount', amount_minor::text)), '[]') from suspense_receipt),
      'shown', (select coalesce(json_agg(json_build_object('day', day, 'minor', minor::text, 'at', coalesce(bank_reference, ''),
          'reference', coalesce(reference, ''))), '[]') from bank_entry e
        where takes_back is null and not exists (select from bank_entry b where b.takes_back = e.entry_uuid)),
      'conversions', (select coalesce(json_agg(json_build_object('id', conversion_uuid, 'status', status, 'employer', employer_uuid,
          'from', from_currency, 'to', to_currency, 'sold', sold_minor::text, 'bought', bought_minor::text)), '[]') from conversion),
      'fees', (select coalesce(json_agg(json_build_object('id', fee_uuid, 'kind', kind, 'employer', employer_uuid, 'contractor', contractor_sub,
          'payment', payment_uuid, 'month', to_char(earned_on, 'YYYY-MM'), 'currency', currency, 'amount', (net_minor + tax_minor)::text,
          'taken', taken_at is not null, 'invoice', billing_invoice_uuid) order by fee_uuid), '[]') from fee),
      'invoices', (select coalesce(json_agg(json_build_object('id', billing_invoice_uuid, 'employer', employer_uuid, 'year', year, 'number', number,
          'currency', currency, 'amount', (net_minor + tax_minor)::text) order by year, number), '[]') from billing_invoice),
      'accounts', (select coalesce(json_agg(json_build_object('employer', employer_uuid, 'kind', kind, 'currency', currency,
          'balance', (posted_in - posted_out)::text)), '[]') from ledger_account),
      'invitations', (select coalesce(json_agg(json_build_object('id', invitation_uuid, 'status', status, 'employer', employer_uuid,
          'email', email, 'contractor', contractor_sub, 'removed', removed_at is not null)), '[]') from invitation),
      'shares', (select coalesce(json_agg(json_build_object('id', share_uuid, 'contract', contract_uuid, 'employer', employer_uuid,
          'email', viewer_email, 'link_sent_at', link_sent_at, 'revoked', revoked_at is not null)), '[]') from contract_share),
      'messages', (select coalesce(json_agg(json_build_object('id', message_uuid, 'sent', sent_at is not null,
          'read', read_at is not null)), '[]') from message),
      'accepted_papers', (select coalesce(json_agg(json_build_object('id', document_uuid, 'opened', exists (select from file_read r
          where r.file_uuid = d.file_uuid and r.reader_role = 'operator' and r.read_at <= d.decided_at))), '[]')
        from identity_document d where status = 'VERIFIED')
    ) state`
