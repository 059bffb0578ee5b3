/** An exchange of an employer's own money on a day, at the rate of then (docs/rules/fx.md; design: States, Conversion). */
import { machine } from '#domain/kernel/machine.ts'
import { MOST_RECEIPT_MINOR, type Money } from '#domain/kernel/money.ts'
import { convert, convertBack, type Rate } from '#domain/kernel/rate.ts'

export const CONVERSION_STATUSES = ['SCHEDULED', 'EXECUTED', 'FAILED', 'CANCELLED'] as const
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number]

/** Which side has the amount that was said; the other one follows by the rate. */
export const FIXED_SIDES = ['from', 'to'] as const
export type FixedSide = (typeof FIXED_SIDES)[number]

/** A conversion's life. What stops it on its day is waited for until the day is over. */
export const conversionMachine = machine<ConversionStatus, 'execute' | 'fail' | 'cancel'>({
  SCHEDULED: { execute: 'EXECUTED', fail: 'FAILED', cancel: 'CANCELLED' },
  EXECUTED: {},
  FAILED: {},
  CANCELLED: {},
})

/** What stops a conversion: the platform, the company, what was frozen, the rate, the sum, or the balance. */
export const CONVERSION_STOPS = [
  'HALTED',
  'SUSPENDED',
  'FROZEN',
  'RATE_MISSING',
  'RATE_STALE',
  'AMOUNT',
  'FUNDS_SHORT',
] as const
export type ConversionStop = (typeof CONVERSION_STOPS)[number]

export type Exchange = {
  readonly from_currency: string
  readonly to_currency: string
  readonly fixed_side: FixedSide
  readonly amount_minor: bigint
}

/** Both legs at a rate: the fixed one as it was said, the other rounded half to even once. */
export function legsOf(of: Exchange, rate: Rate): { readonly sold: Money; readonly bought: Money } {
  if (of.fixed_side === 'from') {
    const sold = { currency: of.from_currency, minor: of.amount_minor }
    return { sold, bought: convert(sold, rate) }
  }
  const bought = { currency: of.to_currency, minor: of.amount_minor }
  return { sold: convertBack(bought, rate), bought }
}

export type ConversionFacts = {
  readonly halted: boolean
  readonly suspended: boolean
  readonly frozen: boolean
  readonly rate: (Rate & { readonly stale: boolean }) | undefined
  /** What is available in the currency that is sold; smallest units. */
  readonly available: bigint
}

/** What would be exchanged now, or the first thing that stops it. */
export function decideConversion(
  of: Exchange,
  { halted, suspended, frozen, rate, available }: ConversionFacts,
): { readonly sold: Money; readonly bought: Money } | { readonly stopped: ConversionStop } {
  if (halted) return { stopped: 'HALTED' }
  if (suspended) return { stopped: 'SUSPENDED' }
  if (frozen) return { stopped: 'FROZEN' }
  if (!rate) return { stopped: 'RATE_MISSING' }
  if (rate.stale) return { stopped: 'RATE_STALE' }
  const legs = legsOf(of, rate)
  if ([legs.sold, legs.bought].some(({ minor }) => minor <= 0n || minor > MOST_RECEIPT_MINOR))
    return { stopped: 'AMOUNT' }
  if (legs.sold.minor > available) return { stopped: 'FUNDS_SHORT' }
  return legs
}

/** What becomes of a conversion that is stopped on a day: it waits until its own day is over, but for what no waiting mends. */
export function afterStop(
  stop: ConversionStop,
  { conversion_date, today }: { readonly conversion_date: string; readonly today: string },
): 'SCHEDULED' | 'FAILED' {
  return stop === 'AMOUNT' || today > conversion_date ? 'FAILED' : 'SCHEDULED'
}
