/** The end of a seed: no day is bad any more, and all that is due arrives. */
import { call } from '#db/seed/cast.ts'
import { chanceOf } from '../sim.ts'
import { breaches, readKnown, restsWell, walletsAreEven } from './laws.ts'
import {
  BEGINS_WITH,
  executeBy,
  explainOne,
  explainWallet,
  followBy,
  fundFor,
  paymentsOf,
  sayYes,
} from './moves.ts'
import type { ChainSim } from './sim.ts'

/** How often at the most what is still open is looked at. */
const ROUNDS = 12
/** No fault strikes any more. */
const calm = chanceOf(() => 0.999)

/** All bad days are over, whoever is paid takes it, there is enough, and operators do all that there is to do; what is broken then, in words. */
export async function comeToRest(sim: ChainSim): Promise<string[]> {
  for (const of of sim.networks) {
    await of.calm()
    for (let n = 0; n < sim.contractors; n++) await of.accept?.(of.walletOf(n))
    await of.settle()
  }
  let before = await readKnown(sim.admin)
  // What was taken is read before anything is funded.
  for (const process of [...sim.processes, ...sim.processes]) await followBy(sim, process)
  const taken = await breaches(sim, await readKnown(sim.admin), before)
  if (taken.length > 0) return taken
  for (const of of sim.networks) {
    await of.fundCoin(BEGINS_WITH * of.fee)
    await fundFor(sim, of, 2 * sim.contractors)
  }
  before = await readKnown(sim.admin)
  for (let round = 0; round < ROUNDS; round++) {
    await goRound(sim)
    const after = await readKnown(sim.admin)
    const found = [...sim.defects, ...(await breaches(sim, after, before))]
    if (found.length > 0) return found
    before = after
    if ((await restsWell(sim, after)).length === 0) break
  }
  for (let minute = 0; minute < 3; minute++) await goRound(sim)
  return [
    ...(await restsWell(sim, before)),
    ...(await walletsAreEven(sim)),
    ...(await sim.world.checked(true)),
  ]
}

/** What an operator, a process and the networks do of all that is open. */
async function goRound(sim: ChainSim): Promise<void> {
  const [process] = sim.processes
  if (!process) throw new Error('there is a process')
  await followBy(sim, process)
  for (const of of sim.networks) await of.settle()
  await followBy(sim, process)
  while (await explainOne(sim, calm));
  while (await explainWallet(sim, calm));
  await mend(sim)
  const due = await paymentsOf(sim, ['SCHEDULED', 'HELD'])
  await executeBy(sim, calm, due, process)
  for (const { execution } of await paymentsOf(sim, ['EXECUTING']))
    if (execution) await sim.world.execute(execution).catch(() => {})
  await sim.world.byTheClock()
}

/** What failed is paid anew, by the word of two where nothing but that lets it; what never arrived although it was called so comes back first. */
async function mend(sim: ChainSim): Promise<void> {
  const [operator] = sim.operators
  if (!operator) throw new Error('there is an operator')
  const query = { limit: 50, sort: 'age' as const }
  const { items } = await call(sim.world, operator, 'listWork', { query })
  for (const { payment_uuid, allowed_actions } of items) {
    const action = (['retry_beside', 'return', 'retry'] as const).find(of =>
      allowed_actions.includes(of),
    )
    if (!action) continue
    const said = { words: 'It never arrived.', reference: '' }
    const why = action === 'return' ? { reason: 'OTHER' as const } : {}
    const body = { action, payment_uuids: [payment_uuid], ...said, ...why }
    const { waiting } = await call(sim.world, operator, 'mendPayments', { body })
    await sayYes(sim, calm, waiting?.step_uuid)
  }
}
