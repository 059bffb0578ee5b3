import { type RawBuilder, sql } from 'kysely'
import type { AccountKind, TransferCode } from '#domain/ledger/transfer-codes.ts'
import type { Tx } from '../kernel/db.ts'

/** What moved into and out of accounts since an instant, to be taken from what they hold now; nothing without an instant. */
function movedSince(at: Date | null): RawBuilder<unknown> {
  if (!at) return sql`(select null::bigint account_id, null::bigint net where false)`
  return sql`(select account_id, sum(net)::bigint net from (
      select to_account account_id, amount_minor net from ledger_transfer where created_at > ${at} and state in ('POSTED', 'POST')
      union all select from_account, -amount_minor from ledger_transfer where created_at > ${at} and state in ('POSTED', 'POST')) legs group by 1)`
}

export type KindBalance = {
  readonly currency: string
  readonly kind: AccountKind
  readonly minor: bigint
}

/** What lies in accounts of each kind, by currency: as they are kept, less what moved since an instant. */
export async function sumKinds(tx: Tx, at: Date | null): Promise<KindBalance[]> {
  const { rows } = await sql<KindBalance>`
    select a.currency, a.kind, sum(a.posted_in - a.posted_out - coalesce(m.net, 0))::bigint minor
      from ledger_account a left join ${movedSince(at)} m using (account_id)
      group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

type Of = { readonly employer_uuid: string | null; readonly currency: string | null }

export type AccountRow = KindBalance & {
  readonly account_id: bigint
  readonly domain: string | null
  readonly company_name: string | null
}

const COMPANY = sql`e.domain, app.employer_name(e.business_name, e.corporation_name, e.domain) company_name`

/** Accounts after one of them, with what they hold now or held at an instant. */
export async function listAccountRows(
  tx: Tx,
  {
    employer_uuid,
    currency,
    at,
    after,
    limit,
  }: Of & {
    readonly at: Date | null
    readonly after: number
    readonly limit: number
  },
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    with shown as materialized (select account_id, employer_uuid, kind, currency, posted_in - posted_out minor from ledger_account
        where account_id > ${after} ${employer_uuid === null ? sql`` : sql`and employer_uuid = ${employer_uuid}::uuid`}
          ${currency === null ? sql`` : sql`and currency = ${currency}`}
        order by account_id limit ${limit})
    select s.account_id, s.kind, s.currency, (s.minor - coalesce(m.net, 0))::bigint minor, ${COMPANY}
      from shown s left join employer e using (employer_uuid) left join ${movedSince(at)} m using (account_id) order by s.account_id`.execute(
    tx,
  )
  return rows
}

export type TransferView = {
  readonly transfer_uuid: string
  readonly seq: bigint
  readonly created_at: Date
  readonly code: TransferCode
  readonly currency: string
  readonly amount_minor: bigint
  readonly from_kind: AccountKind
  readonly to_kind: AccountKind
  readonly from_own: boolean
  readonly to_own: boolean
  readonly domain: string | null
  readonly company_name: string | null
  readonly reversed: boolean
}

