/** What is missing for a pay, and how much of that is said to be on its way: one rule for home, cycles and funds. */

/** What a pay still wants of the balance in one currency, by itself and with all that are paid before it. */
export type Want = { readonly own: bigint; readonly through: bigint }

/** What is there, and what the employer said is on its way, in the smallest unit. */
export type Funds = {
  readonly available: bigint
  readonly announced: bigint
  /** Whether money is taken in: of a company that is not verified none is, and it is asked for none. */
  readonly asked: boolean
}

export type Shortage = {
  /** What the balance lacks, once the pays before took their part. */
  readonly short: bigint
  /** How much of `short` was announced, once the pays before took their part of that as well. */
  readonly on_its_way: bigint
  /** What is left to be sent: the rest of `short`; nothing of who is asked for none. */
  readonly to_send: bigint
}

/** What one pay lacks; what was announced is no money yet, so that it stays short until that is booked. */
export function shortageOf(
  { own, through }: Want,
  { available, announced, asked }: Funds,
): Shortage {
  const lacks = (there: bigint) => between(0n, through - there, own)
  const short = lacks(available)
  const rest = lacks(available + announced)
  return { short, on_its_way: short - rest, to_send: asked ? rest : 0n }
}

/** What a pay needs in one currency and what is there for it, as its page shows it; in the smallest unit. */
export type Coverage = {
  readonly need: bigint
  /** What of the balance is left to it, once the pays before took their part. */
  readonly available: bigint
  readonly after: bigint
  readonly short: bigint
}

/** What covers a pay; its `short` is that of `shortageOf`. */
export function coverageOf({ own, through }: Want, funds: Funds): Coverage {
  const before = through - own
  const available = funds.available > before ? funds.available - before : 0n
  const { short } = shortageOf({ own, through }, funds)
  return { need: own, available, after: short > 0n ? 0n : available - own, short }
}

function between(least: bigint, value: bigint, most: bigint): bigint {
  return value < least ? least : value > most ? most : value
}
