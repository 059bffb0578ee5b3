/** What a pack of evidence reads of a pay cycle, slice by slice. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type ProvenCycle = {
  readonly cycle_uuid: string
  readonly employer_uuid: string
  readonly employer: string
  readonly domain: string | null
  readonly policy_uuid: string
  readonly policy: string
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
  readonly opened_at: Date
}

/** The cycle, or undefined. */
export async function findProvenCycle(
  tx: Tx,
  cycle_uuid: string,
): Promise<ProvenCycle | undefined> {
  const { rows } = await sql<ProvenCycle>`
    select c.cycle_uuid, c.employer_uuid, app.employer_name(e.business_name, e.corporation_name, e.domain) employer, e.domain,
        c.policy_uuid, y.label policy, c.start_date, c.end_date, c.pay_date, c.opened_at
      from pay_cycle c join payroll_policy y on y.policy_uuid = c.policy_uuid join employer e on e.employer_uuid = c.employer_uuid
      where c.cycle_uuid = ${cycle_uuid}::uuid`.execute(tx)
  return rows[0]
}

/** The next items of a cycle, in id order, with all that their amount is made of. */
export async function listProvenItems(
  tx: Tx,
  cycle_uuid: string,
  after: string | undefined,
  limit: number,
) {
  const { rows } = await sql<{
    line_item_uuid: string
    contractor_sub: string
    status: string
    [column: string]: unknown
  }>`
    select i.line_item_uuid, i.contractor_sub, s.first_name, s.last_name, i.contract_uuid, i.role, i.status, i.currency, i.hourly_rate_minor,
        i.scheduled_hours_hundredths, i.hours_hundredths, i.entries, i.back_pay, i.edited_by, i.edited_at, i.amount_minor, i.proration,
        i.approval_uuid, i.approved_at, i.paid_at
      from line_item i join person_seen s on s.sub = i.contractor_sub
      where i.cycle_uuid = ${cycle_uuid}::uuid and ${after ? sql`i.line_item_uuid > ${after}::uuid` : sql`true`}
      order by i.line_item_uuid limit ${limit}`.execute(tx)
  return rows
}

/** All payments of these items, also those that were cancelled. */
export async function listProvenPayments(tx: Tx, line_item_uuids: readonly string[]) {
  const { rows } = await sql<{
    payment_uuid: string
    line_item_uuid: string
    [column: string]: unknown
  }>`
    select payment_uuid, line_item_uuid, destination_uuid, destination_version, destination_label, network, percentage_bps, source_currency,
        source_minor, currency, promised_minor, amount_minor, rate, rate_source, rate_as_of, pay_date, status, hold_reason, failure_reason, note,
        reference, simulated, outside, stays_unpaid, given_back_at, attempt, attempt_uuid, execution_uuid, executed_at, sent_at, settled_at, created_at
      from payment where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) order by payment_uuid`.execute(
    tx,
  )
  return rows
}

/** All attempts of these payments, the first of each first. */
export async function listProvenAttempts(tx: Tx, payment_uuids: readonly string[]) {
  const { rows } = await sql<{ payment_uuid: string; [column: string]: unknown }>`
    select attempt_uuid, payment_uuid, number, rail, currency, amount_minor, requested_by, requested_at, execution_uuid, outcome, reference,
        reason, ended_at
      from payment_attempt where payment_uuid = any(${[...payment_uuids]}::uuid[]) order by payment_uuid, number`.execute(
    tx,
  )
  return rows
}

/** The approvals of a cycle, the first one first, each with the parts that its lines are kept in. */
export async function listProvenApprovals(tx: Tx, cycle_uuid: string) {
  const { rows } = await sql<{
    approval_uuid: string
    digest: string
    terms: string
    approved_by: string
    approved_at: Date
    stood_in_for: string[]
    parts: number[]
  }>`
    select a.approval_uuid, a.digest, a.content terms, a.approved_by, a.approved_at, a.stood_in_for,
        array(select part from approval_part p where p.approval_uuid = a.approval_uuid order by part) parts
      from approval a where a.cycle_uuid = ${cycle_uuid}::uuid order by a.approved_at, a.approval_uuid`.execute(
    tx,
  )
  return rows
}

/** A part of what was approved: lines as they were spelled. */
export async function findApprovedLines(
  tx: Tx,
  approval_uuid: string,
  part: number,
): Promise<string> {
  const { rows } = await sql<{ content: string }>`
    select content from approval_part where approval_uuid = ${approval_uuid}::uuid and part = ${part}`.execute(
    tx,
  )
  return rows[0]?.content ?? ''
}

/** The contracts by which a cycle pays, with their file, its digest and who signed which digest. */
export async function listProvenContracts(tx: Tx, cycle_uuid: string) {
  const { rows } = await sql<{
    contract_uuid: string
    file_uuid: string | null
    sha256: string | null
    /** What it is called in a pack. */
    file: string | null
    [column: string]: unknown
  }>`
    select k.contract_uuid, k.kind, k.revision, k.role, k.status, k.contractor_sub, k.effective_date, k.contract_start_date, k.contract_end_date,
        f.file_uuid, f.sha256,
        'contracts/' || k.contract_uuid || case f.mime_type when 'application/pdf' then '.pdf' when 'image/png' then '.png' when 'image/jpeg' then '.jpg' end file,
        coalesce((select json_agg(json_build_object('party', g.party, 'sub', g.sub, 'name', g.name, 'title', g.title, 'signed_at', g.signed_at,
              'pdf_sha256', g.pdf_sha256) order by g.signed_at) from contract_signature g where g.contract_uuid = k.contract_uuid), '[]') signatures
      from contract k left join stored_file f on f.file_uuid = coalesce(k.agreement_file_uuid, k.pdf_file_uuid) and f.removed_at is null
      where k.contract_uuid in (select contract_uuid from line_item where cycle_uuid = ${cycle_uuid}::uuid)
      order by k.contract_uuid`.execute(tx)
  return rows
}

