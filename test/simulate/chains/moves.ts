/** What happens to payments on chains: operators, processes of ours, the networks, thieves and payees. */
import { call } from '#db/seed/cast.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import { bookDeposits } from '#server/ledger/index.ts'
import { askRails, executePayments, followRails, raiseFee } from '#server/payments/index.ts'
import { act, attempt, type Chance, type Move } from '../sim.ts'
import type { SimulatedNetwork } from './network.ts'
import { type ChainSim, countedOf, type Process } from './sim.ts'

type ChainMove = Move<ChainSim>

const MINUTE_MS = 60_000

/** Something that is there to be picked. */
function one<T>(chance: Chance, from: readonly T[]): T {
  const found = chance.pick(from)
  if (found === undefined) throw new Error('there is one to pick')
  return found
}

/** What a node does not answer is asked again another time. */
async function patiently(sim: ChainSim, work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    sim.log.push(error.code)
    return false
  }
}

type Payment = {
  readonly id: string
  readonly network: Blockchain
  readonly execution: string | null
}

/** In an order that is the same in each run of a seed. */
export function paymentsOf({ admin }: ChainSim, statuses: readonly string[]): Promise<Payment[]> {
  return admin.rows<Payment>(
    `select p.payment_uuid id, p.network, p.execution_uuid execution from payment p join person c on c.sub = p.contractor_sub
      where p.status = any($1) and p.network <> 'fiat' order by p.network, c.email`,
    [statuses],
  )
}

/** Moves time a minute on, and has a process follow all chains and book what came in. */
export async function followBy(sim: ChainSim, process: Process): Promise<void> {
  const { clock } = sim.world
  clock.set(new Date(clock.now().getTime() + MINUTE_MS).toISOString())
  await patiently(sim, followRails({}, process))
  await patiently(sim, bookDeposits({}, process))
  for (const { network } of sim.networks) await countFollowed(sim, network)
}

/** What was stolen while nothing else went on is seen by the second reading after it. */
async function countFollowed(sim: ChainSim, network: SimulatedNetwork['network']): Promise<void> {
  const { bare } = countedOf(sim, network)
  const [treasury] = (await sim.processes[0]?.kernel.gateways.railOf(network).treasuries?.()) ?? []
  const isFresh = treasury?.read_at?.getTime() === sim.world.clock.now().getTime()
  if (bare && isFresh) bare.followed += 1
}

const follow: ChainMove = {
  name: 'a process follows the chains',
  weight: 16,
  async act(sim, chance) {
    const processes = [...sim.processes]
    const first = processes.splice(chance.below(processes.length), 1)
    const next = [...first, ...processes]
    // Whoever is struck comes back, or the other goes on.
    await attempt(sim, chance, 'follow_rails', () =>
      followBy(sim, next.shift() ?? one(chance, first)),
    )
  },
}

const followTogether: ChainMove = {
  name: 'two processes follow the chains at once',
  weight: 4,
  act: sim => Promise.all(sim.processes.map(process => followBy(sim, process))),
}

const work: ChainMove = {
  name: 'the clock works',
  weight: 2,
  async act(sim, chance) {
    const process = one(chance, sim.processes)
    await attempt(sim, chance, 'by_the_clock', async () => {
      await patiently(sim, sim.world.byTheClock())
      await patiently(sim, askRails({}, process))
      await sim.world.deliver()
    })
  },
}

const pass: ChainMove = {
  name: 'hours pass',
  weight: 1,
  async act({ world }, chance) {
    const hours = 1 + chance.below(4)
    world.clock.set(new Date(world.clock.now().getTime() + hours * 60 * MINUTE_MS).toISOString())
  },
}

/** Executes payments, and hands them over by a process. */
export async function executeBy(
  sim: ChainSim,
  chance: Chance,
  payments: readonly Payment[],
  process: Process,
): Promise<void> {
  if (payments.length === 0) return
  for (const { network } of payments) countedOf(sim, network).bare = null
  const body = { pay_date: '2026-03-20', payment_uuids: payments.map(of => of.id) }
  const answer = await act(sim, chance, one(chance, sim.operators), 'bulkExecute', { body })
  const execution_uuid = answer?.execution_uuid
  if (execution_uuid) await handOver(sim, chance, execution_uuid, process)
}

async function handOver(sim: ChainSim, chance: Chance, execution_uuid: string, process: Process) {
  await attempt(sim, chance, 'execute_payments', () =>
    patiently(sim, executePayments({ execution_uuid }, process as never)),
  )
}

