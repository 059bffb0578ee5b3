/** What of the funds somebody has to look at, beside what pay needs. */

import type { Money } from '#domain/kernel/money.ts'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type FundsWorkRow, readFundsWork } from './funds-work.report.store.ts'

type Work = {
  readonly kind: FundsWorkRow['kind'] | 'CHAINS' | 'WALLETS'
  readonly count: number
  readonly since: Date
  readonly totals: Money[]
}

/** By kind, the worst first: wallets whose chain cannot be followed, wallets that pay nothing new, and what came in and is nobody's yet or is in doubt. What there is nothing of is left out. */
export async function fundsWork(ctx: Ctx): Promise<Work[]> {
  const wallets = await Promise.all(
    BLOCKCHAINS.map(async network => (await ctx.gateways.railOf(network).treasuries?.()) ?? []),
  )
  const unread = wallets.flat().flatMap(({ problem, problem_since: at }) => (problem && at) || [])
  const held = wallets
    .flat()
    .flatMap(({ problem, hold, hold_since: at }) => (!problem && hold && at) || [])
  return [
    ...ofWallets('CHAINS', unread),
    ...ofWallets('WALLETS', held),
    ...(await readFundsWork(ctx.tx)),
  ]
}

function ofWallets(kind: 'CHAINS' | 'WALLETS', times: readonly Date[]): Work[] {
  const [since] = times.toSorted((one, other) => one.getTime() - other.getTime())
  return since ? [{ kind, count: times.length, since, totals: [] }] : []
}
