/** Paying in by a chain: an address each, seen, booked once; what is too small or lost is work and no balance (decision 0179). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenContractor } from '#test/harness/world.ts'
import { signerOf } from '../gateways/bitcoin/signer.ts'
import { eachPayingIn, type OnBitcoin, treasury } from './deposits.test-data.ts'

let on: OnBitcoin
eachPayingIn(it => {
  on = it
})

describe('an address', () => {
  it('is one for a company, the same each time, however many ask at once, and nobody else’s', async () => {
    const before = await call(on.world, on.employer, 'getDeposits')
    expect(before.ways).toMatchObject([{ address: null, chain: 'main', needed: 6, missing: null }])
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => on.addressOf(n % 2 ? on.employer : on.other)),
    )
    expect(new Set(asked)).toEqual(
      new Set([
        'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      ]),
    )
    expect(new Set(asked.filter((_, n) => n % 2)).size).toBe(1)
    expect(await on.admin.rows('select from deposit_address')).toHaveLength(2)
    const { ways } = await call(on.world, on.employer, 'getDeposits')
    expect(ways[0]?.uri).toBe(`bitcoin:${ways[0]?.address}`)
  })

  it('is told to no company that is not verified, and by no network that nothing follows', async () => {
    await on.admin.rows(
      `update employer set verification = 'UNVERIFIED' where employer_uuid = $1`,
      [on.employer.employer_uuid],
    )
    await expect(on.addressOf(on.employer)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    const body = { blockchain: 'solana' } as const
    await expect(call(on.world, on.other, 'openDeposits', { body })).rejects.toMatchObject({
      code: 'VALIDATION',
    })
  })

  it('is nobody’s wallet to be paid at, as the treasury’s is none', async () => {
    const address = await on.addressOf(on.employer)
    const contractor = await givenContractor(on.world, on.operator, 'ours@wallets.test')
    for (const ours of [address, address.toUpperCase(), treasury.address]) {
      const body = { currency: 'BTC', blockchain: 'bitcoin', address: ours } as const
      for (const [who, name] of [
        [contractor, 'putCryptoWallet'],
        [on.other, 'putEmployerCryptoInfo'],
      ] as const)
        await expect(call(on.world, who, name, { body })).rejects.toMatchObject({
          code: 'DESTINATION_NOT_VALID',
          fields: [{ loc: ['body', 'address'], text: 'payments.addresses.ours' }],
        })
    }
  })

  it('that the database has changed is not told', async () => {
    await on.addressOf(on.employer)
    await on.admin.rows('alter table deposit_address disable trigger append_only')
    await on.admin.rows(`update deposit_address set address = 'bc1qthief'`)
    await expect(call(on.world, on.employer, 'getDeposits')).rejects.toThrow(/its key makes/)
    await on.admin.rows('alter table deposit_address enable trigger append_only')
  })
})

describe('a deposit', () => {
  it('is seen by its company with its confirmations, and booked once when six blocks hold it', async () => {
    const address = await on.addressOf(on.employer)
    await on.addressOf(on.other)
    on.chain.fund(address, 250_000n)
    for (let blocks = 1; blocks < 6; blocks++) {
      on.chain.mine()
      await on.minute()
      expect(await on.seen(on.employer)).toMatchObject([
        { status: 'SEEN', confirmations: blocks, needed: 6 },
      ])
      expect(await on.seen(on.other)).toEqual([])
      expect(await on.has(on.employer)).toBe(0n)
    }
    on.chain.mine()
    for (let again = 0; again < 3; again++) await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'BOOKED', confirmations: 6 }])
    expect(await on.has(on.employer)).toBe(250_000n)
    expect(await on.has(on.other)).toBe(0n)
    const { fundings } = await call(on.world, on.employer, 'getEmployerBalances')
    expect(fundings).toMatchObject([{ amount: { currency: 'BTC', minor: 250_000n } }])
    const { items } = await call(on.world, on.operator, 'listDeposits', {
      query: { limit: 20, blockchain: 'bitcoin' },
    })
    expect(items).toMatchObject([{ status: 'BOOKED', company_name: 'Company of boss' }])
    expect(await on.work()).toEqual([])
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('closes what was announced and asked for, as any receipt', async () => {
    const { employer, operator, world } = on
    await on.admin.rows(
      `insert into funding_request (request_uuid, employer_uuid, currency, amount_minor, needed_on, words, status, asked_by, asked_at)
        values (gen_random_uuid(), $1, 'BTC', 90000, '2026-03-09', '', 'REQUESTED', $2, now())`,
      [employer.employer_uuid, operator.sub],
    )
    await on.admin.rows(
      `insert into funding_notice (notice_uuid, employer_uuid, currency, amount_minor, sent_on, announced_by, announced_at)
        values (gen_random_uuid(), $1, 'BTC', 90000, '2026-03-02', $2, now())`,
      [employer.employer_uuid, employer.sub],
    )
    on.chain.fund(await on.addressOf(employer), 90_000n)
    on.chain.mine(6)
    await on.minute()
    const { requests, notices } = await call(world, employer, 'getWaysToFund')
    expect([requests, notices]).toEqual([[], []])
    expect(await on.has(employer)).toBe(90_000n)
  })

  it('to several companies in one transaction is each one’s', async () => {
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    on.chain.fundEach([
      [one, 20_000n],
      [other, 30_000n],
      [one, 40_000n],
    ])
    on.chain.mine(6)
    await on.minute()
    expect([await on.has(on.employer), await on.has(on.other)]).toEqual([60_000n, 30_000n])
  })

  it('of a company that may not be funded by then waits with what is nobody’s, and can be given or sent back', async () => {
    on.chain.fund(await on.addressOf(on.employer), 70_000n)
    await call(on.world, on.operator, 'changeStanding', {
      params: { userTypes: 'employers', sub: on.employer.sub, operation: 'suspend' },
      body: { reason: 'A test.' },
    })
    on.chain.mine(6)
    await on.minute()
    expect(await on.has(on.employer)).toBe(0n)
    const { items } = await call(on.world, on.operator, 'listSuspense', {
      query: { limit: 20, view: 'open' },
    })
    expect(items).toMatchObject([
      { status: 'OPEN', amount: { minor: 70_000n }, payer: { name: 'Company of boss' } },
    ])
    expect(items[0]?.suggestions[0]).toMatchObject({ why: ['NAME'] })
    const id = items[0]?.receipt_uuid ?? ''
    const account = signerOf(new Uint8Array(32).fill(99)).address
    const [txid, less] = [on.chain.fund(account, 70_000n), on.chain.fund(account, 69_999n)]
    type Body = { reference: string; words: string; account?: string; unseen?: boolean }
    const refund = (body: Body) =>
      call(on.world, on.operator, 'refundReceipt', { params: { id }, body })
    const words = 'They wrote the address.'
    const good = { reference: txid, words, account }
    // Nobody knows who sent bitcoin, and what stands in no block may never do.
    for (const wrong of [{ reference: 'ORDER-9' }, { words: '' }, { account: '' }, {}])
      await expect(refund({ ...good, ...wrong })).rejects.toMatchObject({ code: 'VALIDATION' })
    on.chain.mine()
    for (const wrong of [{ reference: less }, { account: treasury.address }])
      await expect(refund({ ...good, ...wrong })).rejects.toMatchObject({ code: 'VALIDATION' })
    on.chain.mood.indexed = false
    await expect(refund(good)).rejects.toMatchObject({ code: 'VALIDATION' })
    expect(await refund({ ...good, unseen: true })).toMatchObject({ waiting: {} })
    on.chain.mood.indexed = true
    const { waiting } = await refund(good)
    await on.confirm(waiting?.step_uuid)
    const closed = { query: { limit: 20, view: 'closed' } } as const
    expect((await call(on.world, on.operator, 'listSuspense', closed)).items).toMatchObject([
      { status: 'REFUNDED', refund_reference: txid },
    ])
    await on.minute()
    expect(await on.work()).toEqual([])
    expect(await on.world.broken()).toEqual([])
    expect(await on.world.checked(true)).toEqual([])
  })

  it('whose reference is another receipt’s is work, and is not booked', async () => {
    const txid = on.chain.fund(await on.addressOf(on.employer), 70_000n)
    const [file] = await on.admin.rows<{ funding_file_uuid: string }>(
      `insert into funding_file values (gen_random_uuid(), 'x', 'x', 'x', now()) returning funding_file_uuid`,
    )
    await on.admin.rows(
      `insert into funding (reference, funding_uuid, employer_uuid, currency, amount_minor, received_on, funding_file_uuid)
        values ($1, gen_random_uuid(), $2, 'USD', 5, '2026-03-02', $3)`,
      [`${txid}:0`, on.other.employer_uuid, file?.funding_file_uuid],
    )
    on.chain.mine(6)
    await on.minute()
    expect(await on.has(on.employer)).toBe(0n)
    const [doubt] = await on.work()
    expect(doubt).toMatchObject({ kind: 'NOT_BOOKED', outputs: 1 })
    await call(on.world, on.operator, 'closeDepositWork', {
      params: { id: doubt?.doubt_uuid ?? '' },
      body: { words: 'Booked by hand.' },
    })
    await on.minute()
    expect(await on.work()).toEqual([])
  })
})

describe('what is too small', () => {
  it('is one piece of work for an address, however many pieces, and no balance; it opens again where more comes', async () => {
    const address = await on.addressOf(on.employer)
    on.chain.fundEach(Array.from({ length: 3_000 }, () => [address, 600n] as const))
    on.chain.mine()
    on.chain.fundEach(Array.from({ length: 2_000 }, () => [address, 9_999n] as const))
    on.chain.mine(6)
    await on.minute()
    const [doubt, ...more] = await on.work()
    expect([doubt, more]).toMatchObject([
      { kind: 'DUST', outputs: 5_000, amount: { minor: 21_798_000n } },
      [],
    ])
    expect(await on.admin.rows('select from bitcoin_rail.dust')).toHaveLength(2)
    expect(await on.admin.rows('select from bitcoin_rail.deposit')).toEqual([])
    expect(await on.has(on.employer)).toBe(0n)
    const close = () =>
      call(on.world, on.operator, 'closeDepositWork', {
        params: { id: doubt?.doubt_uuid ?? '' },
        body: { words: 'A flood.' },
      })
    await close()
    await close()
    await on.minute()
    expect(await on.work()).toEqual([])
    on.chain.fund(address, 600n)
    on.chain.mine(6)
    await on.minute()
    expect(await on.work()).toMatchObject([{ kind: 'DUST', outputs: 5_001 }])
  })

  it('is forgotten with the block that the chain leaves behind', async () => {
    const txid = on.chain.fund(await on.addressOf(on.employer), 600n)
    on.chain.mine()
    await on.minute()
    on.chain.reorganise(1, [txid])
    on.chain.mine(6)
    await on.minute()
    expect(await on.work()).toEqual([])
    expect(await on.admin.rows('select from bitcoin_rail.dust')).toEqual([])
  })
})

describe('a block', () => {
  it('of five thousand deposits is kept and booked, each once', async () => {
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    on.chain.fundEach(
      Array.from({ length: 5_000 }, (_, n) => [n % 2 ? one : other, 10_000n + BigInt(n)] as const),
    )
    on.chain.mine(6)
    await on.minute()
    await on.minute()
    const sum = (odd: number) =>
      Array.from({ length: 2_500 }, (_, n) => 10_000 + 2 * n + odd).reduce((a, b) => a + b, 0)
    expect(await on.has(on.employer)).toBe(BigInt(sum(1)))
    expect(await on.has(on.other)).toBe(BigInt(sum(0)))
    expect(await on.world.broken()).toEqual([])
  })
})
