/** A chain's and a machine's bad days beside deposits: reorganisations, death at each word, two at once, processes of before (decision 0179). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { dyingAtEachWord } from '../payments/on-a-chain.test-data.ts'
import {
  anotherRail,
  eachPayingIn,
  type OnBitcoin,
  OTHER_ZPUB,
  treasury,
} from './deposits.test-data.ts'
import { bookDeposits } from './index.ts'

let on: OnBitcoin
eachPayingIn(it => {
  on = it
})

async function booked(amount = 250_000n): Promise<string> {
  const txid = on.chain.fund(await on.addressOf(on.employer), amount)
  on.chain.mine(6)
  await on.minute()
  expect(await on.has(on.employer)).toBe(amount)
  return txid
}

describe('blocks that the chain leaves behind', () => {
  it('take what was seen with them, and it is seen and booked again, once', async () => {
    on.chain.fund(await on.addressOf(on.employer), 250_000n)
    on.chain.mine(4)
    await on.minute()
    on.chain.reorganise(4)
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'GONE', confirmations: 0 }])
    expect(await on.work()).toEqual([])
    on.chain.mine(6)
    await on.minute()
    expect(await on.has(on.employer)).toBe(250_000n)
    expect(await on.admin.rows('select from funding')).toHaveLength(1)
    expect(await on.world.broken()).toEqual([])
  })

  it('and held what was booked make work, which ends by itself where it comes again', async () => {
    await booked()
    on.chain.reorganise(7)
    await on.minute()
    expect(await on.work()).toMatchObject([{ kind: 'LOST', allowed_actions: ['reverse'] }])
    const waits = async () => (await call(on.world, on.operator, 'getBalances')).work
    expect(await waits()).toMatchObject([
      { kind: 'DEPOSITS', count: 1, totals: [{ currency: 'BTC', minor: 250_000n }] },
    ])
    expect(await on.has(on.employer)).toBe(250_000n)
    on.chain.mine()
    await on.minute()
    expect(await on.work()).toEqual([])
    expect(await waits()).toEqual([])
    expect(await on.has(on.employer)).toBe(250_000n)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('for good: two take the booking back, with a reason; where it comes again after that, that is work', async () => {
    const txid = await booked()
    on.chain.reorganise(7, [txid])
    await on.minute()
    const { items } = await call(on.world, on.operator, 'listDepositWork', {
      query: { limit: 20 },
    })
    const [lost] = items
    expect(lost).toMatchObject({ kind: 'LOST', reference: `${txid}:0` })
    await expect(
      call(on.world, on.operator, 'closeDepositWork', {
        params: { id: lost?.doubt_uuid ?? '' },
        body: { words: 'Never mind.' },
      }),
    ).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    const { waiting } = await call(on.world, on.operator, 'reverseFunding', {
      params: { id: lost?.transfer_uuid ?? '' },
      body: { reason: 'The chain left it behind.' },
    })
    expect(await on.has(on.employer)).toBe(250_000n)
    await on.confirm(waiting?.step_uuid)
    await on.minute()
    expect(await on.work()).toEqual([])
    expect(await on.has(on.employer)).toBe(0n)
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'REVERSED', confirmations: 0 }])
    expect(await on.world.checked(true)).toEqual([])
    // The sender's wallet offers it again, and miners take it.
    on.chain.again(txid)
    on.chain.mine(6)
    await on.minute()
    expect(await on.work()).toMatchObject([{ kind: 'BACK', allowed_actions: ['close'] }])
    expect(await on.has(on.employer)).toBe(0n)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('beside a booking leave no balance that nobody looks at', async () => {
    const txid = on.chain.fund(await on.addressOf(on.employer), 250_000n)
    on.chain.mine(6)
    await on.rail.follow?.()
    const { deposits } = on.rail
    if (!deposits) throw new Error('there are deposits')
    // It is left behind after the job heard of it, and before it is booked.
    const rail: Rail = {
      ...on.rail,
      deposits: {
        ...deposits,
        due: async (after, limit) => {
          const due = await deposits.due(after, limit)
          if (due.length > 0) {
            on.chain.reorganise(6, [txid])
            await on.rail.follow?.()
          }
          return due
        },
      },
    }
    await bookDeposits({}, on.by(rail))
    expect(await on.has(on.employer)).toBe(250_000n)
    expect(await on.work()).toMatchObject([{ kind: 'LOST' }])
  })
})

describe('a process', () => {
  it('that dies at any word books each deposit once', async () => {
    const address = await on.addressOf(on.employer)
    let paid = 0n
    await dyingAtEachWord(async (dying, died) => {
      paid += 40_000n
      on.chain.fund(address, 40_000n)
      on.chain.mine(6)
      const { node } = on.chain
      const rail = anotherRail(on.world, { ...on.chain, node: dying(node) })
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
    })
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('beside two others that follow and book books each deposit once', async () => {
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    const rails = [0, 1, 2].map(() => anotherRail(on.world, on.chain))
    for (let round = 0; round < 4; round++) {
      on.chain.fundEach([
        [one, 20_000n],
        [other, 30_000n],
      ])
      on.chain.mine(6)
      await Promise.all(
        rails.map(async rail => {
          await rail.follow?.()
          await bookDeposits({}, on.by(rail))
        }),
      )
    }
    await on.minute()
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([80_000n, 120_000n])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('of before, which keeps and forgets blocks and knows no deposits, loses none', async () => {
    const address = await on.addressOf(on.employer)
    on.chain.fund(address, 250_000n)
    on.chain.mine(2)
    // As it keeps them: nothing but the block.
    for (const height of [2, 3])
      await on.admin.rows('insert into bitcoin_rail.block (height, hash) values ($1, $2)', [
        height,
        await on.chain.node.hashAt(height),
      ])
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'SEEN', confirmations: 2 }])
    // As it forgets them.
    await on.admin.rows('delete from bitcoin_rail.block where height >= 2')
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'GONE', confirmations: 0 }])
    on.chain.mine(4)
    await on.minute()
    expect(await on.has(on.employer)).toBe(250_000n)
    expect(await on.admin.rows('select from bitcoin_rail.block where not for_deposits')).toEqual([])
  })

  it('that has another key tells another address, and what comes to the one before is booked', async () => {
    const address = await on.addressOf(on.employer)
    const rail = anotherRail(on.world, on.chain, OTHER_ZPUB)
    expect(rail.deposits?.key?.name).not.toBe(on.rail.deposits?.key?.name)
    on.chain.fund(address, 250_000n)
    on.chain.mine(6)
    await rail.follow?.()
    await bookDeposits({}, on.by(rail))
    expect(await on.has(on.employer)).toBe(250_000n)
  })
})

describe('coins of deposits', () => {
  it('are ours until they are brought to the treasury, and are counted once', async () => {
    await on.opened()
    const txid = await booked()
    const held = async () => {
      const { treasuries } = await call(on.world, on.operator, 'listTreasuries')
      const [of] = treasuries
      return [of?.held.minor, of?.deposited?.minor, of?.booked?.minor]
    }
    expect(await held()).toEqual([0n, 250_000n, 250_000n])
    on.chain.spendElsewhere(txid, 0, treasury.address)
    on.chain.mine()
    await on.minute()
    expect(await held()).toEqual([250_000n, 0n, 250_000n])
    on.chain.reorganise(1)
    await on.minute()
    expect(await held()).toEqual([0n, 250_000n, 250_000n])
    expect(await on.has(on.employer)).toBe(250_000n)
  })
})

describe('the check of the books', () => {
  it('names an address that was given to another company', async () => {
    const address = await on.addressOf(on.employer)
    expect(await on.world.checked()).toEqual([])
    await on.admin.tamper('update deposit_address set employer_uuid = $1', [on.other.employer_uuid])
    expect((await on.world.checked(true)).join()).toContain(address)
  })

  it('names what is called booked and is not, and what is booked and never came', async () => {
    await booked()
    expect(await on.world.checked(true)).toEqual([])
    await on.admin.rows('update bitcoin_rail.deposit set value_sat = 1')
    expect((await on.world.checked(true)).join()).toMatch(/booked 250000 BTC, Bitcoin has 1 BTC/)
    await on.admin.rows('delete from bitcoin_rail.deposit')
    expect((await on.world.checked(true)).join()).toMatch(/is booked, and Bitcoin does not know it/)
  })
})
