/** A node's and a machine's bad days beside deposits by memo: each is booked once, for whom it is, and nothing that is not there (decision 0233). */
import { describe, expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import type { LocalRecord } from '../gateways/hedera/local-books.test-data.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { dyingAtEachWord } from '../payments/on-a-chain.test-data.ts'
import { bookDeposits } from './index.ts'
import {
  ACCOUNT,
  arrivalsOn,
  eachOnHedera,
  type OnHedera,
  OTHER_ACCOUNT,
  railOn,
  treasury,
  USD,
} from './memo-deposits.test-data.ts'

let on: OnHedera
eachOnHedera(it => {
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
const final = () => on.local.mine(70)

describe('a node', () => {
  it('that has another block than was final is read no more: that is said, and nothing is booked by it', async () => {
    on.pay(5, await on.memoOf(on.employer))
    on.local.mood.forked = true
    await expect(on.settled()).rejects.toMatchObject({ code: 'CHAIN_OTHER_NETWORK' })
    expect([await problem(), await on.has(on.employer)]).toEqual(['OTHER_NETWORK', 0n])
    on.local.mood.forked = false
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  it('that is late tells nothing new, and nothing is lost by it', async () => {
    on.pay(5, await on.memoOf(on.employer))
    final()
    on.local.mood.late = 100
    await on.minute()
    expect(await on.has(on.employer)).toBe(0n)
    on.local.mood.late = 0
    await on.minute()
    expect(await booked()).toBe(5n * USD)
  })

  it('that stood still for hours is read on from where that was, and none is left out', async () => {
    const memo = await on.memoOf(on.employer)
    for (let n = 0; n < 30; n++) {
      on.pay(2, memo)
      on.local.mine(601)
    }
    await on.settled()
    await on.minute()
    expect(await on.admin.rows('select from funding')).toHaveLength(30)
    expect(await booked()).toBe(60n * USD)
  })

  it('that has no blocks of then tells nothing, and nothing is skipped', async () => {
    on.pay(5, await on.memoOf(on.employer))
    on.local.mine(400)
    on.local.mood.pruned = Math.floor(on.local.now() / 1_000) - 100
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    on.local.mood.pruned = 0
    await on.minute()
    expect(await booked()).toBe(5n * USD)
  })

  it('that tells nothing at all, ends in the middle or answers nonsense loses nothing', async () => {
    on.pay(5, await on.memoOf(on.employer))
    final()
    for (const bad of ['cut', 'nonsense', 'silent', 'misled'] as const) {
      on.local.mood[bad] = true
      await expect(on.minute()).rejects.toMatchObject({ code: /^CHAIN_(SILENT|OTHER)$/ })
      on.local.mood[bad] = false
    }
    expect(await on.has(on.employer)).toBe(0n)
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  it.each<[string, (of: LocalRecord) => LocalRecord[]]>([
    ['of another time', of => [{ ...of, ns: 1n }]],
    ['twice', of => [of, of]],
    ['under no id', of => [{ ...of, txid: 'none' }]],
    [
      'of more than there is',
      of => [{ ...of, parts: of.parts.map(one => ({ ...one, amount: one.amount << 40n })) }],
    ],
  ])('that tells of a payment %s is not believed, in nothing of that', async (_, lie) => {
    on.pay(5, await on.memoOf(on.employer))
    final()
    on.local.mood.tells = told => told.flatMap(of => (of.memo ? lie(of) : of))
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    expect(await on.admin.rows('select from token_rail.deposit where final')).toEqual([])
    on.local.mood.tells = null
    await on.minute()
    expect(await booked()).toBe(5n * USD)
  })

  it('that has forgotten what was paid leaves work, and no balance', async () => {
    on.pay(5, await on.memoOf(on.employer))
    on.local.mood.tells = () => []
    await on.settled()
    on.local.mood.tells = null
    await on.settled()
    expect(await on.work()).toMatchObject([
      { kind: 'UNTOLD', amount: { currency: 'USDC', minor: 5n * USD }, address: ACCOUNT },
    ])
    expect(await booked()).toBe(0n)
  })

  it('that makes a payment up has nothing booked: it does not lie there, which is work until it does', async () => {
    const memo = await on.memoOf(on.employer)
    on.pay(5, memo)
    const more = (of: LocalRecord) => of.parts.map(one => ({ ...one, amount: one.amount * 2n }))
    on.local.mood.tells = told => told.map(of => ({ ...of, parts: more(of) }))
    await on.settled()
    on.local.mood.tells = null
    await on.settled()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'ARRIVED' }])
    expect(await on.work()).toMatchObject([{ kind: 'MISSING', amount: { minor: 5n * USD } }])
    expect(await booked()).toBe(0n)
  })

  it('is asked anew where something moves while the account is looked at', async () => {
    const memo = await on.memoOf(on.employer)
    on.pay(5, memo)
    final()
    let paid = 0
    on.local.mood.tells = told => {
      if (paid++ < 5) on.pay(1, memo)
      return told
    }
    await on.minute()
    on.local.mood.tells = null
    expect(await on.work()).toEqual([])
    await on.settled()
    expect(await booked()).toBe(10n * USD)
    expect(await on.work()).toEqual([])
  })
})

describe('a process', () => {
  it('that dies at any word books each deposit once', async () => {
    const memo = await on.memoOf(on.employer)
    let paid = 0
    await dyingAtEachWord(
      async (dying, died) => {
        paid += 2
        on.pay(2, memo)
        final()
        const rail = railOn(on.world.kernel.db, on.local, { arrivals: dying(arrivalsOn(on.local)) })
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
        expect(await on.has(on.employer)).toBe(BigInt(paid) * USD)
      },
      heavy(7, 1),
    )
    expect(await booked()).toBe(BigInt(paid) * USD)
    expect(await on.work()).toEqual([])
  })

  it('beside two others that follow and book books each deposit once', async () => {
    const [one, other] = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    const rails = [0, 1, 2].map(() => railOn(on.world.kernel.db, on.local))
    for (let round = 0; round < 4; round++) {
      on.pay(2, one)
      on.pay(3, other)
      on.pay(1)
      final()
      await Promise.all(rails.map(minuteOf))
    }
    await on.minute()
    expect([await on.has(on.other), await on.nobodys()]).toMatchObject([12n * USD, { length: 4 }])
    expect(await booked()).toBe(8n * USD)
    expect(await on.work()).toEqual([])
  })

  it('books nothing before the account was looked at itself', async () => {
    const blind = railOn(on.world.kernel.db, on.local, {
      arrivals: { ...arrivalsOn(on.local), look: () => Promise.reject(new Error('died')) },
    })
    on.pay(2, await on.memoOf(on.employer))
    final()
    await expect(blind.follow?.()).rejects.toThrow('died')
    await bookDeposits({}, on.by(blind))
    expect(await on.has(on.employer)).toBe(0n)
    await on.minute()
    expect(await booked()).toBe(2n * USD)
  })

  it('that has another account tells the same memos there, and what comes to the one before is booked', async () => {
    const [memo, others] = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    const rail = railOn(on.world.kernel.db, on.local, { account: OTHER_ACCOUNT })
    await minuteOf(rail)
    on.pay(5, memo)
    on.local.pay({ to: OTHER_ACCOUNT, currency: 'USDC', amount: 3n * USD, memo: others })
    final()
    await minuteOf(rail)
    expect(await booked()).toBe(5n * USD)
    // Nobody was told it there, so that it is nobody's until somebody looks.
    expect(await on.nobodys()).toMatchObject([{ payer: { account: OTHER_ACCOUNT } }])
    expect(rail.deposits?.key?.at(0)).toBe(`${OTHER_ACCOUNT}?memo=${memo}`)
  })

  it('whose account of deposits is the treasury reads nothing, and says so', async () => {
    await on.minute()
    const [row] = await on.admin.rows<{ hash: string }>('select hash from token_rail.reading')
    const { account } = (await (
      await fetch(`${on.local.url}/api/v1/accounts/${treasury.address}`)
    ).json()) as { account: string }
    const rail = railOn(on.world.kernel.db, on.local, { account })
    await expect(rail.follow?.()).rejects.toThrow(/is the treasury/)
    expect(await on.admin.rows('select hash from token_rail.reading')).toEqual([row])
    expect(await rail.deposits?.takes?.()).toEqual([])
  })
})

describe('without an account of deposits', () => {
  it('nothing is asked for them, so that a node that could not tell keeps no payment away', async () => {
    await on.admin.rows('delete from token_rail.watched_token')
    await on.admin.rows('delete from token_rail.watched')
    const ends = () => Promise.reject(new Error('was asked'))
    const arrivals = { ...arrivalsOn(on.local), ends }
    const followed = (account: string | null) =>
      railOn(on.world.kernel.db, on.local, { account, arrivals }).follow?.()
    await expect(followed(ACCOUNT)).rejects.toThrow('was asked')
    await followed(null)
    await on.minute()
    // What was told before is read all the same.
    await expect(followed(null)).rejects.toThrow('was asked')
  })
})

describe('the check of the books', () => {
  it('names what is called booked and is not, and what is booked and never came; what was final stays', async () => {
    on.pay(5, await on.memoOf(on.employer))
    await on.settled()
    expect(await booked()).toBe(5n * USD)
    await on.admin.rows('update token_rail.deposit set amount = 1')
    expect((await on.world.checked(true)).join()).toMatch(/booked 5000000 USDC, Hedera has 1 USDC/)
    await on.admin.rows('alter table token_rail.deposit disable trigger keep_final')
    await on.admin.rows('delete from token_rail.deposit')
    await on.admin.rows('alter table token_rail.deposit enable trigger keep_final')
    expect((await on.world.checked(true)).join()).toMatch(/is booked, and Hedera does not know it/)
  })

  it('names a memo that was given to another company', async () => {
    const memo = await on.memoOf(on.employer)
    expect(await on.world.checked()).toEqual([])
    await on.admin.tamper('update deposit_address set employer_uuid = $1', [on.other.employer_uuid])
    expect((await on.world.checked(true)).join()).toContain(memo)
  })
})
