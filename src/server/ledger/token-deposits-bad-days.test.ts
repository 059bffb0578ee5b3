/** A node's and a machine's bad days beside deposits in tokens: each is booked once, and nothing that is not there (decision 0220). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { heavy } from '#test/harness/heavy.ts'
import { ethereumArrivals } from '../gateways/ethereum/arrivals.ts'
import type { ToldLog } from '../gateways/ethereum/local-chain.test-data.ts'
import { ethereumNode, type LogFilter } from '../gateways/ethereum/node.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { dyingAtEachWord } from '../payments/on-a-chain.test-data.ts'
import { bookDeposits } from './index.ts'
import {
  eachOnEthereum,
  type OnEthereum,
  OTHER_XPUB,
  railOn,
  STRANGER,
} from './token-deposits.test-data.ts'

const USD = 1_000_000n

let on: OnEthereum
eachOnEthereum(it => {
  on = it
})

const problem = async () => (await on.rail.treasuries?.())?.[0]?.problem
const booked = async () => {
  expect(await on.world.broken()).toEqual([])
  expect(await on.world.checked(true)).toEqual([])
  return on.has(on.employer)
}
/** Another process follows and books, once. */
const minuteOf = async (rail: Rail) => {
  await rail.follow?.()
  await bookDeposits({}, on.by(rail))
}

describe('blocks that are not final', () => {
  it('are left behind, and what stood there is seen no more; where it comes again it is booked once', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.mine(10)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.mine(3)
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'SEEN', confirmations: 3 }])
    await on.local.reorganise(4)
    await on.minute()
    expect(await on.seen(on.employer)).toEqual([])
    await on.local.pay(STRANGER, 'USDC', USD)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.mine()
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'SEEN', confirmations: 1 }])
    await on.settled()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'BOOKED' }])
    expect(await booked()).toBe(5n * USD)
  })
})

