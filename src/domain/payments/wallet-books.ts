/** What a wallet of ours holds, against what the ledger says that it has to (decision 0248). In smallest units of one currency on one network. */

/** What is known of a wallet at one moment. */
export type WalletSums = {
  /** What its chain has at its address, and at those of deposits. */
  readonly held: bigint
  readonly deposited: bigint
  /** What of that is our own. */
  readonly own: bigint
  /** What came by the chain for companies, or was booked as such. */
  readonly received: bigint
  /** What was paid: it left, or the ledger says that it arrived. */
  readonly paid: bigint
  /** The least payment of those that the ledger says arrived and no transaction of ours made, since two operators last said what is our own; 0 where there is none. */
  readonly least_unsent: bigint
  /** What is under way: whether it left before the wallet was read nobody knows. */
  readonly under_way: bigint
  /** What went back to whom it came from, and what the network took of the currency itself. */
  readonly refunded: bigint
  readonly fees: bigint
}

/** By how much a wallet differs from the books, positive where it holds more, and whether nothing more may be paid from it. */
export type WalletDifference = { readonly minor: bigint; readonly stops: boolean }

/** What the books expect with nothing that is under way gone. */
export function expectedOf({
  own,
  received,
  paid,
  refunded,
  fees,
}: Pick<WalletSums, 'own' | 'received' | 'paid' | 'refunded' | 'fees'>): bigint {
  return own + received - paid - refunded - fees
}

/**
 * How a wallet differs, beyond what its rail calls missing by itself. What is less stops it. What is more may be a stranger's gift, which stops nothing, else anybody could stop
 * payments with next to nothing; but where the ledger says that a payment arrived which never left, and as much is there beyond the books, these are wrong, and that does.
 */
export function walletDifference(of: WalletSums, missing: bigint): WalletDifference {
  const over = of.held + of.deposited - expectedOf(of)
  if (over > 0n) return { minor: over, stops: of.least_unsent > 0n && over >= of.least_unsent }
  const lacks = -over - of.under_way - missing
  return lacks > 0n ? { minor: -lacks, stops: true } : { minor: 0n, stops: false }
}

/** By how much our own becomes less where two operators explain what a rail calls missing: what else the books know by now is no loss of ours. */
export function ownGone(of: WalletSums, missing: bigint): bigint {
  const lacks = expectedOf(of) - of.held - of.deposited
  if (lacks <= 0n) return 0n
  return lacks < missing ? lacks : missing
}

/**
 * What of a difference that two accepted is explained where it is another by now: no more than they accepted, nor than differs still; nothing where it differs the other way.
 * So what comes and goes between the two yeses keeps nobody from it, and what is left stays work.
 */
export function explainedOf(accepted: bigint, now: bigint): bigint {
  if (signOf(accepted) !== signOf(now)) return 0n
  return sizeOf(now) < sizeOf(accepted) ? now : accepted
}

/** What readings said of a wallet so far: how it differs as two in a row said it, since when, and what the last one alone said. */
export type WalletReading = WalletDifference & {
  readonly since: Date | null
  readonly seen_minor: bigint
  readonly seen_stops: boolean
  readonly seen_at: Date
}

/** Two readings that lie closer together may be of one moment. */
const APART_MS = 30_000

/** Whether a reading says the same as the one before it, and enough time lies between. */
export function isSecond(
  before: Pick<WalletReading, 'seen_minor' | 'seen_at'> | undefined,
  minor: bigint,
  at: Date,
): boolean {
  return before !== undefined && !isTooSoon(before, at) && before.seen_minor === minor
}

/** What two readings both say: the lesser of two differences to one side. Were they to be the same, whoever sends next to nothing each minute would hide what lacks. Undefined where they contradict each other. */
function saidTwice(before: WalletReading, now: WalletDifference): WalletDifference | undefined {
  const one = { minor: before.seen_minor, stops: before.seen_stops }
  if (signOf(one.minor) !== signOf(now.minor)) return undefined
  const { minor } = sizeOf(one.minor) < sizeOf(now.minor) ? one : now
  return { minor, stops: one.stops && now.stops }
}

function sizeOf(minor: bigint): bigint {
  return minor < 0n ? -minor : minor
}

function signOf(minor: bigint): bigint {
  return minor === 0n ? 0n : minor / sizeOf(minor)
}

/** The readings with one more. One alone changes nothing: what it says may have moved while it was read. */
export function nextReading(
  before: WalletReading | undefined,
  now: WalletDifference,
  at: Date,
): WalletReading {
  if (before && isTooSoon(before, at)) return before
  const seen = { seen_minor: now.minor, seen_stops: now.stops, seen_at: at }
  if (!before) return { minor: 0n, stops: false, since: null, ...seen }
  const { minor, stops, since } = before
  const said = saidTwice(before, now)
  if (!said) return { minor, stops, since, ...seen }
  return { ...said, ...seen, since: said.minor === 0n ? null : (since ?? before.seen_at) }
}

/** The readings once something was explained, after which it differs by so much less or not at all; what is left was said twice before. */
export function afterExplained(before: WalletReading, rest: bigint, at: Date): WalletReading {
  const minor = before.minor === 0n ? 0n : rest
  const stops = minor !== 0n && before.stops
  const since = minor === 0n ? null : before.since
  return { minor, stops, since, seen_minor: minor, seen_stops: stops, seen_at: at }
}

/** Also of a clock that was set back: what it said before is no reason to read nothing until it says that again. */
function isTooSoon({ seen_at }: Pick<WalletReading, 'seen_at'>, at: Date): boolean {
  return Math.abs(at.getTime() - seen_at.getTime()) < APART_MS
}
