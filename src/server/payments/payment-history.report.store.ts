/** The payments that are over, as operators look through them: pages along an index, whatever is asked for. */
import { type RawBuilder, sql } from 'kysely'
import { smallLetters } from '#domain/kernel/small-letters.ts'
import { typedAmount } from '#domain/kernel/typed-amount.ts'
import type { Tx } from '../kernel/db.ts'
import { saying, sayingFolded } from '../kernel/paging.ts'
import { withAvailable } from '../ledger/index.ts'
import { isOfAmount } from './amount-said.store.ts'
import type { ListedPayment } from './payment-facts.report.store.ts'

/** A payment that is over, with what its employer has available in its currency. */
export type EndedPayment = ListedPayment & { readonly available: bigint }

/** Which of the payments that are over are asked for; what is left out does not narrow. */
export type EndedFilter = {
  /** Part of the name of a contractor or an employer, the beginning of a reference, or an amount. */
  readonly search?: string | undefined
  readonly status?: 'SETTLED' | 'CANCELLED' | undefined
  readonly network?: string | undefined
  /** Pay dates, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly after?: { readonly pay_date: string; readonly payment_uuid: string } | undefined
  readonly limit: number
}

const FUNDS = withAvailable(sql`p.employer_uuid`, sql`p.source_currency`)
const NEWEST = sql`p.pay_date desc, p.payment_uuid desc`

/**
 * A page of settled and cancelled payments for operators, newest first. It is cut along its index before anything is joined to it. A column
 * that the index of verifications lacks keeps the planner from that index, which begins with another and is looked up twice a row.
 */
export async function listEnded(tx: Tx, filter: EndedFilter): Promise<EndedPayment[]> {
  const text = filter.search?.trim()
  const of = text ? sql`p.payment_uuid in (${await foundBy(tx, text, filter)})` : narrowed(filter)
  const { rows } = await sql<EndedPayment>`
    select p.payment_uuid, p.employer_uuid, p.line_item_uuid, p.cycle_uuid, c.policy_uuid, p.contractor_sub, p.destination_label, p.network,
        p.source_currency, p.source_minor, p.currency, p.promised_minor, p.amount_minor, p.pay_date, p.status, p.failure_reason, p.reference,
        p.simulated, p.attempt, p.created_at, p.settled_at, p.outside, p.given_back_at, person.first_name contractor_first_name, person.last_name contractor_last_name,
        coalesce(k.verification, 'UNVERIFIED') contractor_verification, e.domain employer_domain,
        app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        (select t.rail from payment_attempt t where t.attempt_uuid = p.attempt_uuid) rail, ${FUNDS.available}
      from (select payment_uuid, employer_uuid, line_item_uuid, cycle_uuid, contractor_sub, destination_label, network, source_currency, source_minor,
            currency, promised_minor, amount_minor, pay_date, status, failure_reason, reference, simulated, attempt, attempt_uuid, created_at,
            settled_at, outside, given_back_at from payment p where ${of} order by ${NEWEST} limit ${sql.lit(filter.limit)}) p
        join pay_cycle c on c.cycle_uuid = p.cycle_uuid
        join person_seen person on person.sub = p.contractor_sub
        left join contractor k on k.sub = p.contractor_sub and k.version > 0
        join employer e on e.employer_uuid = p.employer_uuid
        ${FUNDS.join}
      order by ${NEWEST}`.execute(tx)
  return rows
}

function narrowed({ status, network, from, to, after }: EndedFilter): RawBuilder<unknown> {
  return sql`p.is_over
    ${status === 'CANCELLED' ? sql`and p.is_cancelled` : status ? sql`and not p.is_cancelled` : sql``}
    ${network ? sql`and p.network = ${network}` : sql``}
    ${from ? sql`and p.pay_date >= ${from}::date` : sql``}
    ${to ? sql`and p.pay_date <= ${to}::date` : sql``}
    ${after ? sql`and (p.pay_date, p.payment_uuid) < (${after.pay_date}::date, ${after.payment_uuid}::uuid)` : sql``}`
}

/** The payments that a text finds, each way along an index of its own and no further than the page. */
async function foundBy(tx: Tx, text: string, filter: EndedFilter): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ subs: string[] | null; employers: string[] }>`
    select app.find_people(${text}) subs, coalesce(app.find_employers(${text}), array(select e.employer_uuid from employer e
      where ${saying(sql`concat_ws(' ', e.business_name, e.corporation_name, e.domain)`, text)})) employers`.execute(
    tx,
  )
  const { subs, employers } = rows[0] ?? { subs: [], employers: [] }
  const amount = typedAmount(text)
  const start = `${smallLetters(text).replace(/[\\%_]/g, '\\$&')}%`
  const ways = [
    peopleSaid(text, subs),
    sql`p.ended_reference like ${start}`,
    ...(employers.length > 0 ? [sql`p.employer_uuid = any(${employers}::uuid[])`] : []),
    ...(amount
      ? [
          sql`p.ended_amounts && ${amount.minors.map(({ minor }) => minor)}::bigint[] and ${isOfAmount(amount)}`,
        ]
      : []),
  ].map(
    way => sql`(select p.payment_uuid from payment p where ${narrowed(filter)} and ${way}
      order by ${NEWEST} limit ${sql.lit(filter.limit)})`,
  )
  return sql.join(ways, sql` union all `)
}

/** Few people are looked up by their line items; those of whom a text is said that many have in common are met on the way. */
function peopleSaid(text: string, subs: readonly string[] | null): RawBuilder<unknown> {
  if (subs)
    return sql`p.line_item_uuid = any(array(select i.line_item_uuid from line_item i where i.contractor_sub = any(${[...subs]}::text[])))`
  return sql`exists (select from person_seen s where s.sub = p.contractor_sub
    and ${sayingFolded(sql`s.said`, text)})`
}
