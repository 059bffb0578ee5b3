/** What a text finds, in few rows along indexes. Each statement sees the rows of who asks, and no others. */
import { sql } from 'kysely'
import type { ContractKind, ContractStatus } from '#domain/contracts/contract.ts'
import type { TypedAmount } from '#domain/kernel/typed-amount.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { CycleKind } from '#domain/payroll/pay-policy.ts'
import type { Tx } from '../kernel/db.ts'
import { saying } from '../kernel/paging.ts'
import { isOfAmount } from '../payments/index.ts'

export type FoundCycle = {
  readonly cycle_uuid: string
  readonly policy_uuid: string
  readonly employer_uuid: string
  readonly label: string
  readonly kind: CycleKind
  readonly pay_date: string
  readonly company_name: string
  readonly domain: string | null
}

const CYCLE = sql`
  select c.cycle_uuid, c.policy_uuid, c.employer_uuid, y.label, y.cycle_kind kind, c.pay_date, e.domain,
      app.employer_name(e.business_name, e.corporation_name, e.domain) company_name
    from pay_cycle c join payroll_policy y on y.policy_uuid = c.policy_uuid join employer e on e.employer_uuid = c.employer_uuid`

/** An employer's cycles whose policy's name or pay date says the text, the latest first; without one those that run, the earliest first. */
export async function findCycles(
  tx: Tx,
  { employer_uuid, q, limit }: { employer_uuid: string; q: string; limit: number },
): Promise<FoundCycle[]> {
  const said = saying(
    sql`concat_ws(' ', y.label, to_char(c.pay_date, 'FMMonth FMDD, YYYY'), to_char(c.pay_date, 'Mon'), c.pay_date::text)`,
    q,
  )
  const { rows } =
    await sql<FoundCycle>`${CYCLE} where c.employer_uuid = ${employer_uuid}::uuid and ${
      said
        ? sql`${said} order by c.pay_date desc, c.cycle_uuid desc`
        : sql`exists (select from cycle_count n where n.cycle_uuid = c.cycle_uuid and n.items > 0
        and n.mark in ('ITEM PENDING_APPROVAL', 'ITEM APPROVED')) order by c.pay_date, c.cycle_uuid`
    } limit ${limit}`.execute(tx)
  return rows
}

/** The latest cycles of these employers. */
export async function findCyclesOf(
  tx: Tx,
  employer_uuids: readonly string[],
  limit: number,
): Promise<FoundCycle[]> {
  const { rows } = await sql<FoundCycle>`${CYCLE} where c.cycle_uuid in (
      select l.cycle_uuid from unnest(${[...employer_uuids]}::uuid[]) f (employer_uuid), lateral (
        select o.cycle_uuid from pay_cycle o where o.employer_uuid = f.employer_uuid order by o.pay_date desc, o.cycle_uuid desc limit ${limit}) l)
    order by c.pay_date desc, c.cycle_uuid desc limit ${limit}`.execute(tx)
  return rows
}

export type FoundContract = {
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly role: string
  readonly kind: ContractKind
  readonly status: ContractStatus
  readonly name: string
  /** The first day on which it holds; null of a draft that does not say. */
  readonly start_date: string | null
  /** The last day, where it has one. */
  readonly end_date: string | null
}

const DAYS = sql`greatest(k.effective_date, k.contract_start_date) start_date, least(k.contract_end_date, k.superseded_from - 1) end_date`

/** An employer's contracts with these people, those whose role says the text and those that wait first; without a text those that wait. */
export async function findContracts(
  tx: Tx,
  {
    employer_uuid,
    subs,
    q,
    limit,
  }: { employer_uuid: string; subs: readonly string[]; q: string; limit: number },
): Promise<FoundContract[]> {
  const role = saying(sql`k.role`, q)
  const { rows } = await sql<FoundContract>`
    select k.contract_uuid, k.contractor_sub, k.role, k.kind, k.status, ${DAYS},
        app.person_name(p.first_name, p.last_name, p.email) "name"
      from contract k join person_seen p on p.sub = k.contractor_sub
      where k.employer_uuid = ${employer_uuid}::uuid and ${
        role
          ? sql`k.contractor_sub = any(${[...subs]}::text[]) and k.status <> 'DISCARDED' order by ${role} desc,`
          : sql`k.status in ('DRAFT', 'AWAITING_SIGNATURE') order by`
      } array_position(array['DRAFT', 'AWAITING_SIGNATURE', 'ACTIVE', 'REJECTED', 'EXPIRED', 'COMPLETED'], k.status),
        k.created_at desc, k.contract_uuid limit ${limit}`.execute(tx)
  return rows
}

