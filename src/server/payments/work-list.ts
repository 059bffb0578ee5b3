/** The list that operators work off: every payment that went wrong, since when, why, who was told what, and what may be done. */
import { z } from 'zod'
import { Uuid } from '#contract/kernel/codecs.ts'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { mending, WORK_KINDS_OF, type WorkItem } from '#contract/mending.ts'
import { LIMIT_CURRENCY } from '#domain/approvals/platform-limit.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor, totalsByCurrency } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { isKept } from '#domain/payments/lost.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { loadRates } from '../exchange/index.ts'
import { csvOf } from '../kernel/csv.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { type MendRow, toMend } from './mend-rows.ts'
import { listPaymentFacts } from './payment-facts.report.store.ts'
import {
  countWork,
  listAttempts,
  listRecords,
  listTold,
  listWrong,
  type WorkFilter,
  type WorkKey,
  type WorkRow,
  type Worth,
} from './work-list.report.store.ts'

type Shown = z.output<typeof WorkItem>
type Asked = Pick<WorkFilter, 'kind' | 'network' | 'search' | 'sort'>

const Key = z.tuple([z.int().min(0).max(9), z.string().regex(/^-?\d{1,30}(\.\d{1,20})?$/), Uuid])

/** How long operators have for an answer, as contractors are promised. */
const PROMISED_MS = 24 * 3_600_000

/** A page of the list, the worst kind first, and how many there are of each kind. */
export async function listWork(
  ctx: Ctx,
  query: Asked & { limit: number; cursor?: string | undefined },
) {
  const { limit, cursor, ...asked } = query
  const [rank, place, payment_uuid] = decodeCursor(cursor, Key) ?? []
  const after =
    rank !== undefined && place !== undefined && payment_uuid
      ? { rank, place, payment_uuid }
      : undefined
  const worth = await worthOf(ctx)
  const [found, counts] = await Promise.all([
    listWrong(ctx.tx, { ...asked, worth, after, limit: limit + 1 }),
    countWork(ctx.tx, new Date(ctx.now.getTime() - PROMISED_MS)),
  ])
  const { rows, next_cursor } = pageOf(found, limit, row => [row.rank, row.place, row.payment_uuid])
  return {
    items: await present(ctx, rows),
    next_cursor,
    counts: WORK_KINDS_OF.flatMap(kind => {
      const own = counts.filter(count => count.kind === kind)
      const sum = (of: 'payments' | 'overdue' | 'mended') =>
        own.reduce((total, count) => total + count[of], 0)
      const totals = totalsByCurrency(own)
      return own.length === 0
        ? []
        : [
            {
              kind,
              payments: sum('payments'),
              totals,
              overdue: sum('overdue'),
              mended: sum('mended'),
            },
          ]
    }),
  }
}

const CSV_PAGE = 500
const CSV_COLUMNS = [
  ...(['payment_uuid', 'kind', 'since', 'company_name', 'contractor_name', 'pay_date'] as const),
  ...(['amount', 'currency', 'destination', 'network', 'rail', 'reference', 'reason'] as const),
  ...(['money', 'told', 'told_at', 'other_account', 'simulated'] as const),
]

/** The list, narrowed as it is shown, as CSV. */
export async function workCsv(ctx: Ctx, asked: Asked): Promise<FileInPieces> {
  const worth = await worthOf(ctx)
  return {
    file_name: `work-list-${ctx.today}.csv`,
    mime_type: 'text/csv',
    pieces: csvOf<WorkKey>(
      after =>
        ctx.readLater(async later => {
          const rows = await listWrong(later.tx, { ...asked, worth, after, limit: CSV_PAGE })
          return {
            records: (await present(later, rows)).map(csvRecord),
            last: rows.length < CSV_PAGE ? undefined : rows.at(-1),
          }
        }),
      CSV_COLUMNS,
    ),
  }
}

function csvRecord(item: Shown): Record<(typeof CSV_COLUMNS)[number], string> {
  return {
    payment_uuid: item.payment_uuid,
    kind: item.kind,
    since: item.since.toISOString(),
    company_name: item.company_name,
    contractor_name: item.contractor_name,
    pay_date: item.pay_date,
    amount: formatMinor(item.amount.minor, exponentOf(item.amount.currency)),
    currency: item.amount.currency,
    destination: item.destination,
    network: item.network,
    rail: item.rail,
    reference: item.reference ?? '',
    reason: item.reason,
    money: item.money,
    told: item.told?.template ?? '',
    told_at: item.told?.sent ? item.told.at.toISOString() : '',
    other_account: item.mended?.label ?? '',
    simulated: item.simulated ? 'simulated' : '',
  }
}

