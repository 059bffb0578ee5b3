/** What of the funds somebody has to look at, beside what pay needs. */

import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { limitOf } from '../kernel/wallet-limit.ts'
import { type FundsWorkRow, readFundsWork } from './funds-work.report.store.ts'

type WalletWork = 'CHAINS' | 'WALLETS' | 'COINS_MISSING' | 'FULL_WALLETS'

type Work = {
  readonly kind: FundsWorkRow['kind'] | WalletWork
  readonly count: number
  readonly since: Date
  readonly totals: Money[]
}

/** By kind, the worst first: wallets whose chain cannot be followed, that differ from the books, or pay nothing new, those whose coins for fees left otherwise, those that hold more than they may, and what came in and is nobody's yet or is in doubt. What there is nothing of is left out. */
export async function fundsWork(ctx: Ctx): Promise<Work[]> {
  const wallets = await Promise.all(
    BLOCKCHAINS.map(async network => {
      const rail = ctx.gateways.railOf(network)
      // A limit is for what lies by a key on a server.
      const limits = rail.byHand ? undefined : ctx.gateways.walletLimits
      return ((await rail.treasuries?.()) ?? []).map(of => ({ ...of, ...limitOf(of.held, limits) }))
    }),
  )
  const all = wallets.flat()
  const unread = all.flatMap(({ problem, problem_since: at }) => (problem && at) || [])
  const still = all.flatMap(of => (pays(of) ? [] : (of.hold_since ?? [])))
  const lacking = all.flatMap(({ coin_missing, read_at: at }) =>
    coin_missing && at ? [{ coin_missing, at }] : [],
  )
  const full = all.flatMap(({ over, read_at: at }) => (over && at ? [{ over, at }] : []))
  const followed = BLOCKCHAINS.filter(network => ctx.gateways.railOf(network).treasuries)
  const found = await readFundsWork(ctx.tx, followed)
  const differ = found.filter(({ kind }) => kind === 'WALLETS_DIFFER')
  return [
    ...ofWallets('CHAINS', unread),
    ...differ,
    ...ofWallets('WALLETS', still),
    ...ofWallets(
      'COINS_MISSING',
      lacking.map(({ at }) => at),
      totalsByCurrency(lacking.map(({ coin_missing }) => coin_missing)),
    ),
    ...ofWallets(
      'FULL_WALLETS',
      full.map(({ at }) => at),
      totalsByCurrency(full.map(({ over }) => over)),
    ),
    ...found.filter(of => !differ.includes(of)),
  ]
}

type Wallet = {
  readonly problem: unknown
  readonly hold: string | null
  readonly missing?: unknown
}

/** Whether a wallet pays, or is said otherwise not to: that its chain cannot be followed, or that it differs from the books, is work of its own. */
function pays({ problem, hold, missing }: Wallet): boolean {
  return Boolean(problem) || hold === null || (hold === 'TOKENS_MISSING' && !missing)
}

function ofWallets(kind: WalletWork, times: readonly Date[], totals: Money[] = []): Work[] {
  const [since] = times.toSorted((one, other) => one.getTime() - other.getTime())
  return since ? [{ kind, count: times.length, since, totals }] : []
}
