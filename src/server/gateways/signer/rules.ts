/**
 * What a signer in a process of its own signs, and what it refuses whoever asks: decided of what a transaction does by its own bytes, of what was signed before and of a
 * list that only who keeps the key can write. It is pure and the same for each chain; what it is given comes from the signer's own folder and never from our database.
 */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Amounts, PayeeRefusal } from './view.ts'

/** What is signed at the most, in smallest units. `LISTED` pays only who stands on the signer's list. */
export type Rules = {
  readonly most_payment: Amounts
  readonly most_hour: Amounts
  readonly most_fee: bigint
  readonly payees: 'LISTED' | 'ANY'
}

/** A payee as its chain's reader names it, and what it is paid. */
export type Paid = {
  readonly payee: string
  readonly currency: CurrencyCode
  readonly amount: bigint
}

/** What a transaction uses up, so that nothing else that uses it up can stand beside it: a coin, by what the asker says that it is worth, or the value of a nonce, which is worth nothing. */
export type Used = { readonly name: string; readonly value: bigint }

/** What a transaction that is to be signed does, as the reader of its chain found it in its bytes. */
export type Asked = {
  readonly id: string
  readonly uses: readonly Used[]
  readonly paid: readonly Paid[]
  /** The coin in which the network is paid, what it takes at the most, and what is laid down beside that. */
  readonly coin: CurrencyCode
  readonly fee: bigint
  readonly laid: bigint
  /** Whether what uses up the same may only pay the same: then it is offered in its place for a higher fee, and for nothing else. */
  readonly only_dearer: boolean
}

/** What was signed before: what it uses up and pays, what leaves by it, and what that added to its hour. */
export type Signed = Pick<Asked, 'id' | 'uses' | 'paid'> & {
  readonly at: number
  readonly leaves: Amounts
  readonly counts: Amounts
}

/** All that was signed, and that of it which uses something up. */
export type History = {
  readonly all: readonly Signed[]
  using(name: string): readonly Signed[]
}

/**
 * Why a transaction is refused: besides its payees that it is none that is signed here (`NOT_KNOWN`), spends what is somebody else's, would leave others to add to it, is for another network, was told
 * to spend coins of another worth than before, pays otherwise than what it would replace, or costs too much. `HOUR_FULL` ends by itself.
 */
export type Refusal =
  | PayeeRefusal
  | 'NOT_KNOWN'
  | 'NOT_OURS'
  | 'NOT_ALL_OF_IT'
  | 'OTHER_NETWORK'
  | 'TOLD_OTHERWISE'
  | 'PAYS_OTHERWISE'
  | 'FEE_TOO_HIGH'
  | 'HOUR_FULL'

const HOUR_MS = 3_600_000

/** Why nobody is paid so much at this payee; undefined where they may be. */
export function refusalOf(
  { payee, currency, amount }: Paid,
  rules: Rules,
  isListed: (payee: string) => boolean,
): PayeeRefusal | undefined {
  if (rules.payees === 'LISTED' && !isListed(payee)) return 'PAYEE_UNKNOWN'
  return amount > (rules.most_payment[currency] ?? 0n) ? 'PAYMENT_TOO_LARGE' : undefined
}

/** What may leave yet within this hour. A clock that was set back forgets nothing. */
export function leftOf({ most_hour }: Rules, { all }: History, now: number): Amounts {
  const left = { ...most_hour }
  for (const one of all.filter(of => of.at > now - HOUR_MS))
    for (const [currency, amount] of Object.entries(one.counts)) {
      const rest = (left[currency] ?? 0n) - amount
      left[currency] = rest > 0n ? rest : 0n
    }
  return left
}

/**
 * Judges a transaction: why it is not signed, or what is to be remembered of it before its signature leaves. One that was signed before is signed again
 * and counts nothing more. One that uses up all that an earlier one does, and perhaps more, can only stand in its place, so that it counts for what it takes
 * beyond that. (Where it shares but some, what uses up the others could stand beside it.)
 */
export function judge(
  asked: Asked,
  about: {
    readonly rules: Rules
    readonly isListed: (payee: string) => boolean
    readonly history: History
    readonly now: number
  },
): { readonly refusal: Refusal } | { readonly signed: Signed; readonly again: boolean } {
  const { rules, isListed, history, now } = about
  const before = [...new Set(asked.uses.flatMap(({ name }) => history.using(name)))]
  // A signature of segwit holds what its own coin is worth, and not what the others are: told two lies in two askings, who joins the signatures burns the rest as fee (BIP 143; CVE-2020-14199).
  const worth = new Map(before.flatMap(one => one.uses.map(of => [of.name, of.value])))
  if (asked.uses.some(({ name, value }) => (worth.get(name) ?? value) !== value))
    return { refusal: 'TOLD_OTHERWISE' }
  const same = before.find(one => one.id === asked.id)
  if (same) return { signed: same, again: true }
  if (asked.only_dearer && before.some(one => !paysAlike(one.paid, asked.paid)))
    return { refusal: 'PAYS_OTHERWISE' }
  if (asked.fee < 0n || asked.fee > rules.most_fee) return { refusal: 'FEE_TOO_HIGH' }
  for (const one of asked.paid) {
    const refusal = refusalOf(one, rules, isListed)
    if (refusal) return { refusal }
  }
  const leaves = leavesBy(asked)
  const names = new Set(asked.uses.map(one => one.name))
  const counts = beyond(
    leaves,
    before.filter(one => one.uses.every(of => names.has(of.name))),
  )
  const left = leftOf(rules, history, now)
  if (Object.entries(counts).some(([currency, amount]) => amount > (left[currency] ?? 0n)))
    return { refusal: 'HOUR_FULL' }
  const { id, uses, paid } = asked
  return { signed: { at: now, id, uses, paid, leaves, counts }, again: false }
}

function leavesBy({ paid, coin, fee, laid }: Asked): Amounts {
  const leaves: Record<CurrencyCode, bigint> = { [coin]: fee + laid }
  for (const { currency, amount } of paid) leaves[currency] = (leaves[currency] ?? 0n) + amount
  return leaves
}

/** What leaves of each currency beyond the most that any of those takes of which it stands in the place. */
function beyond(leaves: Amounts, replaced: readonly Signed[]): Amounts {
  const most = (currency: CurrencyCode) =>
    replaced.reduce((sum, one) => larger(sum, one.leaves[currency] ?? 0n), 0n)
  return Object.fromEntries(
    Object.entries(leaves).map(([currency, amount]) => [
      currency,
      larger(amount - most(currency), 0n),
    ]),
  )
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function paysAlike(one: readonly Paid[], other: readonly Paid[]): boolean {
  const spelled = ({ payee, currency, amount }: Paid) => `${payee} ${currency} ${amount}`
  return one.map(spelled).join('\n') === other.map(spelled).join('\n')
}
