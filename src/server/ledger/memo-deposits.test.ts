/** Paying in where keys make no addresses: one account of ours, and a memo says for whom; without one it is nobody's (decision 0233). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenContractor } from '#test/harness/world.ts'
import {
  ACCOUNT,
  eachOnHedera,
  type OnHedera,
  STRANGER,
  treasury,
  USD,
} from './memo-deposits.test-data.ts'

let on: OnHedera
eachOnHedera(it => {
  on = it
})

const waysOf = async (who = on.employer) => (await call(on.world, who, 'getDeposits')).ways
const match = async (id = '') => {
  const [row] = await on.admin.rows<{ employer_domain: string }>(
    'select domain employer_domain from employer where employer_uuid = $1',
    [on.employer.employer_uuid],
  )
  const body = row ?? { employer_domain: '' }
  return call(on.world, on.operator, 'matchReceipt', { params: { id }, body })
}

describe('a memo', () => {
  it('is one for a company, the same each time, however many ask at once, beside the one account', async () => {
    expect(await waysOf()).toMatchObject([
      {
        ...{ network: 'hedera', currency: 'USDC', address: null, memo: null, uri: null },
        ...{ by_memo: true, chain: 'main', needed: 30, missing: null },
        least: { currency: 'USDC', minor: USD },
      },
    ])
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => on.memoOf(n % 2 ? on.employer : on.other)),
    )
    expect(new Set(asked)).toEqual(new Set(['100008', '100105']))
    expect(await waysOf()).toMatchObject([{ address: ACCOUNT, uri: ACCOUNT, memo: asked[1] }])
    expect(await waysOf(on.other)).toMatchObject([{ address: ACCOUNT, memo: asked[0] }])
  })

  it('is told to nobody before the network was ever read', async () => {
    await on.admin.rows('delete from token_rail.reading')
    await expect(on.memoOf(on.employer)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect(await on.admin.rows('select from deposit_address')).toEqual([])
  })

  it('is told to nobody while the account does not hold the token, which is operators’ work until it does', async () => {
    const memo = await on.memoOf(on.employer)
    on.local.leave(ACCOUNT, 'USDC')
    await on.settled()
    const closed = { address: null, memo: null, uri: null, missing: 'CLOSED' }
    expect(await waysOf()).toMatchObject([closed])
    await expect(on.memoOf(on.other)).rejects.toMatchObject({
      text: 'ledger.deposits.closed',
    })
    expect(await on.work()).toMatchObject([
      {
        ...{ kind: 'CLOSED', amount: null, address: ACCOUNT, company_name: '' },
        title: 'The account of deposits on Hedera does not take USDC',
      },
    ])
    on.local.fund(ACCOUNT, 'USDC', 0n)
    await on.settled()
    expect(await on.work()).toEqual([])
    expect(await waysOf()).toMatchObject([{ memo, missing: null }])
  })

  it.each(['deleted', 'asks_signature'] as const)(
    'is told to nobody where the account is %s',
    async what => {
      on.local.set(ACCOUNT, { [what]: true })
      await on.settled()
      expect(await on.work()).toMatchObject([{ kind: 'CLOSED' }])
      await expect(on.memoOf(on.employer)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    },
  )

  it('is told for an account that takes the token by itself', async () => {
    on.local.leave(ACCOUNT, 'USDC')
    on.local.set(ACCOUNT, { takes: -1 })
    await on.settled()
    expect(await on.work()).toEqual([])
    expect(await on.memoOf(on.employer)).toBe('100008')
  })

  it('that the database has changed is not told', async () => {
    await on.memoOf(on.employer)
    await on.admin.rows('alter table deposit_address disable trigger append_only')
    await on.admin.rows(`update deposit_address set address = $1`, [`${ACCOUNT}?memo=100105`])
    await expect(waysOf()).rejects.toThrow(/its key makes/)
    await on.admin.rows('alter table deposit_address enable trigger append_only')
  })
})

describe('the account', () => {
  it('is nobody’s wallet to be paid at', async () => {
    const contractor = await givenContractor(on.world, on.operator, 'ours@wallets.test')
    for (const [who, name] of [
      [contractor, 'putCryptoWallet'],
      [on.other, 'putEmployerCryptoInfo'],
    ] as const) {
      const body = { currency: 'USDC', blockchain: 'hedera', address: ACCOUNT } as const
      await expect(call(on.world, who, name, { body })).rejects.toMatchObject({
        code: 'DESTINATION_NOT_VALID',
      })
    }
  })

  it('has what came counted once, at the account and then in the treasury', async () => {
    await on.opened()
    on.pay(5, await on.memoOf(on.employer))
    await on.settled()
    const held = async () => {
      const { treasuries } = await call(on.world, on.operator, 'listTreasuries')
      const of = treasuries.find(one => one.held.currency === 'USDC')
      return [of?.held.minor, of?.deposited?.minor, of?.booked?.minor]
    }
    expect(await held()).toEqual([0n, 5n * USD, 5n * USD])
    on.local.pay({ from: ACCOUNT, to: treasury.address, currency: 'USDC', amount: 5n * USD })
    await on.settled()
    expect(await held()).toEqual([5n * USD, 0n, 5n * USD])
    expect([await on.has(on.employer), await on.work()]).toEqual([5n * USD, []])
  })
})

describe('a deposit by memo', () => {
  it('is seen with its confirmations, and booked once when all nodes have its block', async () => {
    const memo = await on.memoOf(on.employer)
    await on.memoOf(on.other)
    const txid = on.pay(250, memo)
    on.local.mine(6)
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([
      { status: 'SEEN', confirmations: 3, needed: 30, transaction: txid, address: ACCOUNT, memo },
    ])
    expect([await on.seen(on.other), await on.has(on.employer)]).toEqual([[], 0n])
    for (let again = 0; again < 3; again++) await on.settled()
    expect(await on.seen(on.employer)).toMatchObject([
      { status: 'BOOKED', confirmations: 30, reference: `${txid}:0` },
    ])
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([250n * USD, 0n])
    const query = { limit: 20, blockchain: 'hedera' } as const
    const { items } = await call(on.world, on.operator, 'listDeposits', { query })
    expect(items).toMatchObject([{ status: 'BOOKED', company_name: 'Company of boss', memo }])
    expect([await on.work(), await on.nobodys()]).toEqual([[], []])
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('is each company’s own, also with blanks around it, and by what a program or a schedule did', async () => {
    const [one, other] = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    on.pay(2, one)
    on.pay(3, other)
    on.pay(4, ` ${one}\n`)
    const twice = { to: ACCOUNT, currency: 'USDC', memo: other }
    on.local.pay({ ...twice, amount: 6n * USD, nonce: 1 })
    await on.settled()
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([6n * USD, 9n * USD])
    const references = await on.admin.rows<{ reference: string }>(
      'select reference from funding order by amount_minor',
    )
    expect(references.at(-1)?.reference).toMatch(/^0\.0\.9000@\d+\.\d{9}\?nonce=1:0$/)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('of a thousand in one block is booked, each once', async () => {
    const memos = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    for (let n = 0; n < 1_000; n++) on.pay(1 + (n % 2), memos[n % 2])
    await on.settled()
    await on.settled()
    expect(await on.admin.rows('select distinct block from token_rail.deposit')).toHaveLength(1)
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([500n * USD, 1_000n * USD])
    expect(await on.admin.rows('select from funding')).toHaveLength(1_000)
    expect(await on.world.broken()).toEqual([])
  })

  it('of a company that may not be funded by then waits under its name', async () => {
    on.pay(70, await on.memoOf(on.employer))
    await call(on.world, on.operator, 'changeStanding', {
      params: { userTypes: 'employers', sub: on.employer.sub, operation: 'suspend' },
      body: { reason: 'A test.' },
    })
    await on.settled()
    expect(await on.nobodys()).toMatchObject([
      { amount: { minor: 70n * USD }, payer: { name: 'Company of boss', account: ACCOUNT } },
    ])
    expect(await on.world.checked(true)).toEqual([])
  })
})

describe('a deposit whose memo is nobody’s', () => {
  it.each([
    ['is none', '', /^Paid without a memo/],
    ['was mistyped', '100009', /^Paid with the memo “100009”, which is no company’s/],
    ['hides something', 'to\u0000boss \u202e', /^Paid with the memo “to boss”/],
    ['is long', 'x'.repeat(3_000), /^Paid with the memo “x{100}”/],
  ])(
    'since it %s waits with its amount, sender and transaction, and no balance has it',
    async (_, memo, words) => {
      await on.memoOf(on.employer)
      const txid = on.pay(7, memo)
      await on.settled()
      await on.settled()
      const [receipt, ...more] = await on.nobodys()
      expect(more).toEqual([])
      expect(receipt).toMatchObject({
        ...{ amount: { currency: 'USDC', minor: 7n * USD }, reference: `${txid}:0` },
        payer: { name: '', account: ACCOUNT, words: expect.stringMatching(words) },
      })
      expect(receipt?.payer.words).toMatch(`It came from ${STRANGER},`)
      expect([await on.seen(on.employer), await on.has(on.employer)]).toEqual([[], 0n])
      expect(await on.world.broken()).toEqual([])
      expect(await on.world.checked(true)).toEqual([])
    },
  )

  it('is given to a company by two operators, however little it is', async () => {
    on.pay(1)
    await on.settled()
    const [receipt] = await on.nobodys()
    const { waiting } = await match(receipt?.receipt_uuid)
    expect([await on.has(on.employer), (await on.nobodys()).length]).toEqual([0n, 1])
    await on.confirm(waiting?.step_uuid)
    expect([await on.has(on.employer), await on.nobodys()]).toEqual([1n * USD, []])
    await on.settled()
    expect(await on.has(on.employer)).toBe(1n * USD)
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('is sent back by two operators, by a transaction of the network', async () => {
    on.pay(9, '100009')
    await on.settled()
    const [receipt] = await on.nobodys()
    const refund = (reference: string) =>
      call(on.world, on.operator, 'refundReceipt', {
        params: { id: receipt?.receipt_uuid ?? '' },
        body: { reference, words: `To ${STRANGER}, as they wrote.`, unseen: true },
      })
    for (const other of ['ORDER-9', 'a'.repeat(64), `0x${'a'.repeat(64)}`, 'A'.repeat(52)])
      await expect(refund(other)).rejects.toMatchObject({ code: 'VALIDATION' })
    const { waiting } = await refund('0.0.7001@1770000500.000000001')
    await on.confirm(waiting?.step_uuid)
    expect([await on.nobodys(), await on.has(on.employer)]).toEqual([[], 0n])
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })
})

describe('what is no deposit', () => {
  const close = (id = '') =>
    call(on.world, on.operator, 'closeDepositWork', {
      params: { id },
      body: { words: 'Looked into.' },
    })

  it('in pieces that are too small is one piece of work for the account, and opens again where more comes', async () => {
    const memo = await on.memoOf(on.employer)
    const dust = (amount: bigint) => on.local.pay({ to: ACCOUNT, currency: 'USDC', amount, memo })
    for (let n = 0; n < 5; n++) dust(USD - 1n)
    await on.settled()
    const [doubt] = await on.work()
    expect(doubt).toMatchObject({
      ...{ kind: 'DUST', outputs: 5, company_name: '', address: ACCOUNT },
      amount: { currency: 'USDC', minor: 5n * USD - 5n },
    })
    await close(doubt?.doubt_uuid)
    await on.minute()
    expect(await on.work()).toEqual([])
    dust(6n)
    await on.settled()
    expect(await on.work()).toMatchObject([{ outputs: 6 }])
    expect([await on.has(on.employer), await on.nobodys()]).toEqual([0n, []])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('in a token that nobody here knows is work without an amount', async () => {
    const memo = await on.memoOf(on.employer)
    for (let n = 0; n < 3; n++)
      on.local.pay({ to: ACCOUNT, currency: '0.0.600001', amount: 5n, memo })
    await on.settled()
    expect(await on.work()).toMatchObject([{ kind: 'STRANGE', outputs: 3, amount: null }])
    const { work } = await call(on.world, on.operator, 'getBalances')
    expect(work).toMatchObject([{ kind: 'DEPOSITS', count: 1, totals: [] }])
  })

  it('in the network’s own coin is work until it is gone; what moving tokens takes is none', async () => {
    on.local.fund(ACCOUNT, 'HBAR', 900_000_000n)
    await on.settled()
    expect(await on.work()).toEqual([])
    on.local.fund(ACCOUNT, 'HBAR', 200_000_000n)
    await on.settled()
    expect(await on.work()).toMatchObject([
      { kind: 'COIN', amount: { currency: 'HBAR', minor: 1_100_000_000n } },
    ])
    on.local.fund(ACCOUNT, 'HBAR', -1_000_000_000n)
    await on.settled()
    expect(await on.work()).toEqual([])
  })

  it('can be moved no more once the token’s issuer froze the account: companies read that, and operators', async () => {
    on.pay(5, await on.memoOf(on.employer))
    await on.settled()
    on.local.freeze(ACCOUNT, 'USDC')
    await on.settled()
    expect(await on.work()).toMatchObject([{ kind: 'FROZEN', amount: { minor: 5n * USD } }])
    expect(await waysOf()).toMatchObject([{ frozen: true }])
    on.local.freeze(ACCOUNT, 'USDC', false)
    await on.settled()
    expect(await on.work()).toEqual([])
    expect(await waysOf()).toMatchObject([{ frozen: false }])
  })
})