const execute: ChainMove = {
  name: 'executes some payments',
  weight: 12,
  async act(sim, chance) {
    const due = await paymentsOf(sim, ['SCHEDULED', 'HELD'])
    await executeBy(sim, chance, chance.some(due, 0.3), one(chance, sim.processes))
  },
}

const goOn: ChainMove = {
  name: 'hands over what was executed',
  weight: 6,
  async act(sim, chance) {
    const found = chance.pick(await paymentsOf(sim, ['EXECUTING']))
    if (found?.execution) await handOver(sim, chance, found.execution, one(chance, sim.processes))
  },
}

const retry: ChainMove = {
  name: 'pays anew what failed',
  weight: 5,
  async act(sim, chance) {
    const failed = chance.some(await paymentsOf(sim, ['FAILED', 'RETURNED']), 0.6)
    for (const { id } of failed)
      await act(sim, chance, one(chance, sim.operators), 'retryPayment', { params: { id } })
    await executeBy(sim, chance, failed, one(chance, sim.processes))
  },
}

const settle: ChainMove = {
  name: 'says that something arrived',
  weight: 1,
  async act(sim, chance) {
    const sent = chance.pick(await paymentsOf(sim, ['SENT']))
    if (!sent) return
    const body = { payment_uuids: [sent.id], reference: 'SEEN' }
    sim.called.add(sent.id)
    await act(sim, chance, one(chance, sim.operators), 'bulkSettle', { body })
  },
}

const raise: ChainMove = {
  name: 'raises a fee',
  weight: 4,
  async act(sim, chance) {
    const sent = (await paymentsOf(sim, ['SENT'])).map(of => of.id)
    if (sent.length === 0) return
    const by = one(chance, sim.operators)
    const query = { payment_uuids: sent.join(',') }
    const shown = await act(sim, chance, by, 'listOnChain', { query })
    const low = chance.pick((shown?.payments ?? []).filter(of => of.allowed_actions.length > 0))
    if (!low || low.fee_rate_now === null) return
    const params = { id: low.payment_uuid }
    const body = { fee_rate: low.fee_rate_now }
    if (!(await act(sim, chance, by, 'raiseFee', { params, body }))) return
    const [job] = await sim.admin.rows<{ attempt_uuid: string; network: string }>(
      'select attempt_uuid, network from payment where payment_uuid = $1',
      [low.payment_uuid],
    )
    await attempt(sim, chance, 'raise_fee', () =>
      patiently(sim, raiseFee({ ...job, ...body }, one(chance, sim.processes))),
    )
  },
}

/** Two operators say what is missing from a wallet, as it is shown. */
export async function explainOne(sim: ChainSim, chance: Chance): Promise<boolean> {
  const asks = one(chance, sim.operators.slice(0, 1))
  const { treasuries } = await call(sim.world, asks, 'listTreasuries')
  const found = chance.pick(treasuries.filter(of => of.missing ?? of.coin_missing))
  const missing = found?.missing ?? found?.coin_missing
  if (!found || !missing) return false
  const { network } = found
  const body = { network, missing, words: 'Moved to the vault.' }
  const asked = await act(sim, chance, asks, 'explainMissing', { body })
  const done = await sayYes(sim, chance, asked?.waiting?.step_uuid)
  const counted = countedOf(sim, network)
  if (done && found.missing) counted.explained += missing.minor
  if (done && !found.missing) counted.coins_explained += missing.minor
  return done
}

/** The second of two operators says yes to what the first asked for. */
export async function sayYes(sim: ChainSim, chance: Chance, id?: string): Promise<boolean> {
  const [, second] = sim.operators
  if (!id || !second) return false
  const of = { params: { id }, query: { limit: 50 } }
  const digest = (await act(sim, chance, second, 'getApprovalStep', of))?.step.digest
  if (!digest) return false
  const body = { digest }
  return (await act(sim, chance, second, 'approveStep', { params: { id }, body })) !== undefined
}

/** Two operators say that by how much a wallet differs from the books is our own, as it is shown. */
export async function explainWallet(sim: ChainSim, chance: Chance): Promise<boolean> {
  const [asks] = sim.operators
  if (!asks) return false
  const { treasuries } = await call(sim.world, asks, 'listTreasuries')
  const found = chance.pick(treasuries.filter(of => of.difference))
  if (!found?.difference) return false
  const { network, difference } = found
  const body = { network, difference: difference.amount, words: 'Of the vault.' }
  const asked = await act(sim, chance, asks, 'explainWallet', { body })
  return sayYes(sim, chance, asked?.waiting?.step_uuid)
}

