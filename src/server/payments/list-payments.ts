import type { z } from 'zod'
import type { Endpoint, FileInPieces } from '#contract/kernel/endpoint.ts'
import { mending } from '#contract/mending.ts'
import { payments, type UnpaidPayment } from '#contract/payments.ts'
import { mayBeAskedAgain } from '#domain/destinations/first-payment.ts'
import { avatarColor } from '#domain/kernel/avatar.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import { convert } from '#domain/kernel/rate.ts'
import { toOperator } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import { isOverdue } from '#domain/payments/mending.ts'
import { hasNotLeft, type PaymentStatus, UNPAID_STATUSES } from '#domain/payments/payment.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { csvOf } from '../kernel/csv.ts'
import { mayCall } from '../kernel/may-call.ts'
import { DateKey, decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { readBalancesOf } from '../ledger/index.ts'
import { listWaitingForWord, type WaitsForWord } from './first-payments.report.store.ts'
import { railsFollowed } from './followed.ts'
import { haltedSince } from './halt.store.ts'
import { countUnpaid } from './payment.store.ts'
import { blockersOf } from './payment-blockers.ts'
import {
  type ListedPayment,
  listPayments,
  type PaymentFactsRow,
} from './payment-facts.report.store.ts'
import { type EndedFilter, listEnded } from './payment-history.report.store.ts'
import { listOthers, type OtherPlace } from './work-list.report.store.ts'

type Shown = z.output<typeof UnpaidPayment>
type Query = {
  limit: number
  cursor?: string | undefined
  status?: PaymentStatus | undefined
  search?: string | undefined
  execution_uuid?: string | undefined
}

/** A page of unpaid payments with the blockers of each, and the counts per status. */
export async function listUnpaid(ctx: Ctx, query: Query) {
  const [found, rateFor, halted, counts] = await Promise.all([
    listPayments(ctx.tx, {
      ...oneMoreAfter(query),
      status: query.status,
      search: query.search,
      execution_uuid: query.execution_uuid,
      statuses: UNPAID_STATUSES,
    }),
    loadRates(ctx),
    haltedSince(ctx.tx),
    countUnpaid(ctx.tx),
  ])
  const { rows, next_cursor } = pageOf(found, query.limit, keyOf)
  const astray = rows.filter(row => row.attempt > 0 && row.destination_status !== 'ACTIVE')
  const held = rows.filter(({ status }) => status === 'HELD')
  const [fundsOf, others, wordless] = await Promise.all([
    fundsOfEmployers(ctx, rows, rateFor),
    listOthers(
      ctx.tx,
      astray.map(row => row.payment_uuid),
    ),
    listWaitingForWord(
      ctx.tx,
      held.map(row => row.payment_uuid),
      ctx.now,
    ),
  ])
  const rails = railsFollowed(ctx.gateways)
  return {
    items: rows.map(row => {
      const shown = present(ctx.actor, row, blockersOf(row, ctx, rateFor, halted), fundsOf(row))
      return {
        ...shown,
        elsewhere: elsewhereOf(others.find(of => of.payment_uuid === row.payment_uuid)),
        ...wordOf(
          ctx.actor,
          shown,
          wordless.find(of => of.rest_uuid === row.payment_uuid),
        ),
        ...(isToForgo(ctx, rails, row) && { allowed_actions: ['forgo' as const] }),
      }
    }),
    next_cursor,
    counts,
  }
}

/** Whether two operators may have a payment taken no more by the rail that it was to leave by (`mendsOf`). */
function isToForgo(
  { actor, now }: Ctx,
  rails: readonly string[],
  { status, rail, left_at }: PaymentFactsRow,
): boolean {
  const waits = status === 'EXECUTING' && rails.includes(rail ?? '') && isOverdue(left_at, now)
  return waits && mayCall(actor, CALLS.forgo)
}

/** Of what waits for a word about a small first payment: when its contractor was asked again, and whether they may be once more. */
function wordOf(
  actor: Actor,
  { allowed_actions }: Shown,
  of: WaitsForWord | undefined,
): Pick<Shown, 'asked_first_at' | 'allowed_actions'> {
  const may =
    of && mayBeAskedAgain(of.days, of.last_asked) && mayCall(actor, mending.askFirstPayment)
  return {
    asked_first_at: of?.asked_at ?? null,
    allowed_actions: may ? [...allowed_actions, 'ask_first'] : allowed_actions,
  }
}

function elsewhereOf(other: OtherPlace | undefined): Shown['elsewhere'] {
  return other ? { destination_uuid: other.destination_uuid, label: other.label } : null
}

/** How the history is narrowed. */
type Narrowed = Omit<EndedFilter, 'after' | 'limit'>

/** A page of the payment history, newest first. What is over has no blockers: nothing that judges them is read. */
export async function listHistory(ctx: Ctx, query: Narrowed & Pick<Query, 'limit' | 'cursor'>) {
  const { limit, cursor, ...narrowed } = query
  const found = await listEnded(ctx.tx, { ...narrowed, ...oneMoreAfter({ limit, cursor }) })
  const { rows, next_cursor } = pageOf(found, limit, keyOf)
  const inDollars = rows.every(row => row.source_currency === 'USD')
  const rateFor = inDollars ? () => undefined : await loadRates(ctx)
  return {
    items: rows.map(row =>
      present(ctx.actor, row, [], fundsIn(row.source_currency, row.available, rateFor)),
    ),
    next_cursor,
  }
}

const CSV_PAGE = 2_000
const CSV_COLUMNS = [
  ...(['payment_uuid', 'company_name', 'contractor_name', 'pay_date', 'destination'] as const),
  ...(['network', 'amount', 'currency', 'status', 'settled_at', 'reference', 'simulated'] as const),
  ...(['outside', 'given_back'] as const),
]

/** The history, narrowed as its list, as CSV, page by page; texts that a spreadsheet would run as a formula are escaped. */
export async function historyCsv(ctx: Ctx, narrowed: Narrowed): Promise<FileInPieces> {
  return {
    file_name: `payments-${ctx.today}.csv`,
    mime_type: 'text/csv',
    pieces: csvOf<Key>(
      after => ctx.readLater(later => csvPage(later, narrowed, after)),
      CSV_COLUMNS,
    ),
  }
}

type Key = { readonly pay_date: string; readonly payment_uuid: string }

async function csvPage({ tx }: Ctx, narrowed: Narrowed, after: Key | undefined) {
  const rows = await listEnded(tx, { ...narrowed, limit: CSV_PAGE, after })
  return {
    records: rows.map(csvRecord),
    last: rows.length < CSV_PAGE ? undefined : rows.at(-1),
  }
}

function csvRecord(row: ListedPayment): Record<(typeof CSV_COLUMNS)[number], string> {
  const { amount, source } = sumsOf(row)
  const { minor, currency } = amount ?? source
  return {
    payment_uuid: row.payment_uuid,
    company_name: row.employer_name,
    contractor_name: nameOf(row),
    pay_date: row.pay_date,
    destination: row.destination_label,
    network: row.network,
    amount: formatMinor(minor, exponentOf(currency)),
    currency,
    status: row.status,
    settled_at: row.settled_at?.toISOString() ?? '',
    reference: row.reference ?? '',
    simulated: row.simulated ? 'simulated' : '',
    outside: row.outside ? 'outside' : '',
    given_back: row.given_back_at ? 'given back' : '',
  }
}

const keyOf = (row: ListedPayment) => [row.pay_date, row.payment_uuid]

function oneMoreAfter({ limit, cursor }: Pick<Query, 'limit' | 'cursor'>) {
  const [pay_date, payment_uuid] = decodeCursor(cursor, DateKey) ?? []
  const after = pay_date && payment_uuid ? { pay_date, payment_uuid } : undefined
  return { limit: limit + 1, after }
}

function present(
  actor: Actor,
  row: ListedPayment,
  blockers: ReturnType<typeof blockersOf>,
  { funds_available, funds_available_usd }: Funds,
): Shown {
  return {
    payment_uuid: row.payment_uuid,
    employer_domain: row.employer_domain ?? '',
    company_name: row.employer_name,
    contractor_name: nameOf(row),
    contractor_sub: row.contractor_sub,
    contractor_verification_status: row.contractor_verification,
    contractor_avatar_color: avatarColor(nameOf(row)),
    pay_date: row.pay_date,
    ...sumsOf(row),
    network: row.network,
    funds_available,
    funds_available_usd,
    source_account: `${row.employer_name}, ${row.source_currency}`,
    source_platform: row.rail ?? '',
    destination_account: row.destination_label,
    requested_on: row.created_at,
    status: row.status,
    attempt: row.attempt,
    reference: hasNotLeft(row.status) ? null : row.reference,
    failure_reason: row.failure_reason,
    simulated: row.simulated,
    outside: row.outside,
    given_back: row.given_back_at !== null,
    line_item_uuid: row.line_item_uuid,
    cycle_uuid: row.cycle_uuid,
    policy_uuid: row.policy_uuid,
    blockers: blockers.map(blocker => withReason(toOperator(blocker))),
    allowed_actions: actionsOf(row, blockers).filter(action => mayCall(actor, CALLS[action])),
  }
}

/** What a payment pays, or is promised to, and of how much pay it is; null where no rate says it yet. */
function sumsOf(row: ListedPayment): Pick<Shown, 'amount' | 'source'> {
  const minor = row.amount_minor ?? row.promised_minor
  return {
    amount: minor === null ? null : { currency: row.currency, minor },
    source: { currency: row.source_currency, minor: row.source_minor },
  }
}

type Funds = Pick<Shown, 'funds_available' | 'funds_available_usd'>

/** What each employer of a page has available in a payment's source currency, and that in dollars. */
async function fundsOfEmployers(
  ctx: Ctx,
  rows: readonly ListedPayment[],
  rateFor: RateFor,
): Promise<(row: ListedPayment) => Funds> {
  const employers = [...new Set(rows.map(row => row.employer_uuid))]
  const funds = new Map<string, Funds>()
  for (const { employer_uuid, currency, available } of await readBalancesOf(ctx.tx, employers))
    funds.set(`${employer_uuid} ${currency}`, fundsIn(currency, available, rateFor))
  return ({ employer_uuid, source_currency }) =>
    funds.get(`${employer_uuid} ${source_currency}`) ?? fundsIn(source_currency, 0n, rateFor)
}

function fundsIn(currency: string, minor: bigint, rateFor: RateFor): Funds {
  const funds_available = { currency, minor }
  if (currency === 'USD')
    return { funds_available, funds_available_usd: { amount: funds_available, as_of: null } }
  const rate = rateFor(currency, 'USD')
  const amount = rate && convert(funds_available, rate)
  return {
    funds_available,
    funds_available_usd: amount ? { amount, as_of: new Date(rate.as_of) } : null,
  }
}

type Action = Shown['allowed_actions'][number]

const CALLS: Readonly<Record<Action, Endpoint>> = {
  execute: payments.bulkExecute,
  settle: payments.bulkSettle,
  retry: mending.retryPayment,
  return: mending.mendPayments,
  lose: mending.mendPayments,
  forgo: mending.mendPayments,
  ask_first: mending.askFirstPayment,
}

function actionsOf(
  { status, attempt, outside }: ListedPayment,
  blockers: ReturnType<typeof blockersOf>,
): Action[] {
  if (status === 'SENT') return ['settle', 'return', 'lose']
  if (status === 'SETTLED' && !outside) return ['return']
  if (isKept(status)) return ['retry']
  if (status !== 'SCHEDULED' && status !== 'HELD') return []
  if (blockers.length === 0) return ['execute']
  // What came back may go to another destination once its own is out of use.
  const astray = attempt > 0 && blockers.some(({ code }) => code === 'DESTINATION_DEACTIVATED')
  return astray ? ['retry'] : []
}

function nameOf(row: ListedPayment): string {
  return personName({ first_name: row.contractor_first_name, last_name: row.contractor_last_name })
}
