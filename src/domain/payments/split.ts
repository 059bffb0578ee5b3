/**
 * Splitting a line item over a contractor's destinations: in the contract's currency first, then each part is converted.
 * Rule text: docs/rules/splits.md.
 */
import { allocate, WHOLE_BPS } from '#domain/kernel/allocate.ts'
import { assert } from '#domain/kernel/assert.ts'
import { type CurrencyCode, factorOf } from '#domain/kernel/currency.ts'
import type { Uuid } from '#domain/kernel/ids.ts'
import { MOST_CARRIED_MINOR, type Money } from '#domain/kernel/money.ts'
import { convert, type Rate } from '#domain/kernel/rate.ts'

export type SplitDestination = {
  readonly destination_uuid: Uuid
  readonly percentage_bps: number
  readonly currency: CurrencyCode
  readonly network: string
  /** The least that the rail carries, in smallest units of the destination's currency. */
  readonly rail_minimum_minor: bigint
}

export type PlannedPart = {
  readonly destination_uuid: Uuid
  readonly percentage_bps: number
  /** The part in the contract's currency, with what joined it. */
  readonly source: Money
  /** What arrives, or null while a rate is missing. */
  readonly target: Money | null
  /** The rate used; null when no conversion is needed, or when the rate is missing. */
  readonly rate: Rate | null
  /** Destinations whose own part was too small for their rail and joined this one. */
  readonly merged_from: readonly Uuid[]
  /** Whether even the whole part is under this rail's minimum: nothing larger was there to join. */
  readonly below_minimum: boolean
  /** Whether it comes to more than an answer carries: it has neither target nor rate then, though the rate is known. */
  readonly too_large: boolean
}

export type RateFor = (from: CurrencyCode, to: CurrencyCode) => Rate | undefined

/**
 * The parts of an amount, in the order of the destinations. Their sources add up to the amount exactly; none is 0.
 * Percentages must add up to 100 (a `Defect` otherwise): `checkPercentages` says so to people.
 */
export function planParts(
  amount: Money,
  destinations: readonly SplitDestination[],
  rateFor: RateFor,
): PlannedPart[] {
  const sum = destinations.reduce((total, { percentage_bps }) => total + percentage_bps, 0)
  assert(sum === WHOLE_BPS, 'the percentages of a split add up to 100')
  const shares = allocate(
    amount.minor,
    destinations.map(({ percentage_bps }) => BigInt(percentage_bps)),
  )
  const drafts = destinations
    .map((destination, index) => ({ destination, minor: shares[index] ?? 0n }))
    .filter(({ minor }) => minor > 0n)
  const price = (destination: SplitDestination, minor: bigint) =>
    priced({ currency: amount.currency, minor }, destination, rateFor)
  const isSmall = ({ destination, minor }: Draft) => price(destination, minor).below_minimum
  // Where no part is large enough by itself, all of them go together to the first.
  const taker = drafts.find(draft => !isSmall(draft)) ?? drafts[0]
  if (!taker) return []
  const joining = drafts.filter(draft => draft !== taker && isSmall(draft))
  const joined = joining.reduce((total, { minor }) => total + minor, taker.minor)
  return drafts
    .filter(draft => !joining.includes(draft))
    .map(draft => ({
      ...price(draft.destination, draft === taker ? joined : draft.minor),
      merged_from:
        draft === taker ? joining.map(({ destination }) => destination.destination_uuid) : [],
    }))
}

type Draft = { readonly destination: SplitDestination; readonly minor: bigint }

function priced(
  source: Money,
  destination: SplitDestination,
  rateFor: RateFor,
): Omit<PlannedPart, 'merged_from'> {
  const { destination_uuid, percentage_bps, currency, rail_minimum_minor } = destination
  const same = source.currency === currency
  const known = same ? null : (rateFor(source.currency, currency) ?? null)
  const converted = same ? source : known && convert(source, known)
  // What comes to more than an answer carries is never paid, and no answer names it: every page can be read.
  const too_large = !!converted && converted.minor > MOST_CARRIED_MINOR
  const target = too_large ? null : converted
  const rate = target && known
  // A part that would arrive as 0 is too small for any rail; one without a rate cannot be judged yet.
  const least = rail_minimum_minor > 1n ? rail_minimum_minor : 1n
  const below_minimum = target !== null && target.minor < least
  return { destination_uuid, percentage_bps, source, target, rate, below_minimum, too_large }
}

/** Of a part to a wallet that is tried first: the little that goes first, and what waits for it (decision 0151). */
export const FIRST_PARTS = ['FIRST', 'REST'] as const
export type FirstPart = (typeof FIRST_PARTS)[number]

/** A part of which a little may go first; null where all of it goes at once. */
export type SentPart = PlannedPart & { readonly first_part: FirstPart | null }

/**
 * A part to a wallet that is tried first: a whole unit of what arrives or what its rail carries at least, and the rest. All of it is the first
 * payment where no more than as much again would be left; the share is cut with it, so that the shares of a pay stay 100 percent; all of it is the rest while a first one is under way, or no rate says what arrives.
 */
export function triedFirst(
  part: PlannedPart,
  { rail_minimum_minor, under_way }: { rail_minimum_minor: bigint; under_way: boolean },
): SentPart[] {
  const { source, target, rate } = part
  // What its rail does not carry is sent nowhere, and nothing waits for it.
  if (part.below_minimum) return [{ ...part, first_part: null }]
  if (under_way || !target) return [{ ...part, first_part: 'REST' }]
  const unit = BigInt(factorOf(target.currency))
  const least = rail_minimum_minor > unit ? rail_minimum_minor : unit
  const cut = (minor: bigint) => {
    const own = { ...source, minor }
    return { ...part, source: own, target: rate ? convert(own, rate) : own }
  }
  let minor = (source.minor * least) / (target.minor > 0n ? target.minor : 1n)
  while (minor < source.minor && cut(minor).target.minor < least) minor += 1n
  const rest = source.minor - minor
  const first_bps = Number((BigInt(part.percentage_bps) * minor) / source.minor)
  if (rest <= minor || cut(rest).target.minor < least) return [{ ...part, first_part: 'FIRST' }]
  return [
    { ...cut(minor), percentage_bps: first_bps, merged_from: [], first_part: 'FIRST' },
    { ...cut(rest), percentage_bps: part.percentage_bps - first_bps, first_part: 'REST' },
  ]
}
