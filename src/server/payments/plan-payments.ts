/** From approved line items to payments: the split, the rates, and what holds a part back. The preview uses the same function. */

import { WHOLE_BPS } from '#domain/kernel/allocate.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import {
  type Blocker,
  holdReason,
  type PartyFacts,
  type PaymentFacts,
  paymentBlockers,
} from '#domain/payments/blockers.ts'
import { type PlannedPart, planParts, type SentPart, triedFirst } from '#domain/payments/split.ts'
import type { RateFor } from '../exchange/index.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import { together } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { accounts, lockBalances, postTransfers } from '../ledger/index.ts'
import { insertPayments, type NewPayment } from './payment.store.ts'
import { railMinimum } from './rail-minimum.ts'

/** A contractor's destination as a plan needs it. */
export type PlanDestination = {
  readonly destination_uuid: string
  readonly version: number
  readonly percentage_bps: number
  readonly currency: string
  readonly network: string
  readonly label: string
  readonly changed_at: string
  readonly usable_from: string
  /** Whether something did not arrive there and is kept. */
  readonly refused: boolean
  /** In which country it is, or its owner where that is not known; null where neither is. */
  readonly country_code: string | null
  /** Whether a small payment goes first, and the rest once its contractor says that it is there. */
  readonly tried_first: boolean
  /** Whether such a first payment is under way. */
  readonly first_under_way: boolean
}

/** A line item to be planned. */
export type PlanItem = {
  readonly line_item_uuid: string
  readonly contractor: PartyFacts & { readonly sub: string }
  readonly amount: Money
  readonly destinations: readonly PlanDestination[]
}

export type PlannedPayment = NewPayment & {
  readonly blockers: readonly Blocker[]
  readonly country_code: string | null
}

type Exchange = Pick<PaymentFacts, 'missing_rate' | 'stale_rate' | 'below_minimum' | 'too_large'>
const NO_EXCHANGE: Exchange = {
  missing_rate: null,
  stale_rate: null,
  below_minimum: null,
  too_large: null,
}

type Employer = PartyFacts & { readonly is_partner: boolean }

type PlanFacts = {
  readonly now: Date
  readonly employer: Employer
  readonly rateFor: RateFor
  readonly missing_funds: (currency: string) => Money | null
}

/**
 * The payments that follow from approving items now: each part with its rate and what would hold it. Parts of an item add up
 * to its amount. An item of 0, or without a destination, becomes no payment, or one that waits for a destination.
 */
export function planPayments(items: readonly PlanItem[], facts: PlanFacts): PlannedPayment[] {
  const tried = new Set<string>()
  return items.flatMap(item => {
    if (item.amount.minor === 0n) return []
    const missing_funds = facts.missing_funds(item.amount.currency)
    const money = {
      funded: missing_funds === null,
      blockersOf: blockersOf(item, facts, missing_funds),
    }
    const shares = item.destinations.reduce((sum, { percentage_bps }) => sum + percentage_bps, 0)
    return shares === WHOLE_BPS
      ? partsOf(item, facts.rateFor, money, tried)
      : [homeless(item, money)]
  })
}

/** What every payment of an item has in common: whether its money is there, and what would hold one that goes to a destination. */
type ItemMoney = {
  readonly funded: boolean
  readonly blockersOf: (
    destination: PlanDestination | null,
    exchange: Exchange,
    awaits_first: boolean,
  ) => Blocker[]
}

function blockersOf(
  item: PlanItem,
  facts: PlanFacts,
  missing_funds: Money | null,
): ItemMoney['blockersOf'] {
  return (destination, exchange, awaits_first) =>
    paymentBlockers({
      now: facts.now.toISOString(),
      contractor: item.contractor,
      employer: facts.employer,
      approved: true,
      approved_since: null,
      destination: destination && {
        changed_at: destination.changed_at,
        usable_from: destination.usable_from,
        deactivated_at: null,
        refused: destination.refused,
        awaits_first,
      },
      missing_funds,
      missing_funds_since: null,
      ...exchange,
      rate_unseen: null,
      rate_moved: null,
      frozen_since: null,
      halted_since: null,
    })
}

/** An item in parts, one for each destination that gets any, and two for one that is `tried` first: items that follow wait for the same one. */
function partsOf(
  item: PlanItem,
  rateFor: RateFor,
  money: ItemMoney,
  tried: Set<string>,
): PlannedPayment[] {
  const byUuid = new Map(item.destinations.map(one => [one.destination_uuid, one]))
  const destinations = item.destinations.map(one => ({
    ...one,
    rail_minimum_minor: railMinimum(one.network, one.currency),
  }))
  const sent = (part: PlannedPart): SentPart[] => {
    const of = byUuid.get(part.destination_uuid)
    if (!of?.tried_first) return [{ ...part, first_part: null }]
    const under_way = of.first_under_way || tried.has(part.destination_uuid)
    const rail_minimum_minor = railMinimum(of.network, of.currency)
    const parts = triedFirst(part, { rail_minimum_minor, under_way })
    if (parts.some(({ first_part }) => first_part === 'FIRST')) tried.add(part.destination_uuid)
    return parts
  }
  return planParts(item.amount, destinations, rateFor)
    .flatMap(sent)
    .map(part => {
      const destination = byUuid.get(part.destination_uuid)
      assert(destination, 'a part goes to one of the destinations')
      const { currency, network } = destination
      const pair = `${item.amount.currency} to ${currency}`
      const stale = part.rate && rateFor(item.amount.currency, currency)?.stale
      const exchange = {
        missing_rate: part.target || part.too_large ? null : pair,
        too_large: part.too_large ? currency : null,
        stale_rate: part.rate && stale ? { pair, as_of: part.rate.as_of } : null,
        below_minimum: part.below_minimum ? `${network}, ${currency}` : null,
      }
      const blockers = money.blockersOf(destination, exchange, part.first_part === 'REST')
      const joined = part.merged_from.map(uuid => byUuid.get(uuid)?.label ?? '')
      return {
        ...base(item, part.source.minor, money.funded, blockers),
        destination_uuid: destination.destination_uuid,
        destination_version: destination.version,
        destination_label: destination.label,
        country_code: destination.country_code,
        network,
        percentage_bps: part.percentage_bps,
        currency,
        promised_minor: part.target?.minor ?? null,
        rate: part.rate?.rate ?? null,
        rate_source: part.rate?.source ?? null,
        rate_as_of: part.rate?.as_of ?? null,
        first_part: part.first_part,
        note: noteOf(part, joined),
      }
    })
}

