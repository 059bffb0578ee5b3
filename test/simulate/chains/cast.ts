/** Who is paid on chains in every seed: a pay that is due, a part of it on each network. Made once, on the ground that each seed is walked on. */
import { call, type Person } from '#db/seed/cast.ts'
import { openWorld, type World } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenDue,
  givenOperator,
} from '#test/harness/world.ts'
import { type Ground, type Grounds, groundsOf } from '../ground.ts'
import { openNetworks } from './networks.ts'

/** How many are paid: a fifth of each pay on each network. */
const CONTRACTORS = 3

export type ChainCast = {
  readonly operators: readonly Person[]
  readonly employer: CycleStage['employer']
  readonly contractors: number
  /** When its payments are due. */
  readonly due: string
}

/** Grounds of a server with the cast on them, with a wallet for each on each network; every seed begins there. */
export const chainsOn = (server: string): Grounds<ChainCast> =>
  groundsOf(server, {
    connections: 4,
    tellCast,
    begin: async (_ground, cast) => cast,
    beginningOf: () => 1,
  })

async function tellCast({ databaseUrl, pools }: Ground): Promise<ChainCast> {
  const options = { pools, rate_days: 40 }
  const world = await openWorld(databaseUrl, '2026-02-20T10:00:00Z', PLAIN_PAPER, options)
  const stage = await givenApprovableCycle(world, CONTRACTORS)
  const second = await givenOperator(world, 'second@corridor.test')
  await giveWallets(world, stage)
  world.clock.set('2026-03-19T10:00:00Z')
  const { operator, employer } = await givenDue(world, stage)
  const due = world.clock.now().toISOString()
  await world.close()
  return { operators: [operator, second], employer, contractors: CONTRACTORS, due }
}

/** Has each be paid as much on each network. */
async function giveWallets(world: World, { contractors }: CycleStage): Promise<void> {
  const networks = await openNetworks()
  for (const [n, contractor] of contractors.entries()) {
    for (const { network: blockchain, currency, walletOf } of networks)
      await call(world, contractor, 'putCryptoWallet', {
        body: { currency, blockchain, address: walletOf(n) },
      })
    const { destinations } = await call(world, contractor, 'getBanking')
    const newest = destinations.slice(-networks.length)
    const body = destinations.map(of => ({
      identifier: of.destination_uuid,
      percentage: newest.includes(of) ? 10_000 / networks.length : 0,
    }))
    await call(world, contractor, 'putSetupPercentages', { body })
  }
  for (const of of networks) await of.end()
}