/** What was offered to a contractor and says the text, what waits for the signature first. */
export async function findOffered(
  tx: Tx,
  { sub, q, limit }: { sub: string; q: string; limit: number },
): Promise<FoundContract[]> {
  const company = sql`app.employer_name(e.business_name, e.corporation_name, e.domain)`
  const said = saying(sql`concat_ws(' ', k.role, ${company})`, q)
  const { rows } = await sql<FoundContract>`
    select k.contract_uuid, k.contractor_sub, k.role, k.kind, k.status, ${DAYS}, ${company} "name"
      from contract k join employer e using (employer_uuid)
      where k.contractor_sub = ${sub} and k.approved_at is not null
        ${said ? sql`and ${said}` : sql``}
      order by k.status = 'AWAITING_SIGNATURE' desc, k.approved_at desc, k.contract_uuid limit ${limit}`.execute(
    tx,
  )
  return rows
}

export type FoundPayment = {
  readonly payment_uuid: string
  readonly contractor_name: string
  readonly company_name: string
  readonly pay_date: string
  readonly currency: string
  readonly minor: bigint
  readonly status: PaymentStatus
  readonly is_over: boolean
  readonly policy_uuid: string
  readonly cycle_uuid: string
  readonly line_item_uuid: string
}

const PAYMENT = sql`
  select p.payment_uuid, app.person_name(s.first_name, s.last_name, s.email) contractor_name,
      app.employer_name(e.business_name, e.corporation_name, e.domain) company_name, p.pay_date, p.status, p.is_over,
      case when coalesce(p.amount_minor, p.promised_minor) is null then p.source_currency else p.currency end currency,
      coalesce(p.amount_minor, p.promised_minor, p.source_minor) minor, c.policy_uuid, p.cycle_uuid, p.line_item_uuid
    from payment p join pay_cycle c on c.cycle_uuid = p.cycle_uuid join person_seen s on s.sub = p.contractor_sub join employer e on e.employer_uuid = p.employer_uuid`

/** The latest payments of these people. */
export async function findPaymentsOf(
  tx: Tx,
  subs: readonly string[],
  limit: number,
): Promise<FoundPayment[]> {
  const { rows } = await sql<FoundPayment>`${PAYMENT} where p.payment_uuid in (
      select o.payment_uuid from line_item i join payment o using (line_item_uuid) where i.contractor_sub = any(${[...subs]}::text[])
        order by o.pay_date desc, o.payment_uuid limit ${limit})
    order by p.pay_date desc, p.payment_uuid`.execute(tx)
  return rows
}

/** A contractor's payments of the employers whose name says the text, the latest first; none without a text. */
export async function findPaymentsFrom(
  tx: Tx,
  { sub, q, limit }: { sub: string; q: string; limit: number },
): Promise<FoundPayment[]> {
  const said = saying(sql`app.employer_name(e.business_name, e.corporation_name, e.domain)`, q)
  if (!said) return []
  const { rows } = await sql<FoundPayment>`${PAYMENT} where p.payment_uuid in (
      select o.payment_uuid from line_item i join payment o using (line_item_uuid) where i.contractor_sub = ${sub}) and ${said}
    order by p.pay_date desc, p.payment_uuid limit ${limit}`.execute(tx)
  return rows
}

/** So many of the payments that are over are looked through for an amount, the latest first. */
const LOOKED_THROUGH = 20_000
/** So many of an employer's cycles are, the latest first. */
const CYCLES_LOOKED_THROUGH = 12

/** The payments of an amount, of one employer or contractor or of all: those that are not over first, then the latest. */
export async function findPaymentsOfAmount(
  tx: Tx,
  amount: TypedAmount,
  { employer_uuid, sub, limit }: { employer_uuid?: string; sub?: string; limit: number },
): Promise<FoundPayment[]> {
  const found = isOfAmount(amount)
  const own = employer_uuid
    ? sql`i.cycle_uuid in (select cycle_uuid from pay_cycle where employer_uuid = ${employer_uuid}::uuid
        order by pay_date desc limit ${sql.lit(CYCLES_LOOKED_THROUGH)})`
    : sql`i.contractor_sub = ${sub ?? ''}`
  const which =
    employer_uuid || sub
      ? sql`select p.payment_uuid from line_item i join payment p using (line_item_uuid) where ${own} and ${found}`
      : sql`select p.payment_uuid from payment p where not p.is_over and ${found}
        union all
        select p.payment_uuid from (select payment_uuid, source_currency, source_minor, currency, promised_minor, amount_minor
          from payment where is_over order by pay_date desc, payment_uuid desc limit ${sql.lit(LOOKED_THROUGH)}) p where ${found}`
  const { rows } = await sql<FoundPayment>`${PAYMENT} where p.payment_uuid in (${which})
    order by p.is_over, p.pay_date desc, p.payment_uuid limit ${limit}`.execute(tx)
  return rows
}

/** The payments that failed, came back or of which nobody knows, the earliest first. */
export async function findWrongPayments(tx: Tx, limit: number): Promise<FoundPayment[]> {
  const { rows } = await sql<FoundPayment>`${PAYMENT} where p.is_wrong
    order by p.pay_date, p.payment_uuid limit ${limit}`.execute(tx)
  return rows
}
