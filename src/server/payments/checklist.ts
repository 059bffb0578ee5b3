import type { z } from 'zod'
import type { Checklist } from '#contract/payments.ts'
import { assert } from '#domain/kernel/assert.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { convert } from '#domain/kernel/rate.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { Blocker, StayCode } from '#domain/payments/blockers.ts'
import { daysLate } from '#domain/payments/lateness.ts'
import { isKept } from '#domain/payments/lost.ts'
import { keptBy } from '#domain/payments/pay-state.ts'
import { UNSENT_STATUSES, wasAttempted } from '#domain/payments/payment.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { findWaitingFiles } from './bank-batch.report.store.ts'
import { addUpReady, isReady, type Judged, judgeDue, sourceOf } from './due-payments.ts'
import { railsFollowed } from './followed.ts'
import { findSent } from './payment.store.ts'
import type { LeavingFacts } from './payment-facts.report.store.ts'
import { withBalances } from './ready-rails.ts'

/** So many payments are named: as many as a call takes. All that is ready is executed by its digest, however many. */
const MOST_NAMED = 20_000

type Shown = z.output<typeof Checklist>

/** What would leave up to a day, by rail and currency, and what stays behind by its first reason. Nothing is changed. */
export async function getChecklist(ctx: Ctx, pay_date: string, most = MOST_NAMED): Promise<Shown> {
  const rateFor = await loadRates(ctx)
  const found = addUpReady()
  const payment_uuids: string[] = []
  const rails = new Map<string, Shown['ready'][number]>()
  const blocked = new Map<string, Shown['blocked'][number]>()
  let late: Shown['late'] = null
  for await (const judged of judgeDue(ctx, pay_date, UNSENT_STATUSES)) {
    const ready = judged.filter(isReady).map(({ row }) => row)
    found.add(ready)
    late = addLate(late, ready, ctx.today)
    payment_uuids.push(...ready.slice(0, most - payment_uuids.length).map(idOf))
    for (const row of ready) addToRail(rails, row, amountNow(row, rateFor))
    for (const [reason, group] of Map.groupBy(judged, reasonOf))
      if (reason) addToReason(blocked, reason, group, most)
  }
  const { payments, totals, digest } = found.seen()
  const sent = await findSent(ctx.tx, { beside: railsFollowed(ctx.gateways) })
  const ready = [...rails.values()].sort(byRail)
  const chains = await costsOf(ctx, ready)
  return {
    pay_date,
    ready: await withBalances(ctx, ready, chains),
    chains,
    ready_payments: payments,
    ready_totals: [...totals],
    late,
    digest,
    payment_uuids,
    blocked: [...blocked.values()],
    sent: sent?.payments ?? 0,
    sent_seen: sent,
    files: await findWaitingFiles(ctx.tx),
  }
}

const idOf = (row: LeavingFacts) => row.payment_uuid

/** Adds to what is late already what of this slice is. */
function addLate(
  known: Shown['late'],
  ready: readonly LeavingFacts[],
  today: PlainDateString,
): Shown['late'] {
  const late = ready.filter(({ pay_date: due }) => daysLate(due, { due, on: today }) > 0)
  const [first] = late
  if (!first) return known
  return {
    payments: (known?.payments ?? 0) + late.length,
    since: late.reduce(
      (day, row) => (row.pay_date < day ? row.pay_date : day),
      known?.since ?? first.pay_date,
    ),
    totals: totalsByCurrency([...(known?.totals ?? []), ...late.map(sourceOf)]),
  }
}

function addToRail(
  rails: Map<string, Shown['ready'][number]>,
  row: LeavingFacts,
  minor: bigint,
): void {
  const { network, currency } = row
  const key = `${network}/${currency}`
  const rail = rails.get(key) ?? { network, currency, payments: 0, total: 0n, payees: [] }
  rails.set(key, {
    ...rail,
    payments: rail.payments + 1,
    total: rail.total + minor,
    payees: addPayees(rail.payees, [row]),
  })
}

/** So many people are named of what goes one way, or stays for one reason: one more than is shown, so that it is known of others. */
const MOST_PAYEES = 4

function addPayees(known: readonly string[], rows: readonly LeavingFacts[]): string[] {
  if (known.length >= MOST_PAYEES) return [...known]
  const names = rows.map(row =>
    personName({ first_name: row.contractor_first_name, last_name: row.contractor_last_name }),
  )
  return [...new Set([...known, ...names])].slice(0, MOST_PAYEES)
}

type Rail = Shown['ready'][number]

/** What each chain would take that a rail of ours pays on; of the others somebody records what left. */
async function costsOf(ctx: Ctx, ready: readonly Rail[]): Promise<Shown['chains']> {
  const costs = await Promise.all(
    ready.map(async ({ network, currency, payments, total: minor }) => {
      const total: Money = { currency, minor }
      const cost = await ctx.gateways.railOf(network).cost?.({ payments, total })
      return cost ? [{ network, payments, total, ...cost }] : []
    }),
  )
  return costs.flat()
}

/** Banks first, then chains, each by its currencies. */
function byRail(a: Rail, b: Rail): number {
  const order = ({ network, currency }: Rail) =>
    `${network === 'fiat' ? 0 : 1}${network} ${currency}`
  return order(a) < order(b) ? -1 : 1
}

function addToReason(
  blocked: Map<string, Shown['blocked'][number]>,
  reason: string,
  group: readonly Judged[],
  most: number,
): void {
  const [first] = group
  const why = first && firstBlocker(first)
  assert(why, 'a group has a blocker')
  const known = blocked.get(reason) ?? {
    code: why.code,
    ...withReason({ said: why.said, who: why.who }),
    payments: 0,
    held: [],
    payees: [],
    payment_uuids: [],
  }
  const ids = group.slice(0, most - known.payment_uuids.length).map(({ row }) => idOf(row))
  blocked.set(reason, {
    ...known,
    payments: known.payments + group.length,
    held: totalsByCurrency([...known.held, ...group.map(({ row }) => sourceOf(row))]),
    payees: addPayees(
      known.payees,
      group.map(({ row }) => row),
    ),
    payment_uuids: [...known.payment_uuids, ...ids],
  })
}

/** What a payment would send now: what an earlier attempt fixed, or the source at today's rate. */
function amountNow(row: LeavingFacts, rateFor: RateFor): bigint {
  if (wasAttempted(row) && row.amount_minor !== null) return row.amount_minor
  if (row.currency === row.source_currency) return row.source_minor
  const rate = rateFor(row.source_currency, row.currency)
  const source: Money = sourceOf(row)
  return rate ? convert(source, rate).minor : 0n
}

/** By the code, and of what went wrong by who acts as well. */
function reasonOf(judged: Judged): string | undefined {
  const why = firstBlocker(judged)
  return why && (isKept(why.code) ? `${why.code} ${why.who}` : why.code)
}

/**
 * Why it stays. A payment that failed or came back leaves again once its contractor names another account, or somebody retries it: so it is counted everywhere,
 * whatever else would keep it then.
 */
function firstBlocker({
  row,
  blockers,
}: Judged): (Pick<Blocker, 'said' | 'who'> & { code: StayCode }) | undefined {
  if (!isKept(row.status)) return blockers[0]
  const { acts, because } = keptBy(blockers)
  const keeps = blockers.find(({ code }) => code === because)
  const said = keeps
    ? textOf(`payments.blockers.kept${row.status}`, { keeps: keeps.said })
    : textOf(`payments.blockers.${row.status}`)
  return { code: row.status, said, who: acts }
}