/** Transfers, newest first. */
export async function listTransferRows(
  tx: Tx,
  {
    employer_uuid,
    currency,
    code,
    before,
    after,
    limit,
  }: Of & {
    readonly code: string | null
    /** Nothing from this instant on. */
    readonly before: Date | null
    readonly after: readonly [created_at: string, seq: number] | undefined
    readonly limit: number
  },
): Promise<TransferView[]> {
  const { rows } = await sql<TransferView>`
    select t.transfer_uuid, t.seq, t.created_at, t.code, t.currency, t.amount_minor, f.kind from_kind, o.kind to_kind,
        f.employer_uuid is not null from_own, o.employer_uuid is not null to_own, ${COMPANY}, r.funding_uuid is not null reversed
      from ledger_transfer t join ledger_account f on f.account_id = t.from_account join ledger_account o on o.account_id = t.to_account
        left join employer e on e.employer_uuid = t.employer_uuid left join funding_reversal r on r.funding_uuid = t.subject_uuid
      where true ${employer_uuid === null ? sql`` : sql`and t.employer_uuid = ${employer_uuid}::uuid`}
        ${currency === null ? sql`` : sql`and t.currency = ${currency}`} ${code === null ? sql`` : sql`and t.code = ${code}`}
        ${before === null ? sql`` : sql`and t.created_at < ${before}`}
        ${after ? sql`and (t.created_at, t.seq) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql``}
      order by t.created_at desc, t.seq desc limit ${limit}`.execute(tx)
  return rows
}

export type StatementLine = {
  readonly at: Date
  readonly code: TransferCode
  readonly count: number
  readonly change: bigint
  readonly reference: string | null
  /** The cycle that it was set aside for, or given back by. */
  readonly pay: { readonly policy_label: string; readonly pay_date: string } | null
}

/**
 * What came and went of an employer's available balance from one instant up to another, what one transaction did for one reason and one
 * cycle in one line, and what it was at the end.
 */
export async function readStatement(
  tx: Tx,
  of: {
    readonly employer_uuid: string
    readonly currency: string
    readonly from: Date
    readonly to: Date
  },
): Promise<{ lines: StatementLine[]; closing: bigint }> {
  const { employer_uuid, currency, from, to } = of
  const own = sql`(select account_id, posted_in - posted_out minor from ledger_account
    where employer_uuid = ${employer_uuid}::uuid and currency = ${currency} and kind = 'available')`
  const legs = (when: RawBuilder<unknown>) => sql`
    select t.xact, t.seq, t.created_at, t.code, t.subject_uuid, case when t.to_account = own.account_id then t.amount_minor else -t.amount_minor end change
      from ledger_transfer t join ${own} own on own.account_id in (t.from_account, t.to_account)
      where t.employer_uuid = ${employer_uuid}::uuid and t.currency = ${currency} and t.state in ('POSTED', 'POST') and ${when}`
  const { rows: lines } = await sql<StatementLine>`
    select s.at, s.code, s.count, s.change, s.reference,
        case when y.cycle_uuid is not null then json_build_object('policy_label', p.label, 'pay_date', y.pay_date) end pay
      from (
        select min(l.created_at) at, min(l.seq) seq, l.code, count(*)::int count, sum(l.change)::bigint change, i.cycle_uuid,
            min(coalesce(f.reference, case l.code when 'conversion_sold' then c.to_currency when 'conversion_bought' then c.from_currency end)) reference
          from (${legs(sql`t.created_at >= ${from} and t.created_at < ${to}`)}) l
            left join funding f on l.code in ('funding_received', 'receipt_matched', 'funding_reversed') and f.funding_uuid = l.subject_uuid
            left join conversion c on l.code in ('conversion_sold', 'conversion_bought') and c.conversion_uuid = l.subject_uuid
            left join line_item i on l.code in ('item_approved', 'item_funded', 'item_withdrawn') and i.line_item_uuid = l.subject_uuid
          group by l.xact, l.code, i.cycle_uuid,
            case when l.code in ('item_approved', 'item_funded', 'item_withdrawn', 'fee_taken') then null else l.subject_uuid end) s
        left join pay_cycle y on y.cycle_uuid = s.cycle_uuid left join payroll_policy p on p.policy_uuid = y.policy_uuid
      order by s.at, s.seq`.execute(tx)
  const { rows: after } = await sql<{ closing: bigint }>`
    select (coalesce((select minor from ${own} own), 0) - coalesce((select sum(change) from (${legs(sql`t.created_at >= ${to}`)}) l), 0))::bigint closing`.execute(
    tx,
  )
  return { lines, closing: after[0]?.closing ?? 0n }
}

/** What lies outside of Corridor in a currency, in the sign of a bank that keeps it for us: what came less what left, however long ago. */
export async function readKeptOutside(tx: Tx, currency: string): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(posted_out - posted_in), 0)::bigint minor from ledger_account where kind = 'outside' and currency = ${currency}`.execute(
    tx,
  )
  return rows[0]?.minor ?? 0n
}