describe('a node', () => {
  it('that has another block than was final is read no more: that is said, and nothing is booked by it', async () => {
    const address = await on.addressOf(on.employer)
    const [before] = await on.admin.rows<{ hash: string }>('select hash from token_rail.reading')
    await on.admin.rows('update token_rail.reading set hash = $1', [`0x${'ab'.repeat(32)}`])
    await on.local.pay(address, 'USDC', 5n * USD)
    await expect(on.settled()).rejects.toMatchObject({ code: 'CHAIN_OTHER_NETWORK' })
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER_NETWORK' })
    expect([await problem(), await on.has(on.employer)]).toEqual(['OTHER_NETWORK', 0n])
    await on.admin.rows('update token_rail.reading set hash = $1', [before?.hash])
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  it('that is late tells nothing new, and nothing is lost by it', async () => {
    const address = await on.addressOf(on.employer)
    await on.settled()
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.settle()
    on.local.mood.late = 70n
    await on.minute()
    expect(await on.has(on.employer)).toBe(0n)
    on.local.mood.late = null
    await on.minute()
    expect(await booked()).toBe(5n * USD)
  })

  it.each([7, 1])(
    'that tells %i blocks at once is asked for no more, and none is left out',
    async span => {
      const address = await on.addressOf(on.employer)
      for (let n = 0; n < 30; n++) {
        await on.local.pay(address, 'USDC', 2n * USD)
        await on.local.mine()
      }
      on.local.mood.span = span
      await on.settled()
      await on.minute()
      expect(await on.admin.rows('select from funding')).toHaveLength(30)
      expect(await booked()).toBe(60n * USD)
    },
  )

  it('that tells nothing at all, ends in the middle or answers nonsense loses nothing', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.settle()
    on.local.mood.span = 0
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    expect(await problem()).toBe('OTHER')
    on.local.mood.span = null
    for (const bad of ['cut', 'nonsense', 'silent'] as const) {
      on.local.mood[bad] = true
      await expect(on.minute()).rejects.toMatchObject({ code: /^CHAIN_(SILENT|OTHER)$/ })
      on.local.mood[bad] = false
    }
    expect(await on.has(on.employer)).toBe(0n)
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  const pad = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}`
  it.each<[string, (of: ToldLog) => object]>([
    [
      'to somebody else',
      of => ({ ...of, topics: [...(of.topics as string[]).slice(0, 2), pad(STRANGER)] }),
    ],
    ['in another block', of => ({ ...of, blockHash: `0x${'ab'.repeat(32)}` })],
    ['in a block that was not asked for', of => ({ ...of, blockNumber: '0x1' })],
    ['in another token', of => ({ ...of, address: STRANGER })],
    ['of more than there is', of => ({ ...of, data: `0x${'f'.repeat(64)}` })],
    ['in words', of => ({ ...of, data: '0x' })],
    ['that was taken back', of => ({ ...of, removed: true })],
  ])('that tells of a payment %s is not believed, in nothing of that', async (_, lie) => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.settle()
    on.local.mood.logs = logs => logs.map(lie)
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    expect(await on.admin.rows('select from token_rail.deposit')).toEqual([])
    on.local.mood.logs = null
    await on.minute()
    expect(await booked()).toBe(5n * USD)
  })

  it('that tells the same twice is not believed, in nothing of that: it would be counted for good', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', USD / 2n)
    await on.local.settle()
    on.local.mood.logs = logs => logs.flatMap(of => [of, of])
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    on.local.mood.logs = null
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.settled()
    expect(await on.work()).toMatchObject([{ kind: 'DUST', outputs: 1 }])
    expect(await booked()).toBe(5n * USD)
  })

  it('that has forgotten what was said leaves work, and no balance', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    on.local.mood.logs = () => []
    await on.settled()
    on.local.mood.logs = null
    await on.settled()
    expect(await on.work()).toMatchObject([
      { kind: 'UNTOLD', amount: { currency: 'USDC', minor: 5n * USD }, outputs: 1 },
    ])
    expect(await booked()).toBe(0n)
  })

  it('that makes a payment up has nothing booked: it does not lie there, which is work until it does', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    on.local.mood.logs = logs => logs.map(of => ({ ...of, data: pad('0x989680') }))
    await on.settled()
    on.local.mood.logs = null
    await on.settled()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'ARRIVED' }])
    expect(await on.work()).toMatchObject([
      { kind: 'MISSING', amount: { currency: 'USDC', minor: 5n * USD } },
    ])
    expect(await booked()).toBe(0n)
  })

  it('that makes a payment up once more is work once more, though somebody closed what it made up before', async () => {
    const address = await on.addressOf(on.employer)
    const makesUp = async () => {
      await on.local.pay(address, 'USDC', 5n * USD)
      on.local.mood.logs = logs => logs.map(of => ({ ...of, data: pad('0x989680') }))
      await on.settled()
      on.local.mood.logs = null
    }
    await makesUp()
    const [one] = await on.work()
    const body = { words: 'The node made it up.' }
    await call(on.world, on.operator, 'closeDepositWork', {
      params: { id: one?.doubt_uuid ?? '' },
      body,
    })
    await on.minute()
    expect(await on.work()).toEqual([])
    // What it made up comes after all.
    on.local.mood.logs = () => []
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.hour()
    await makesUp()
    expect(await on.work()).toMatchObject([{ kind: 'MISSING' }])
  })

  it('that is flooded with tokens that nobody knows keeps nobody’s deposit away', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.settle()
    const node = ethereumNode(on.local.url)
    const logs = (of: LogFilter) =>
      of.contracts ? node.logs(of) : node.logs({ ...of, topics: [['0x00']] as never })
    await minuteOf(railOn(on.world.kernel.db, on.local, { node: { ...node, logs } }))
    expect(await booked()).toBe(5n * USD)
  })
})

describe('a process', () => {
  it('that dies at any word books each deposit once', async () => {
    const address = await on.addressOf(on.employer)
    let paid = 0n
    await dyingAtEachWord(
      async (dying, died) => {
        paid += 2n * USD
        await on.local.pay(address, 'USDC', 2n * USD)
        await on.local.settle()
        const arrivals = dying(ethereumArrivals(ethereumNode(on.local.url)))
        const rail = railOn(on.world.kernel.db, on.local, { arrivals })
        const deposits = rail.deposits && dying(rail.deposits)
        const { unit } = dying({ unit: on.world.unit })
        try {
          await rail.follow?.()
          const { kernel } = on.by({ ...rail, ...(deposits && { deposits }) })
          await bookDeposits({}, { kernel, unit })
        } catch (error) {
          if (error !== died) throw error
        }
        await on.minute()
        expect(await on.has(on.employer)).toBe(paid)
      },
      heavy(7, 1),
    )
    expect(await booked()).toBe(paid)
    expect(await on.work()).toEqual([])
  })

  it('beside two others that follow and book books each deposit once', async () => {
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    const rails = [0, 1, 2].map(() => railOn(on.world.kernel.db, on.local))
    for (let round = 0; round < 4; round++) {
      await on.local.pay(one, 'USDC', 2n * USD)
      await on.local.pay(other, 'USDC', 3n * USD)
      await on.local.settle()
      await Promise.all(rails.map(minuteOf))
    }
    await on.minute()
    expect(await on.has(on.other)).toBe(12n * USD)
    expect(await booked()).toBe(8n * USD)
    expect(await on.work()).toEqual([])
  })

  it('books nothing before the address was looked at itself, nor by a look from before what was read since', async () => {
    const address = await on.addressOf(on.employer)
    const arrivals = ethereumArrivals(ethereumNode(on.local.url))
    const blind = railOn(on.world.kernel.db, on.local, {
      arrivals: { ...arrivals, look: () => Promise.reject(new Error('died')) },
    })
    await on.local.pay(address, 'USDC', 2n * USD)
    await on.local.settle()
    await expect(blind.follow?.()).rejects.toThrow('died')
    await bookDeposits({}, on.by(blind))
    expect(await on.has(on.employer)).toBe(0n)
    let looks = 0
    const slow = railOn(on.world.kernel.db, on.local, {
      arrivals: {
        ...arrivals,
        look: async (addresses, at) => {
          const looked = await arrivals.look(addresses, at)
          if (looks++ > 0) return looked
          await on.local.pay(address, 'USDC', 3n * USD)
          await on.settled()
          return looked
        },
      },
    })
    await minuteOf(slow)
    expect(await on.work()).toEqual([])
    expect(await booked()).toBe(5n * USD)
  })

  it('that has another key tells another address, and what comes to the one before is booked', async () => {
    const address = await on.addressOf(on.employer)
    const rail = railOn(on.world.kernel.db, on.local, { xpub: OTHER_XPUB })
    expect(rail.deposits?.key?.at(0)).not.toBe(address)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.settle()
    await minuteOf(rail)
    expect(await booked()).toBe(5n * USD)
  })

  it('asks for many addresses in parts that nodes take, and finds each', async () => {
    await on.admin.rows(
      `insert into token_rail.watched (network, address) select 'ethereum', '0xf' || lpad(to_hex(n), 39, '0') from generate_series(1, 1200) n`,
    )
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.settle()
    const node = ethereumNode(on.local.url)
    const asked: number[] = []
    const logs = (of: LogFilter) => {
      asked.push(...of.topics.map(topic => (Array.isArray(topic) ? topic.length : 0)))
      return node.logs(of)
    }
    await minuteOf(railOn(on.world.kernel.db, on.local, { node: { ...node, logs } }))
    expect(Math.max(...asked)).toBe(500)
    expect(await booked()).toBe(5n * USD)
  })
})

describe('the check of the books', () => {
  it('names what is called booked and is not, and what is booked and never came; what was final stays', async () => {
    await on.local.pay(await on.addressOf(on.employer), 'USDC', 5n * USD)
    await on.settled()
    expect(await booked()).toBe(5n * USD)
    await on.admin.rows('update token_rail.deposit set amount = 1')
    expect((await on.world.checked(true)).join()).toMatch(
      /booked 5000000 USDC, Ethereum has 1 USDC/,
    )
    const forget = 'delete from token_rail.deposit'
    await expect(on.admin.rows(forget)).rejects.toThrow(/that is final stays/)
    await on.admin.rows('alter table token_rail.deposit disable trigger keep_final')
    await on.admin.rows(forget)
    await on.admin.rows('alter table token_rail.deposit enable trigger keep_final')
    expect((await on.world.checked(true)).join()).toMatch(
      /is booked, and Ethereum does not know it/,
    )
  })

  it('names an address that was given to another company', async () => {
    const address = await on.addressOf(on.employer)
    expect(await on.world.checked()).toEqual([])
    await on.admin.tamper('update deposit_address set employer_uuid = $1', [on.other.employer_uuid])
    expect((await on.world.checked(true)).join()).toContain(address)
  })
})

describe('work of one network', () => {
  it('is not closed by what another has', async () => {
    await on.admin.rows(
      `insert into deposit_address values ('bc1q', $1, 'bitcoin', 'BTC', 'key', 0, now())`,
      [on.employer.employer_uuid],
    )
    await on.admin.rows(
      `insert into deposit_doubt (doubt_uuid, kind, reference, address, amount_minor, outputs, noted_at)
        values (gen_random_uuid(), 'NOT_BOOKED', 'aa:0', 'bc1q', 70000, 1, now())`,
    )
    await on.minute()
    expect(await on.work()).toMatchObject([
      { kind: 'NOT_BOOKED', amount: { currency: 'BTC', minor: 70_000n } },
    ])
    const { work } = await call(on.world, on.operator, 'getBalances')
    expect(work).toMatchObject([{ totals: [{ currency: 'BTC', minor: 70_000n }] }])
  })
})
