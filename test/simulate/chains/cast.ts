/** Who is paid on chains in every seed: a pay that is due, a part of it on each network. Made once, in a database that each seed gets a copy of. */
import { call, type Person } from '#db/seed/cast.ts'
import { openWorld, type World } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { cloneTemplate } from '#test/harness/test-server.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenDue,
  givenOperator,
} from '#test/harness/world.ts'
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

/** A database of a server with the cast in it, to be copied; nobody is connected to it. */
export type ChainStage = { readonly template: string; readonly cast: ChainCast }

/** Makes the cast on a server that has the template of all tests, with a wallet for each on each network. */
export async function makeChainStage(server: string): Promise<ChainStage> {
  const { name, databaseUrl } = await cloneTemplate(server)
  const world = await openWorld(databaseUrl, '2026-02-20T10:00:00Z', PLAIN_PAPER, { rate_days: 40 })
  const stage = await givenApprovableCycle(world, CONTRACTORS)
  const second = await givenOperator(world, 'second@corridor.test')
  await giveWallets(world, stage)
  world.clock.set('2026-03-19T10:00:00Z')
  const { operator, employer } = await givenDue(world, stage)
  const due = world.clock.now().toISOString()
  await world.close()
  const cast = { operators: [operator, second], employer, contractors: CONTRACTORS, due }
  return { template: name, cast }
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