/**
 * The files by which a cycle was paid and what banks answered, each with its lines about the cycle. A file goes into a pack where all of it is
 * about the same employer (`file` is then what it is called there): what concerns others is theirs, and its digest has to do.
 */
export async function listProvenFiles(tx: Tx, cycle_uuid: string) {
  const { rows } = await sql<{
    file: string | null
    file_uuid: string
    sha256: string
    [column: string]: unknown
  }>`
    with attempt as (
      select a.attempt_uuid, a.employer_uuid from line_item i join payment p using (line_item_uuid) join payment_attempt a using (payment_uuid)
        where i.cycle_uuid = ${cycle_uuid}::uuid
    ), sent as (
      select b.batch_uuid id, json_agg(json_build_object('attempt_uuid', l.attempt_uuid, 'reference', l.reference, 'amount_minor', l.amount_minor::text,
            'counts', l.counts) order by l.attempt_uuid) lines
        from attempt join bank_batch_line l using (attempt_uuid) join bank_batch b using (batch_uuid) group by 1
    ), answered as (
      select l.answer_uuid id, json_agg(json_build_object('attempt_uuid', l.attempt_uuid, 'reference', l.reference, 'outcome', l.outcome, 'did', l.did,
            'currency', l.currency, 'amount_minor', l.amount_minor::text, 'reason', l.reason) order by l.line) lines
        from attempt join bank_answer_line l using (attempt_uuid) group by 1
    ), own as (select distinct employer_uuid from attempt)
    select 'SENT' kind, b.batch_uuid id, b.status, b.number, b.due_on, b.made_by, b.made_at, b.answered_by, b.answered_at, b.file_uuid,
        b.file_sha256 sha256, sent.lines,
        case when not exists (select from bank_batch_line l join payment_attempt a using (attempt_uuid)
            where l.batch_uuid = b.batch_uuid and a.employer_uuid not in (select employer_uuid from own)) then 'files/' || b.batch_uuid end file
      from sent join bank_batch b on b.batch_uuid = sent.id
    union all
    select 'ANSWER', n.answer_uuid, null, null, null, n.given_by, n.given_at, null, null, n.file_uuid, n.file_sha256, answered.lines,
        case when not exists (select from bank_answer_line l left join payment_attempt a using (attempt_uuid)
            where l.answer_uuid = n.answer_uuid and (a.employer_uuid is null or a.employer_uuid not in (select employer_uuid from own)))
          then 'files/' || n.answer_uuid end
      from answered join bank_answer n on n.answer_uuid = answered.id
    order by 7, 2`.execute(tx)
  return rows
}

/** The paid items of a cycle after one of them, in id order: of each there is a payslip. */
export async function listPaidItems(
  tx: Tx,
  cycle_uuid: string,
  after: string | undefined,
  limit: number,
) {
  const { rows } = await sql<{ line_item_uuid: string; contractor_sub: string }>`
    select line_item_uuid, contractor_sub from line_item
      where cycle_uuid = ${cycle_uuid}::uuid and status = 'PAID' and ${after ? sql`line_item_uuid > ${after}::uuid` : sql`true`}
      order by line_item_uuid limit ${limit}`.execute(tx)
  return rows
}

/** Where the audit chain of an employer begins to be about what came after an instant, the hash before that, and where it ends by now. */
export async function findChainPart(tx: Tx, employer_uuid: string, since: Date) {
  const { rows } = await sql<{
    first_seq: bigint
    previous_hash: string
    last_seq: bigint
    last_hash: string
  }>`
    with first as (select min(seq) seq from audit_entry where chain = ${employer_uuid} and created_at >= ${since})
    select first.seq first_seq, coalesce(encode(b.hash, 'hex'), '') previous_hash, h.head_seq last_seq, encode(h.head_hash, 'hex') last_hash
      from first join audit_chain h on h.chain = ${employer_uuid}
        left join audit_entry b on b.chain = ${employer_uuid} and b.seq = first.seq - 1
      where first.seq is not null`.execute(tx)
  return rows[0]
}

/** The next entries of a chain up to `to`: the text over which each one's hash goes, after the hash before it (`app.audit_hash`), and that hash. */
export async function listChainEntries(
  tx: Tx,
  chain: string,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  limit: number,
) {
  const { rows } = await sql<{ seq: bigint; hashed: string; hash: string }>`
    select e.seq, encode(e.hash, 'hex') hash, jsonb_build_array(e.chain, e.seq, extract(epoch from e.created_at), e.actor_sub, e.actor_role,
        e.request_id, e.action, e.entity, to_jsonb(e.entity_uuids), e.before, e.after)::text hashed
      from audit_entry e
      where e.chain = ${chain} and e.seq between ${from} and ${to} order by e.seq limit ${limit}`.execute(
    tx,
  )
  return rows
}
