/** Which orders in bitcoin can leave at all: by our rules, by those of the signer, and by what became of earlier attempts to make the same payment. */
import { type Text, textOf } from '#domain/kernel/words.ts'
import { type Books, findPayouts } from '../bitcoin/books.store.ts'
import { type Coin, type Payee, scriptOf } from '../bitcoin/build-payout.ts'
import { watchedAmong } from '../bitcoin/deposit.store.ts'
import { listExcluding } from '../bitcoin/paid-anew.store.ts'
import type { BitcoinSigner } from '../bitcoin/signer.ts'
import type { PayeeRefusal, SignerPayee, SignerView } from '../signer/view.ts'
import type { RailOrder } from './rail.ts'

/** Bitcoin Core's limit for outputs of the oldest kind; what is less is not relayed (policy/policy.cpp, GetDustThreshold). */
export const LEAST_SAT = 546n

/** Which of these addresses are the treasury's own, or take what comes in. */
export async function ownedAmong(
  books: Books,
  addresses: readonly string[],
  { script }: Pick<BitcoinSigner, 'script'>,
): Promise<readonly string[]> {
  const watched = await watchedAmong(
    books,
    addresses.flatMap(address => scriptOf(address) ?? []),
  )
  return addresses.filter(address => {
    const of = scriptOf(address)
    return of !== undefined && (of === script || watched.has(of))
  })
}

/** Why an order cannot leave; undefined where it can. What pays an address of ours would move nothing. */
function problemOf({ account, amount }: RailOrder, owned: readonly string[]): Text | undefined {
  if (amount.currency !== 'BTC' || scriptOf(account) === undefined)
    return textOf('payments.reasons.bitcoin.address')
  if (owned.includes(account)) return textOf('payments.reasons.bitcoin.treasury')
  if (amount.minor < LEAST_SAT) return textOf('payments.reasons.bitcoin.least')
  return undefined
}

/** What may leave within this hour yet, with fees, and what the fee of a transaction may be at the most. */
export type Limits = { readonly left_sat: bigint; readonly most_fee_sat: bigint }

export function limitsIn({ left, most_fee }: SignerView): Limits {
  return { left_sat: left.BTC ?? 0n, most_fee_sat: most_fee }
}

/** Of each order why it is not paid, by us or by its signer, and what that signs for by now; null where it has no limits. */
export async function judge(
  books: Books,
  orders: readonly RailOrder[],
  signer: BitcoinSigner,
): Promise<{
  readonly judged: readonly { readonly order: RailOrder; readonly problem: Text | undefined }[]
  readonly limits: Limits | null
}> {
  const accounts = orders.map(({ account }) => account)
  const owned = await ownedAmong(books, accounts, signer)
  const judged = orders.map(order => ({ order, problem: problemOf(order, owned) }))
  const asked = judged.filter(({ problem }) => !problem).map(({ order }) => order)
  if (!signer.view || asked.length === 0) return { judged, limits: null }
  const view = await signer.view(asked.map(signerPayeeOf))
  const said = new Map(asked.map((order, at) => [order, view.refusals[at] ?? null]))
  return {
    limits: limitsIn(view),
    judged: judged.map(({ order, problem }) => {
      const refusal = said.get(order)
      return { order, problem: refusal ? textOf(REFUSED_BY_SIGNER[refusal]) : problem }
    }),
  }
}

const REFUSED_BY_SIGNER = {
  PAYEE_UNKNOWN: 'payments.reasons.bitcoin.unlisted',
  PAYMENT_TOO_LARGE: 'payments.reasons.bitcoin.tooLarge',
} as const satisfies Record<PayeeRefusal, string>

function signerPayeeOf({ account, amount }: RailOrder): SignerPayee {
  return { address: account, currency: amount.currency, amount: amount.minor }
}

export function payeeOf({ account, amount }: RailOrder): Payee {
  return { address: account, value_sat: amount.minor }
}

/** What an order that pays anew has to spend: of each dead transaction that was to make the same payment before, one of these coins. */
type Anew = { readonly must: readonly (readonly Coin[])[] }

/**
 * What keeps the transactions of earlier attempts out for good; or why the order does not leave: one of them lives, or nothing that can be spent by now
 * excludes one that is dead (`by_two`: only the word of two lets it leave beside). The caller holds the books.
 */
export async function judgeAnew(
  books: Books,
  { before = [] }: RailOrder,
  { script }: Pick<BitcoinSigner, 'script'>,
): Promise<Anew | { readonly problem: Text; readonly by_two: boolean }> {
  if (before.length === 0) return { must: [] }
  const paying = (await findPayouts(books, before)).filter(({ txid }) => txid !== null)
  if (paying.some(({ dead_by }) => dead_by === null))
    return { problem: textOf('payments.reasons.bitcoin.lives'), by_two: false }
  // What replaced it spends all that the first one spends, and is excluded with it.
  const txids = [...new Set(paying.flatMap(({ root }) => root ?? []))]
  const must: Coin[][] = []
  for (const txid of txids) {
    const coins = await listExcluding(books, txid, script)
    if (coins.length === 0)
      return { problem: textOf('payments.reasons.bitcoin.mayRevive'), by_two: true }
    must.push(coins)
  }
  return { must }
}

/** The fewest of the coins, roughly, of which each list has one; the best of each list comes first. */
export function chooseOfEach(lists: readonly (readonly Coin[])[]): Coin[] {
  const chosen = new Map<string, Coin>()
  for (const list of lists) {
    if (list.some(coin => chosen.has(nameOf(coin)))) continue
    const [best] = list
    if (best) chosen.set(nameOf(best), best)
  }
  return [...chosen.values()]
}

function nameOf({ txid, vout }: Coin): string {
  return `${txid}:${vout}`
}
