/** What every rail in tokens holds whose signer is a process of its own: what that allows leaves, what it refuses is said in words, and an attacker with our database gets no further. */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Rail, RailOrder } from '../gateways/rails/rail.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { type SignerProcess, signerProcess } from '../gateways/signer/signer-process.test-data.ts'
import type { ordersOn } from './orders-on-a-chain.test-data.ts'

/** Of a chain: its rules beside those of its tokens, and what a test begins with. */
export type Apart = {
  readonly network: 'solana' | 'ethereum'
  readonly coin: Readonly<Record<string, number>>
  readonly most_fee: number
  readonly orderIn: ReturnType<typeof ordersOn>
  walletOf(n: number): string
  rows<T extends object>(statement: string): Promise<T[]>
  open(process: SignerProcess): Promise<Opened>
}
type Opened = {
  readonly rail: Rail
  /** Another process of ours, whose words to the signer are heard first. */
  another(hear: <T extends object>(signer: T) => T): Promise<Rail>
  paid(orders: readonly RailOrder[]): Promise<bigint[]>
  /** Takes what was sent into blocks that are final. */
  settle(): Promise<void>
}

const LISTED = 8
const idsOf = (orders: readonly RailOrder[]) => orders.map(order => order.attempt_uuid)

/** Runs it, and answers what opens a rail with a new signer, for what is the chain's own. */
export function signedApart(of: Apart) {
  const { network, orderIn, walletOf, rows } = of
  const started: SignerProcess[] = []
  afterEach(async () => {
    for (const one of started.splice(0)) await one.remove()
  })
  const RULES = {
    most_payment: { USDC: 300_000, USDT: 300_000 },
    most_hour: { USDC: 700_000, USDT: 700_000, ...of.coin },
    ...{ most_fee: of.most_fee, payees: 'LISTED' },
  }
  const open = async (rules: Partial<typeof RULES> = {}) => {
    const listed = Array.from({ length: LISTED }, (_, at) => walletOf(at + 1))
    const process = signerProcess(network, { ...RULES, ...rules }, listed)
    started.push(process)
    await process.start()
    return { process, ...(await of.open(process)) }
  }
  const THEIRS = walletOf(99)
  const hold = async () => {
    const [row] = await rows<{ held: string | null }>(
      `select held from token_rail.follow where network = '${network}'`,
    )
    return row?.held ?? null
  }
  const outcomes = async (rail: Rail, orders: readonly RailOrder[]) =>
    (await rail.ask(idsOf(orders))).map(one => one.outcome)
  const waits = async (rail: Rail, orders: readonly RailOrder[]) =>
    ((await rail.progress?.(idsOf(orders))) ?? []).map(one => one.wait)
  const settled = async ({ settle, rail }: Opened) => {
    await settle()
    await rail.follow?.()
  }

  railContract(`${network} by a signer of its own`, async () => (await open()).rail, {
    orders: [1, 2, 3].map(n => orderIn(n)),
    currency: 'USDC',
  })

  describe(`${network} by a signer of its own`, () => {
    it('refuses by name who is not listed and what is too much, and pays the others', async () => {
      const on = await open()
      const orders = [
        orderIn(1, 50_000n),
        orderIn(2, 50_000n, { account: THEIRS }),
        orderIn(3, 300_001n),
      ]
      await on.rail.send(orders)
      await settled(on)
      expect(await on.paid(orders)).toEqual([50_000n, 0n, 0n])
      expect(await outcomes(on.rail, orders)).toEqual(['SETTLED', 'FAILED', 'FAILED'])
      const said = await on.rail.ask(idsOf(orders.slice(1)))
      expect(said.map(one => one.reason)).toEqual([
        expect.stringContaining('list of whom'),
        expect.stringContaining('at once'),
      ])
      // Listed by now: what was refused stays so, and a new attempt leaves.
      appendFileSync(join(on.process.dir, 'payees.txt'), `${THEIRS}\n`)
      await on.rail.send([...orders, orderIn(4, 50_000n, { account: THEIRS })])
      await settled(on)
      expect(await on.paid([orderIn(4, 0n, { account: THEIRS })])).toEqual([50_000n])
    })

    it('lets what is beyond the hour wait, unpaid and unrefused, and says so', async () => {
      const on = await open()
      const orders = [1, 2, 3, 4].map(n => orderIn(n, 200_000n))
      await on.rail.send(orders)
      await settled(on)
      expect(await on.paid(orders)).toEqual([200_000n, 200_000n, 200_000n, 0n])
      expect(await hold()).toBe('SIGNER_FULL')
      expect(await outcomes(on.rail, orders)).toEqual(['SETTLED', 'SETTLED', 'SETTLED', 'SENT'])
      expect(await waits(on.rail, orders)).toEqual([null, null, null, 'SIGNER_FULL'])
      // What is small leaves meanwhile, and so does the other token; what was asked again is neither paid twice nor refused.
      const more = [orderIn(5, 20_000n), orderIn(6, 200_000n, { currency: 'USDT' })]
      await on.rail.send([...orders, ...more])
      await settled(on)
      expect(await on.paid([...orders.slice(3), ...more])).toEqual([0n, 20_000n, 200_000n])
      // Its keeper lets more leave, and what waited goes by itself.
      await on.process.kill()
      const most_hour = { ...RULES.most_hour, USDC: 2_000_000 }
      writeFileSync(join(on.process.dir, 'rules.json'), JSON.stringify({ ...RULES, most_hour }))
      await on.process.start()
      await on.rail.follow?.()
      await settled(on)
      expect(await on.paid(orders)).toEqual(orders.map(() => 200_000n))
      expect(await hold()).toBeNull()
    })

    it('keeps nothing and pays nobody while its signer is silent, and goes on by itself', async () => {
      const on = await open()
      await on.process.kill()
      await on.rail.follow?.()
      expect(await hold()).toBe('SIGNER_SILENT')
      const orders = [orderIn(1, 50_000n)]
      await expect(on.rail.send(orders)).rejects.toMatchObject({ code: 'CHAIN_SIGNER_SILENT' })
      expect(await on.rail.ask(idsOf(orders))).toEqual([])
      await on.process.start()
      await on.rail.follow?.()
      expect(await hold()).toBeNull()
      await on.rail.send(orders)
      await settled(on)
      expect(await on.paid(orders)).toEqual([50_000n])
    })

    it.each([
      ['before it signs one', 'before', false],
      ['before its answer is heard', 'after', false],
      ['before its answer is heard, and our server with it', 'after', true],
    ] as const)('pays each once where its signer is killed %s', async (_, side, with_us) => {
      const on = await open()
      const orders = [1, 2, 3].map(n => orderIn(n))
      const died = new Error('died')
      let words = 0
      const hear = heard('sign', async say => {
        words += 1
        if (words !== 2) return say()
        if (side === 'after') await say()
        await on.process.kill()
        if (with_us) throw died
        return say()
      })
      const mortal = await on.another(hear)
      await mortal.send(orders).catch(error => expect(error).toBe(died))
      expect(words).toBe(2)
      await on.rail.follow?.()
      expect(await hold()).toBe('SIGNER_SILENT')
      await on.process.start()
      for (let round = 0; round < 2; round++) {
        await on.rail.send(orders)
        await settled(on)
      }
      expect(await on.paid(orders)).toEqual(orders.map(order => order.amount.minor))
      expect(await outcomes(on.rail, orders)).toEqual(orders.map(() => 'SETTLED'))
      const counted = orders.reduce((sum, { amount }) => sum + amount.minor, 0n)
      expect(await on.process.left('USDC')).toBe(700_000n - counted)
    })

    it('refuses what was taken and whose payee its keeper has struck from the list since', async () => {
      const on = await open()
      const orders = [1, 2, 3, 4].map(n => orderIn(n, 200_000n))
      await on.rail.send(orders)
      writeFileSync(join(on.process.dir, 'payees.txt'), `${walletOf(1)}\n`)
      await settled(on)
      expect(await outcomes(on.rail, orders)).toEqual(['SETTLED', 'SETTLED', 'SETTLED', 'FAILED'])
      expect(await on.paid(orders.slice(3))).toEqual([0n])
    })

    it('waits where it costs more than the signer signs for, and says that it refused', async () => {
      const on = await open({ most_fee: 1 })
      const orders = [orderIn(1, 50_000n)]
      await on.rail.send(orders)
      await on.rail.follow?.()
      expect([await hold(), await waits(on.rail, orders)]).toEqual([
        'SIGNER_REFUSES',
        ['SIGNER_REFUSES'],
      ])
      expect(await outcomes(on.rail, orders)).toEqual(['SENT'])
      expect(on.process.said()).toContain('"refused":"FEE_TOO_HIGH"')
      await settled(on)
      expect(await on.paid(orders)).toEqual([0n])
    })

    it('pays an attacker who writes into every table of ours nothing, and a listed payee no more than an hour holds', async () => {
      const on = await open()
      // Orders as a forged destination, a raised amount and invented payments would make them.
      const forged = (round: number) => [
        ...[1, 2, 3].map(n => orderIn(100 * round + n, 250_000n, { account: THEIRS })),
        ...[4, 5, 6].map(n => orderIn(100 * round + n, 250_000n, { account: walletOf(1) })),
      ]
      for (const round of [1, 2, 3]) {
        await on.rail.send(forged(round)).catch(() => null)
        // A payee that is written over after it was taken.
        await rows(`update token_rail.payout set payee = '${THEIRS}' where txid is null`)
        await settled(on)
        await rows('delete from token_rail.payout where txid is null')
        await on.process.kill()
        await on.process.start()
      }
      expect(await on.paid([orderIn(1, 0n, { account: THEIRS })])).toEqual([0n])
      expect(await on.paid([orderIn(1, 0n)])).toEqual([500_000n])
    })
  })
  return { open, hold, outcomes, waits, settled }
}

/** What hears each word of one name before it is said. */
function heard(name: string, by: (say: () => Promise<unknown>) => Promise<unknown>) {
  return <T extends object>(of: T): T =>
    new Proxy(of, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (key !== name || typeof value !== 'function') return value
        return (...args: unknown[]) => by(async () => value.apply(target, args))
      },
    })
}