const explain: ChainMove = { name: 'explains what is missing', weight: 4, act: explainOne }

const explainBooks: ChainMove = {
  name: 'explains how a wallet differs',
  weight: 4,
  act: explainWallet,
}

/** About what one contractor is paid on a network. */
const PAY = { BTC: 1_100_000n, USDC: 680_000_000n } as const

/** So many payments' fees a treasury begins with. */
export const BEGINS_WITH = 100n

/** Puts so many payments' worth into a treasury. */
export async function fundFor(
  sim: ChainSim,
  of: SimulatedNetwork,
  payments: number,
): Promise<void> {
  const counted = countedOf(sim, of.network)
  const before = await of.held()
  await of.fund(PAY[of.currency] * BigInt(payments))
  counted.funded += PAY[of.currency] * BigInt(payments)
  counted.bare = null
  sim.log.push(`${of.network} held ${before}`)
}

const fund: ChainMove = {
  name: 'funds a treasury',
  weight: 4,
  async act(sim, chance) {
    const of = one(chance, sim.networks)
    if (chance.often(0.3)) await of.fundCoin(of.fee * BigInt(1 + chance.below(40)))
    else await fundFor(sim, of, 1 + chance.below(2))
  },
}

const steal: ChainMove = {
  name: 'takes something out of a treasury',
  weight: 2,
  async act(sim, chance) {
    const of = one(chance, sim.networks)
    const counted = countedOf(sim, of.network)
    const [open] = await sim.admin.rows<{ count: number }>(
      `select count(*)::int count from payment where network = $1 and status in ('SENT', 'EXECUTING')`,
      [of.network],
    )
    const amount = await of.steal(1n + BigInt(chance.below(200_000_000)), chance)
    counted.stolen += amount
    const isBare = open?.count === 0 && of.currency !== 'BTC' && amount > 0n
    counted.bare = isBare ? { amount, followed: 0 } : null
    sim.log.push(`${of.network} loses ${amount}`)
  },
}

const stealCoin: ChainMove = {
  name: 'takes coins for fees out of a treasury',
  weight: 2,
  async act(sim, chance) {
    const of = one(chance, sim.networks)
    const amount = (await of.stealCoin?.(of.fee * BigInt(1 + chance.below(60)))) ?? 0n
    countedOf(sim, of.network).coins_stolen += amount
    sim.log.push(`${of.network} loses ${amount} coins`)
  },
}

const refuse: ChainMove = {
  name: 'a wallet takes no payment, or takes them again',
  weight: 4,
  async act(sim, chance) {
    const of = one(chance, sim.networks)
    const address = of.walletOf(chance.below(sim.contractors))
    if (chance.often(0.4)) await of.refuse?.(address)
    else await of.accept?.(address)
  },
}

const payIn: ChainMove = {
  name: 'pays in',
  weight: 4,
  async act(sim, chance) {
    const [network, { address, memo }] = one(chance, [...sim.depositAt])
    const of = sim.networks.find(known => known.network === network)
    const least = of?.currency === 'BTC' ? 10_000 : 1_000_000
    // Some mistype their memo, or leave it out.
    const typed = memo && chance.often(0.2) ? memo.slice(0, chance.below(memo.length)) : memo
    await of?.payIn?.(address, BigInt(least + chance.below(50 * least)), typed)
  },
}

const block: ChainMove = {
  name: 'blocks',
  weight: 24,
  async act(sim, chance) {
    for (const of of chance.some(sim.networks, 0.4)) {
      const event = one(chance, of.blocks)
      sim.log.push(`${of.network}: ${event.name}`)
      await event.act(chance)
    }
  },
}

const badDay: ChainMove = {
  name: 'a bad day',
  weight: 6,
  async act(sim, chance) {
    const of = one(chance, sim.networks)
    const event = one(chance, of.bad)
    sim.log.push(`${of.network}: ${event.name}`)
    await event.act(chance)
  },
}

const goodDay: ChainMove = {
  name: 'bad days end',
  weight: 5,
  async act(sim, chance) {
    for (const of of chance.some(sim.networks, 0.6)) await of.calm()
  },
}

export const chainMoves: readonly ChainMove[] = [
  ...[follow, followTogether, work, pass, execute, goOn, retry, settle, raise, explain],
  ...[explainBooks, fund, steal, stealCoin, refuse, payIn, block, badDay, goodDay],
]