/** What each currency is worth in dollars by the latest rates. */
async function worthOf(ctx: Ctx): Promise<Worth[]> {
  const rateFor = await loadRates(ctx)
  const currencies = new Set((await countWork(ctx.tx, ctx.now)).map(count => count.currency))
  return [...currencies].flatMap(currency => {
    const rate = currency === LIMIT_CURRENCY ? '1' : rateFor(currency, LIMIT_CURRENCY)?.rate
    return rate ? [{ currency, rate, exponent: exponentOf(currency) }] : []
  })
}

async function present(ctx: Ctx, rows: readonly WorkRow[]): Promise<Shown[]> {
  const ids = rows.map(row => row.payment_uuid)
  const [facts, attempts, told, records] = await Promise.all([
    listPaymentFacts(ctx.tx, ids).then(found => toMend(ctx, found)),
    listAttempts(ctx.tx, ids),
    listTold(ctx.tx, ids),
    listRecords(ctx.tx, ids),
  ])
  const of = new Map(facts.map(row => [row.payment_uuid, row]))
  const tries = Map.groupBy(attempts, row => row.payment_uuid)
  const last = new Map(told.map(row => [row.payment_uuid, row]))
  const written = Map.groupBy(records, row => row.payment_uuid)
  const may = mayCall(ctx.actor, mending.mendPayments)
  return rows.flatMap(({ payment_uuid, kind, since }) => {
    const row = of.get(payment_uuid)
    if (!row) return []
    const said = reasonOf(row)
    const tell = last.get(payment_uuid)
    const tried = tries.get(payment_uuid) ?? []
    // What was told of an attempt before is no news of this one.
    const is_news = tell && tell.at >= (tried.at(-1)?.at ?? since)
    return [
      {
        ...ageOf(ctx, since),
        ...{
          payment_uuid,
          kind,
          since,
          ...namesOf(row),
          ...sumsOf(row),
          ...placeOf(ctx, row, since),
        },
        ...{ said, reason: sayText(said), money: whereOf(row.status), status: row.status },
        told: tell && is_news ? { template: tell.template, at: tell.at, sent: tell.sent } : null,
        attempts: tried.map(({ payment_uuid: _, ...one }) => one),
        records: (written.get(payment_uuid) ?? []).map(({ payment_uuid: _, ...one }) => one),
        allowed_actions: may ? [...row.may] : [],
      },
    ]
  })
}

function ageOf({ now }: Ctx, since: Date) {
  const age_ms = now.getTime() - since.getTime()
  return { hours: Math.max(0, Math.floor(age_ms / 3_600_000)), overdue: age_ms > PROMISED_MS }
}

function namesOf(row: MendRow) {
  return {
    contractor_name: personName({
      first_name: row.contractor_first_name,
      last_name: row.contractor_last_name,
    }),
    contractor_sub: row.contractor_sub,
    company_name: row.employer_name,
    employer_domain: row.employer_domain ?? row.employer_uuid,
    pay_date: row.pay_date,
  }
}

function sumsOf(row: MendRow) {
  const source = { currency: row.source_currency, minor: row.source_minor }
  return {
    amount:
      row.amount_minor === null ? source : { currency: row.currency, minor: row.amount_minor },
    source,
  }
}

function placeOf({ now }: Ctx, { other, ...row }: MendRow, since: Date) {
  return {
    ...{ network: row.network, rail: row.rail ?? '', reference: row.reference || null },
    ...{ destination: row.destination_label, simulated: row.simulated },
    mended: other
      ? {
          ...{
            destination_uuid: other.destination_uuid,
            label: other.label,
            network: other.network,
          },
          opens_at: other.usable_from,
          open: other.usable_from <= now,
          since_wrong: other.changed_at >= since,
        }
      : null,
  }
}

function whereOf(status: PaymentStatus): Shown['money'] {
  if (status === 'SETTLED') return 'OUT'
  return status === 'UNKNOWN' || status === 'SENT' || status === 'EXECUTING' ? 'IN_FLIGHT' : 'HELD'
}

/** What a chain says by now of what nobody doubted. */
function turnOf(rail_said: 'SENT' | 'FAILED', status: PaymentStatus) {
  if (rail_said === 'FAILED') return 'died'
  return status === 'SETTLED' ? 'leftBehind' : 'revived'
}

/** Why a payment stands on the list. */
function reasonOf({ said, doubt, status, failure_reason }: MendRow): Text {
  if (said?.rail_said && said.word === null)
    return textOf(`payments.reasons.turned.${turnOf(said.rail_said, status)}`)
  if (said?.rail_said === 'SENT') return textOf('payments.reasons.railSENT')
  if (said?.rail_said === 'FAILED') return textOf('payments.reasons.railFAILED')
  if (status === 'UNKNOWN') {
    if (doubt?.lost_words) return textOf('payments.reasons.lostWords', { words: doubt.lost_words })
    return textOf(doubt?.was_sent ? 'payments.reasons.lost' : 'payments.reasons.silent')
  }
  return isKept(status) && failure_reason
    ? textOf('payments.reasons.said', { reason: failure_reason })
    : textOf('payments.reasons.noReason')
}