function noteOf({ first_part }: SentPart, joined: readonly string[]): Text | null {
  if (first_part === 'FIRST') return textOf('payments.notes.first')
  return joined.length > 0 ? textOf('payments.notes.joined', { labels: joined.join(', ') }) : null
}

function base(item: PlanItem, source_minor: bigint, funded: boolean, blockers: readonly Blocker[]) {
  const hold_reason = holdReason(blockers)
  return {
    payment_uuid: newUuid(),
    line_item_uuid: item.line_item_uuid,
    contractor_sub: item.contractor.sub,
    source_currency: item.amount.currency,
    source_minor,
    status: hold_reason ? ('HELD' as const) : ('SCHEDULED' as const),
    hold_reason,
    funded,
    // Nobody can say of what is only planned that it is there.
    blockers: blockers.filter(({ code }) => code !== 'FIRST_PAYMENT'),
  }
}

function homeless(item: PlanItem, money: ItemMoney): PlannedPayment {
  return {
    ...base(item, item.amount.minor, money.funded, money.blockersOf(null, NO_EXCHANGE, false)),
    destination_uuid: null,
    destination_version: null,
    destination_label: say('payments.notes.noDestination'),
    country_code: null,
    network: 'fiat',
    percentage_bps: WHOLE_BPS,
    currency: item.amount.currency,
    promised_minor: null,
    rate: null,
    rate_source: null,
    rate_as_of: null,
    first_part: null,
    note: null,
  }
}

/** Items that were approved, with what planning their payments needs. */
export type ApprovedItems = {
  readonly employer_uuid: string
  readonly cycle_uuid: string
  readonly pay_date: string
  readonly items: readonly PlanItem[]
  /** The version of each item after its approval: the reservation's idempotency key is made of it. */
  readonly versions: ReadonlyMap<string, number>
  readonly employer: Employer
  readonly rateFor: RateFor
  /** What is approved ahead of funding, as `shortages` answered; empty where the balance must cover all. */
  readonly short: ReadonlyMap<string, Money>
}

/**
 * Reserves the money of approved items and inserts their payments, in the approval's own transaction. Where the balance does not cover
 * them FUNDS_SHORT; of currencies that are `short` nothing is reserved and the payments wait, HELD for FUNDS.
 */
export async function holdFundsForItems(ctx: Ctx, approved: ApprovedItems): Promise<void> {
  const { employer_uuid, cycle_uuid, pay_date, items, versions, employer, rateFor, short } =
    approved
  const covered = items.filter(item => !short.has(item.amount.currency) && item.amount.minor > 0n)
  const reserved = postTransfers(
    ctx,
    covered.map(item => ({
      transfer_uuid: uuidOf(`reserve:${item.line_item_uuid}:${versions.get(item.line_item_uuid)}`),
      from: accounts.available(employer_uuid, item.amount.currency),
      to: accounts.reserved(employer_uuid, item.amount.currency),
      amount: item.amount,
      code: 'item_approved',
      subject_uuid: item.line_item_uuid,
    })),
  )
  const planned = planPayments(items, {
    now: ctx.now,
    employer,
    rateFor,
    missing_funds: currency => short.get(currency) ?? null,
  })
  const origin = { employer_uuid, cycle_uuid, pay_date, created_at: ctx.now }
  await together([reserved, insertPayments(ctx.tx, origin, planned)])
  for (const status of ['SCHEDULED', 'HELD'] as const) {
    const entity_uuids = planned
      .filter(payment => payment.status === status)
      .map(payment => payment.payment_uuid)
    ctx.audit({ action: 'plan', entity: 'payment', entity_uuids, employer_uuid, after: { status } })
  }
}

/**
 * The currencies of which an employer's available balance does not cover what is needed, with what is missing. The balances are held
 * from here on: another approval at this moment would else spend what this one counts on.
 */
export async function shortages(
  ctx: Ctx,
  employer_uuid: string,
  need: readonly Money[],
): Promise<Map<string, Money>> {
  const currencies = need.map(({ currency }) => currency)
  const balances = await lockBalances(ctx.tx, employer_uuid, currencies)
  return new Map(
    need.flatMap(({ currency, minor }) => {
      const missing = minor - (balances.get(currency) ?? 0n)
      return missing > 0n ? [[currency, { currency, minor: missing }] as const] : []
    }),
  )
}
