/** Which orders in tokens can leave at all: by what is paid and to whom, and by what became of earlier attempts to make the same payment. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { type Blockchain, networkName } from '#domain/kernel/network.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { GatewayError } from '../gateway-error.ts'
import type { PayeeRefusal } from '../signer/view.ts'
import { findPayouts, type PayoutRow, type ToldFailure } from '../tokens/books.store.ts'
import type { Books } from '../tokens/books.ts'
import { watchedAmong } from '../tokens/deposit.store.ts'
import { each } from '../tokens/rest-node.ts'
import type { PayeeSeen, TokenChain, TokenPayment } from '../tokens/token-chain.ts'
import type { RailOrder, WalletOnChain } from './rail.ts'

export type Judged = { readonly order: RailOrder; readonly problem: Text | undefined }

/** Of each order why it cannot leave: asks the chain what its payee is, and the signer whether it pays them. */
export async function judge(
  books: Books,
  chain: TokenChain,
  orders: readonly RailOrder[],
): Promise<Judged[]> {
  const accounts = orders.map(of => of.account)
  const owned = new Set(await ownedAmong(books, chain, accounts))
  const judged = orders.map(order => ({ order, problem: problemOf(chain, order, owned) }))
  const asked = judged.filter(({ problem }) => !problem).map(({ order }) => order)
  const payees = asked.length > 0 ? await look(chain, asked.map(paymentOf)) : []
  const of = new Map(asked.map((order, at) => [order, payees[at]]))
  return judged.map(({ order, problem }) => ({
    order,
    problem: problem ?? of.get(order)?.refused,
  }))
}

/** Which of these addresses are the treasury's own, or take what comes in. */
export async function ownedAmong(
  books: Books,
  { network, isOurs }: Pick<TokenChain, 'network' | 'isOurs'>,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const watched = await watchedAmong(books, network, addresses)
  return addresses.filter(address => isOurs(address) || watched.has(address))
}

/** What wallets are by now, in their order. What is wrong with the token itself, or with the treasury, says nothing of them; and one of which a node refuses to be asked keeps no other from it. */
export async function payeesOf(
  ...[chain, wallets]: Parameters<typeof payeesAtOnce>
): Promise<WalletOnChain[]> {
  try {
    return await payeesAtOnce(chain, wallets)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'CHAIN_OTHER') throw error
    if (wallets.length <= 1) return wallets.map(() => UNLEARNED)
    return (await each(wallets, 1, one => payeesOf(chain, [one]))).flat()
  }
}

async function payeesAtOnce(
  chain: Pick<TokenChain, 'look' | 'keys' | 'isPayable' | 'currencies'>,
  wallets: readonly { readonly address: string; readonly currency: CurrencyCode }[],
): Promise<WalletOnChain[]> {
  const known = wallets.filter(
    ({ address, currency }) => chain.currencies.includes(currency) && chain.isPayable(address),
  )
  const addresses = known.map(of => of.address)
  const asked = known.map(({ address, currency }) => ({ payee: address, currency, amount: 1n }))
  if (asked.length === 0) return wallets.map(() => UNLEARNED)
  const [seen, keys] = await Promise.all([chain.look(asked), chain.keys?.(addresses)])
  const of = new Map(
    known.map((wallet, at) => {
      const payee = seen[at]
      const state = payee === undefined || payee === 'STOPPED' ? null : payee
      return [wallet, { state, key: keys?.[at] ?? null }]
    }),
  )
  return wallets.map(wallet => of.get(wallet) ?? UNLEARNED)
}

const UNLEARNED: WalletOnChain = { state: null, key: null }

/** Of each payment why it is not made by now, by what its payee is and by its signer's own rules, and whether it needs an account that there is not yet. */
export async function look(
  chain: TokenChain,
  payments: readonly TokenPayment[],
): Promise<readonly { readonly refused: Text | undefined; readonly is_new: boolean }[]> {
  const named = payments.map(({ payee, currency, amount }) => ({
    ...{ address: payee, currency, amount },
  }))
  const [seen, view] = await Promise.all([chain.look(payments), chain.view?.(named)])
  return seen.map((payee, at) => {
    const by_signer = view?.refusals[at]
    return {
      refused:
        refusalOf(chain, payee) ?? (by_signer ? refusedBySigner(chain, by_signer) : undefined),
      is_new: payee === 'NEW',
    }
  })
}

const REFUSED_BY_SIGNER = {
  PAYEE_UNKNOWN: 'payments.reasons.token.unlisted',
  PAYMENT_TOO_LARGE: 'payments.reasons.token.tooLarge',
} as const satisfies Record<PayeeRefusal, string>

function refusedBySigner({ network }: TokenChain, refusal: PayeeRefusal): Text {
  return textOf(REFUSED_BY_SIGNER[refusal], { network: networkName(network) })
}

function problemOf(
  chain: TokenChain,
  { account, amount }: RailOrder,
  owned: ReadonlySet<string>,
): Text | undefined {
  const network = networkName(chain.network)
  if (owned.has(account)) return textOf('payments.reasons.token.treasury')
  if (!chain.currencies.includes(amount.currency) || !chain.isPayable(account))
    return textOf('payments.reasons.token.address', { network })
  if (amount.minor < 1n) return textOf('payments.reasons.token.nothing')
  return undefined
}

/** Why a payee that looks like this is not paid; undefined where it is. */
function refusalOf(chain: TokenChain, seen: PayeeSeen): Text | undefined {
  if (seen === 'NO_WALLET')
    return textOf('payments.reasons.token.noWallet', { network: networkName(chain.network) })
  if (seen === 'NOT_OPTED_IN')
    return textOf('payments.reasons.token.notOptedIn', { network: networkName(chain.network) })
  if (seen === 'FROZEN') return textOf('payments.reasons.token.frozen')
  if (seen === 'STOPPED') return textOf('payments.reasons.token.stopped')
  return undefined
}

export function paymentOf({ account, amount }: RailOrder): TokenPayment {
  return { payee: account, currency: amount.currency, amount: amount.minor }
}

/**
 * Why an order does not leave since an attempt before it at the same payment may arrive, or did. One that failed moved nothing and never will; nothing else makes
 * anybody be paid anew. The caller holds the books.
 */
export async function judgeAnew(
  books: Books,
  chain: TokenChain,
  { before = [] }: RailOrder,
): Promise<Text | undefined> {
  if (before.length === 0) return undefined
  const known = await findPayouts(books, chain.network, before)
  return known.some(lives) ? textOf('payments.reasons.token.lives') : undefined
}

function lives({ refused, failure }: PayoutRow): boolean {
  return refused === null && failure === null
}

/** Why a transaction that stands on the chain moved nothing, in words. */
export function failedWords(network: Blockchain, failure: ToldFailure): Text {
  return textOf(`payments.reasons.token.failed.${failure}`, { network: networkName(network) })
}
