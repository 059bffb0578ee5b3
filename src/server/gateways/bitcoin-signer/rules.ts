/**
 * What a signer in a process of its own signs, and what it refuses whoever asks: decided of the transaction itself, of what was signed before and of a
 * list that only who keeps the key can write. It is pure; what it is given comes from the signer's own folder and never from our database.
 */
import type { PayeeRefusal } from '../bitcoin/signer.ts'

/** What is signed at the most, in satoshi. `LISTED` pays only who stands on the signer's list. */
export type Rules = {
  readonly most_payment_sat: bigint
  readonly most_hour_sat: bigint
  readonly most_fee_sat: bigint
  readonly payees: 'LISTED' | 'ANY'
}

/** A coin that is spent, by what the asker says that it is worth. */
export type Spent = {
  readonly coin: string
  readonly value_sat: bigint
  readonly script: string
  readonly sighash: number | undefined
}

/** A transaction that is to be signed; `paid` are its outputs to others, and `change_sat` is what comes back. */
export type Asked = {
  readonly txid: string
  readonly spent: readonly Spent[]
  readonly paid: readonly Paid[]
  readonly change_sat: bigint
}
export type Paid = { readonly script: string; readonly value_sat: bigint }

/** What was signed before: which coins it spends, by which worth, and what it added to what leaves in its hour. */
export type Signed = {
  readonly at: number
  readonly txid: string
  readonly spent: readonly { readonly coin: string; readonly value_sat: bigint }[]
  readonly leaves_sat: bigint
  readonly counts_sat: bigint
}

/** All that was signed, and that of it which spends a coin. */
export type History = {
  readonly all: readonly Signed[]
  spending(coin: string): readonly Signed[]
}

/** Why a transaction is refused. `HOUR_FULL` ends by itself. */
export type Refusal =
  | PayeeRefusal
  | 'NOT_OURS'
  | 'NOT_ALL_OF_IT'
  | 'TOLD_OTHERWISE'
  | 'FEE_TOO_HIGH'
  | 'HOUR_FULL'

/** SIGHASH_ALL: the signature holds every input and every output. */
const ALL = 1
const HOUR_MS = 3_600_000

/** Why nobody is paid so much at this script; undefined where they may be. */
export function refusalOf(
  { script, value_sat }: Paid,
  rules: Rules,
  isListed: (script: string) => boolean,
): PayeeRefusal | undefined {
  if (rules.payees === 'LISTED' && !isListed(script)) return 'PAYEE_UNKNOWN'
  return value_sat > rules.most_payment_sat ? 'PAYMENT_TOO_LARGE' : undefined
}

/** What may leave yet within this hour, in satoshi. A clock that was set back forgets nothing. */
export function leftOf(rules: Rules, { all }: History, now: number): bigint {
  const counted = all
    .filter(one => one.at > now - HOUR_MS)
    .reduce((sum, one) => sum + one.counts_sat, 0n)
  return counted > rules.most_hour_sat ? 0n : rules.most_hour_sat - counted
}

/**
 * Judges a transaction: why it is not signed, or what is to be remembered of it before its signature leaves. One that was signed before is signed again
 * and counts nothing more. One that spends all the coins of an earlier one, and perhaps more, can only stand in its place, so that it counts for what it takes
 * beyond that. (Where it shares but some, what spends the others could stand beside it.)
 */
export function judge(
  asked: Asked,
  about: {
    readonly rules: Rules
    readonly script: string
    readonly isListed: (script: string) => boolean
    readonly history: History
    readonly now: number
  },
): { readonly refusal: Refusal } | { readonly signed: Signed; readonly again: boolean } {
  const { rules, script, isListed, history, now } = about
  if (asked.spent.length === 0 || asked.spent.some(one => one.script !== script))
    return { refusal: 'NOT_OURS' }
  if (asked.spent.some(({ sighash }) => sighash !== undefined && sighash !== ALL))
    return { refusal: 'NOT_ALL_OF_IT' }
  const before = [...new Set(asked.spent.flatMap(({ coin }) => history.spending(coin)))]
  // A signature of segwit holds what its own coin is worth, and not what the others are: told two lies in two askings, who joins the signatures burns the rest as fee (BIP 143; CVE-2020-14199).
  const worth = new Map(before.flatMap(one => one.spent.map(of => [of.coin, of.value_sat])))
  if (asked.spent.some(({ coin, value_sat }) => (worth.get(coin) ?? value_sat) !== value_sat))
    return { refusal: 'TOLD_OTHERWISE' }
  const same = before.find(one => one.txid === asked.txid)
  if (same) return { signed: same, again: true }
  const paid_sat = sumOf(asked.paid)
  const fee_sat = sumOf(asked.spent) - paid_sat - asked.change_sat
  if (fee_sat < 0n || fee_sat > rules.most_fee_sat) return { refusal: 'FEE_TOO_HIGH' }
  for (const one of asked.paid) {
    const refusal = refusalOf(one, rules, isListed)
    if (refusal) return { refusal }
  }
  const coins = new Set(asked.spent.map(one => one.coin))
  const replaced = before.filter(one => one.spent.every(of => coins.has(of.coin)))
  const most = replaced.reduce((sat, one) => (one.leaves_sat > sat ? one.leaves_sat : sat), 0n)
  const leaves_sat = paid_sat + fee_sat
  const counts_sat = leaves_sat > most ? leaves_sat - most : 0n
  if (counts_sat > leftOf(rules, history, now)) return { refusal: 'HOUR_FULL' }
  const spent = asked.spent.map(({ coin, value_sat }) => ({ coin, value_sat }))
  return { signed: { at: now, txid: asked.txid, spent, leaves_sat, counts_sat }, again: false }
}

function sumOf(of: readonly { readonly value_sat: bigint }[]): bigint {
  return of.reduce((sum, one) => sum + one.value_sat, 0n)
}
