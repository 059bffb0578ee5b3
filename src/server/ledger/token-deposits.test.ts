/** Paying in by tokens on a chain of accounts: one address for all of them, seen, final, booked once; what is none of them is work and no balance (decision 0220). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import codes from '#test/chains/ethereum-tokens.gen.json' with { type: 'json' }
import { givenContractor } from '#test/harness/world.ts'
import { eachOnEthereum, type OnEthereum, STRANGER, treasury } from './token-deposits.test-data.ts'

const USD = 1_000_000n

let on: OnEthereum
eachOnEthereum(it => {
  on = it
})

const close = (doubt_uuid = '') =>
  call(on.world, on.operator, 'closeDepositWork', {
    params: { id: doubt_uuid },
    body: { words: 'Looked into.' },
  })

describe('an address', () => {
  it('is one for a company and all tokens, the same each time, however many ask at once', async () => {
    const before = await call(on.world, on.employer, 'getDeposits')
    expect(before.ways).toMatchObject(
      ['USDC', 'USDT'].map(currency => ({
        ...{ network: 'ethereum', currency, address: null, uri: null, chain: 'main', needed: 64 },
        least: { currency, minor: USD },
      })),
    )
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => on.addressOf(n % 2 ? on.employer : on.other)),
    )
    expect(new Set(asked).size).toBe(2)
    expect(asked).toContain('0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650')
    expect(await on.admin.rows('select number from deposit_address order by number')).toEqual([
      { number: 0 },
      { number: 1 },
    ])
    const { ways } = await call(on.world, on.employer, 'getDeposits')
    const address = asked[1]
    expect(ways.map(of => [of.address, of.uri, of.frozen])).toEqual(
      Array(2).fill([address, address, false]),
    )
  })

  it('is told to nobody before the chain was ever read: what is paid then might be missed', async () => {
    await on.admin.rows('delete from token_rail.reading')
    await expect(on.addressOf(on.employer)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    expect(await on.admin.rows('select from deposit_address')).toEqual([])
    await on.minute()
    expect(await on.addressOf(on.employer)).toMatch(/^0x/)
  })

  it('is nobody’s wallet to be paid at', async () => {
    const address = await on.addressOf(on.employer)
    const contractor = await givenContractor(on.world, on.operator, 'ours@wallets.test')
    for (const ours of [address, address.toLowerCase(), treasury.address]) {
      const body = { currency: 'USDC', blockchain: 'ethereum', address: ours } as const
      for (const [who, name] of [
        [contractor, 'putCryptoWallet'],
        [on.other, 'putEmployerCryptoInfo'],
      ] as const)
        await expect(call(on.world, who, name, { body })).rejects.toMatchObject({
          code: 'DESTINATION_NOT_VALID',
        })
    }
    const order = {
      ...{ attempt_uuid: '019c0000-0000-7000-8000-000000000001', network: 'ethereum' },
      ...{ amount: { currency: 'USDC', minor: USD }, account: address, account_name: '' },
      ...{ payee: null, remittance: '' },
    }
    const { refused } = await on.rail.prepare([order])
    expect(refused).toHaveLength(1)
  })

  it('that the database has changed is not told', async () => {
    await on.addressOf(on.employer)
    await on.admin.rows('alter table deposit_address disable trigger append_only')
    await on.admin.rows(`update deposit_address set address = $1`, [STRANGER])
    await expect(call(on.world, on.employer, 'getDeposits')).rejects.toThrow(/its key makes/)
    await on.admin.rows('alter table deposit_address enable trigger append_only')
  })
})

describe('a deposit in tokens', () => {
  it('is seen with its confirmations, and booked once when its block is final', async () => {
    const address = await on.addressOf(on.employer)
    await on.addressOf(on.other)
    const txid = await on.local.pay(address, 'USDC', 250n * USD)
    await on.local.mine(3)
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([
      { status: 'SEEN', confirmations: 3, needed: 64, transaction: txid },
    ])
    await on.local.mine(20)
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'SEEN', confirmations: 23 }])
    expect([await on.seen(on.other), await on.has(on.employer)]).toEqual([[], 0n])
    for (let again = 0; again < 3; again++) await on.settled()
    const [seen, ...more] = await on.seen(on.employer)
    expect(more).toEqual([])
    expect(seen).toMatchObject({ status: 'BOOKED', confirmations: 64, address })
    expect(seen?.reference).toMatch(/^0x[0-9a-f]{64}:\d+$/)
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([250n * USD, 0n])
    const query = { limit: 20, blockchain: 'ethereum' } as const
    const { items } = await call(on.world, on.operator, 'listDeposits', { query })
    expect(items).toMatchObject([{ status: 'BOOKED', company_name: 'Company of boss' }])
    expect(await on.work()).toEqual([])
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('in either token, of several companies in one block, is each one’s', async () => {
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    await on.local.pay(one, 'USDC', 2n * USD)
    await on.local.pay(other, 'USDC', 3n * USD)
    await on.local.pay(one, 'USDT', 4n * USD)
    await on.local.pay(STRANGER, 'USDT', 5n * USD)
    await on.settled()
    expect([
      await on.has(on.employer),
      await on.has(on.employer, 'USDT'),
      await on.has(on.other),
      await on.has(on.other, 'USDT'),
    ]).toEqual([2n * USD, 4n * USD, 3n * USD, 0n])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('of a company that may not be funded by then waits with what is nobody’s, and is sent back by two', async () => {
    await on.local.pay(await on.addressOf(on.employer), 'USDT', 70n * USD)
    await call(on.world, on.operator, 'changeStanding', {
      params: { userTypes: 'employers', sub: on.employer.sub, operation: 'suspend' },
      body: { reason: 'A test.' },
    })
    await on.settled()
    expect(await on.has(on.employer, 'USDT')).toBe(0n)
    const open = { query: { limit: 20, view: 'open' } } as const
    const [receipt] = (await call(on.world, on.operator, 'listSuspense', open)).items
    expect(receipt).toMatchObject({ amount: { currency: 'USDT', minor: 70n * USD } })
    expect(receipt?.payer.words).toMatch(/came from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/)
    const id = receipt?.receipt_uuid ?? ''
    const back = (currency: string, amount: bigint) => on.local.pay(STRANGER, currency, amount)
    const txid = await back('USDT', 70n * USD)
    const [less, other] = [await back('USDT', 1n), await back('USDC', 70n * USD)]
    await on.settled()
    const refund = (reference: string, words: string, account = STRANGER) =>
      call(on.world, on.operator, 'refundReceipt', {
        params: { id },
        body: { reference, words, account },
      })
    const words = 'They wrote the address.'
    for (const wrong of ['ORDER-9', less, other, `0x${'ab'.repeat(32)}`])
      await expect(refund(wrong, words)).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(refund(txid, '')).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(refund(txid, words, '')).rejects.toMatchObject({ code: 'VALIDATION' })
    const { waiting } = await refund(txid, words)
    expect((await call(on.world, on.operator, 'listSuspense', open)).items).toHaveLength(1)
    await on.confirm(waiting?.step_uuid)
    expect((await call(on.world, on.operator, 'listSuspense', open)).items).toEqual([])
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('that comes from an address of ours is nobody’s payment', async () => {
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    await on.local.pay(one, 'USDC', 9n * USD)
    await on.settled()
    await on.local.sweep(one, other, 'USDC', 9n * USD)
    await on.hour()
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([9n * USD, 0n])
    expect(await on.work()).toMatchObject([{ kind: 'COIN', address: one }])
  })

  it('of a thousand in one block is booked, each once', async () => {
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    await on.local.ask('anvil_setBlockGasLimit', ['0x100000000'])
    for (let n = 0n; n < 1_000n; n++) await on.local.pay(n % 2n ? one : other, 'USDC', USD + n)
    await on.local.mine()
    await on.settled()
    await on.minute()
    const blocks = await on.admin.rows('select distinct block from token_rail.deposit')
    expect(blocks).toHaveLength(1)
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([
      500n * USD + 250_000n,
      500n * USD + 249_500n,
    ])
    expect(await on.admin.rows('select from funding')).toHaveLength(1_000)
    expect(await on.world.broken()).toEqual([])
  })
})

describe('what is no deposit', () => {
  it('in pieces that are too small is one piece of work for an address and token, and opens again where more comes', async () => {
    const address = await on.addressOf(on.employer)
    for (let n = 0; n < 5; n++) await on.local.pay(address, 'USDC', USD - 1n)
    await on.local.pay(address, 'USDT', 5n)
    await on.local.pay(address, 'USDT', 0n)
    await on.settled()
    const [usdc, usdt] = await on.work()
    expect([usdc, usdt]).toMatchObject([
      { kind: 'DUST', outputs: 5, amount: { currency: 'USDC', minor: 5n * USD - 5n } },
      { kind: 'DUST', outputs: 1, amount: { currency: 'USDT', minor: 5n } },
    ])
    for (const { doubt_uuid } of [usdc, usdt].flatMap(of => of ?? [])) await close(doubt_uuid)
    await on.minute()
    expect(await on.work()).toEqual([])
    await on.local.pay(address, 'USDT', 6n)
    await on.settled()
    expect(await on.work()).toMatchObject([{ outputs: 2, amount: { minor: 11n } }])
    expect(await on.admin.rows('select from token_rail.deposit')).toEqual([])
    expect(await on.has(on.employer)).toBe(0n)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('in a token that nobody here knows is one piece of work for an address, without an amount', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.build(STRANGER, codes.USDC as `0x${string}`)
    for (let n = 0; n < 3; n++) await on.local.pay(address, STRANGER, 0n)
    await on.settled()
    const [doubt, ...more] = await on.work()
    expect(more).toEqual([])
    expect(doubt).toMatchObject({ kind: 'STRANGE', outputs: 3, amount: null, address })
    const waits = async () => (await call(on.world, on.operator, 'getBalances')).work
    expect(await waits()).toMatchObject([{ kind: 'DEPOSITS', count: 1, totals: [] }])
    await close(doubt?.doubt_uuid)
    await on.settled()
    expect(await on.work()).toEqual([])
    await on.local.pay(address, STRANGER, 0n)
    await on.settled()
    expect(await on.work()).toMatchObject([{ kind: 'STRANGE', outputs: 4 }])
    expect(await on.seen(on.employer)).toEqual([])
  })

  it('in the network’s own coin is work until it is gone; what moving tokens takes is none', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.payCoin(address, 900_000n)
    await on.hour()
    expect(await on.work()).toEqual([])
    await on.local.payCoin(address, 5_000_000n)
    await on.hour()
    const [doubt] = await on.work()
    expect(doubt).toMatchObject({ kind: 'COIN', amount: { currency: 'ETH', minor: 5_900_000n } })
    await close(doubt?.doubt_uuid)
    await on.hour()
    expect(await on.work()).toEqual([])
    await on.local.payCoin(address, 1_000_000n)
    await on.hour()
    expect(await on.work()).toMatchObject([{ amount: { minor: 6_900_000n } }])
    await on.local.ask('anvil_setBalance', [address, '0x0'])
    await on.hour()
    expect(await on.work()).toEqual([])
  })

  it('lies at an address without a word, and is work', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.local.fund(address, 'USDC', 7n * USD)
    await on.hour()
    expect(await on.has(on.employer)).toBe(5n * USD)
    expect(await on.work()).toMatchObject([
      { kind: 'UNTOLD', amount: { currency: 'USDC', minor: 7n * USD } },
    ])
  })

  it('can be moved no more once the token’s issuer froze the address: its company reads that, and operators', async () => {
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDT', 5n * USD)
    await on.local.list(address, 'USDT')
    await on.hour()
    expect(await on.work()).toMatchObject([
      { kind: 'FROZEN', amount: { currency: 'USDT', minor: 5n * USD } },
    ])
    const frozen = async () =>
      (await call(on.world, on.employer, 'getDeposits')).ways.map(of => of.frozen)
    expect(await frozen()).toEqual([false, true])
    await on.local.list(address, 'USDT', false)
    await on.hour()
    expect([await on.work(), await frozen()]).toEqual([[], [false, false]])
  })
})

describe('tokens of deposits', () => {
  it('are ours until they are brought to the treasury, and are counted once', async () => {
    await on.opened()
    const address = await on.addressOf(on.employer)
    await on.local.pay(address, 'USDC', 5n * USD)
    await on.settled()
    const held = async () => {
      const { treasuries } = await call(on.world, on.operator, 'listTreasuries')
      const of = treasuries.find(one => one.held.currency === 'USDC')
      return [of?.held.minor, of?.deposited?.minor, of?.booked?.minor]
    }
    expect(await held()).toEqual([0n, 5n * USD, 5n * USD])
    await on.local.sweep(address, treasury.address, 'USDC', 5n * USD)
    await on.settled()
    expect(await held()).toEqual([5n * USD, 0n, 5n * USD])
    expect(await on.has(on.employer)).toBe(5n * USD)
  })
})
