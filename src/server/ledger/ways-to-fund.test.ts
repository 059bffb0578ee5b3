/** Where employers send money: told by two operators, to companies we know; what they say is on its way is closed by what arrives. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person, signUpEmployer } from '#db/seed/cast.ts'
import { isCreditorReference } from '#domain/ledger/creditor-reference.ts'
import { makeOperator } from '#server/identity/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, person, testWorld, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let noor: Person
let emeka: Person
let treasurer: Person
let employer: Person
let domain = ''

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  noor = await givenOperator(world)
  emeka = await givenOperator(world, 'emeka@corridor.test')
  treasurer = person('ines@corridor.test')
  await world.unit(ctx =>
    makeOperator(ctx, { ...treasurer, role: 'treasurer', created_at: ctx.now }),
  )
  employer = await givenEmployer(world, noor)
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const DETAILS = {
  currency: 'EUR',
  account_name: 'Corridor Client Funds',
  bank_name: 'Bank of the Tests',
  bank_address: '',
  iban: 'DE89 3704 0044 0532 0130 00',
  account_number: '',
  routing_number: '',
  swift_code: 'cobadeff',
}
const propose = (more: Partial<typeof DETAILS> = {}, who = noor) =>
  call(world, who, 'proposeFundingAccount', { body: { ...DETAILS, ...more } })
const confirm = (id: string, who = emeka) =>
  call(world, who, 'confirmFundingAccount', { params: { id } })
const withdraw = (id: string, who = noor) =>
  call(world, who, 'withdrawFundingAccount', { params: { id } })
const ways = (who = employer) => call(world, who, 'getWaysToFund')
const idOf = (view: { proposals: { account_uuid: string; currency: string }[] }, of = 'EUR') =>
  view.proposals.find(({ currency }) => currency === of)?.account_uuid ?? ''
const problem = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string; fields?: { loc: unknown[] }[] }) =>
      [error.code, ...(error.fields ?? []).map(({ loc }) => loc.at(-1))].join(' '),
  )

describe('an account into which employers pay', () => {
  it('is seen once a second admin has confirmed it, and by its proposer alone never', async () => {
    expect(await ways()).toMatchObject({ missing: 'NO_ACCOUNT', reference: null, accounts: [] })
    const id = idOf(await propose())
    expect((await ways()).accounts).toEqual([])
    expect(await outcome(confirm(id, noor))).toBe('SECOND_PERSON_NEEDED')
    expect((await ways()).accounts).toEqual([])
    const answers = await Promise.all([outcome(confirm(id)), outcome(confirm(id))])
    expect(answers).toEqual(['done', 'done'])
    const told = await ways()
    expect(told).toMatchObject({
      missing: null,
      accounts: [{ currency: 'EUR', iban: 'DE89370400440532013000', swift_code: 'COBADEFF' }],
    })
    expect(isCreditorReference(told.reference ?? '')).toBe(true)
    expect((await ways()).reference).toBe(told.reference)
    const entries = await admin.rows(
      "select action from audit_entry where entity = 'funding_account' order by seq",
    )
    expect(entries.map(({ action }) => action)).toEqual(['propose', 'confirm'])
    expect(await world.broken()).toEqual([])
  })

  it('stands until another one is confirmed, and a proposal that was taken back is confirmed by nobody', async () => {
    const before = (await ways()).accounts
    const id = idOf(await propose({ bank_name: 'Another bank' }))
    expect(await outcome(propose({ bank_name: 'Another bank' }))).toBe('done')
    expect(await outcome(propose({ bank_name: 'A third bank' }))).toBe('CONFLICT')
    expect((await ways()).accounts).toEqual(before)
    await withdraw(id, emeka)
    await withdraw(id)
    expect(await outcome(confirm(id))).toBe('TRANSITION_NOT_ALLOWED')
    expect((await ways()).accounts).toEqual(before)
    const next = idOf(await propose({ bank_name: 'A third bank' }, emeka))
    await confirm(next, noor)
    expect(await outcome(withdraw(next))).toBe('TRANSITION_NOT_ALLOWED')
    expect((await ways()).accounts).toMatchObject([{ bank_name: 'A third bank' }])
  })

  it('is confirmed neither after a week nor where who proposed it is no admin any more', async () => {
    const id = idOf(await propose({ bank_name: 'Bank of one who left' }, emeka))
    const listed = async () =>
      (await call(world, noor, 'listFundingAccounts')).proposals.map(of => [
        of.stands,
        ...of.allowed_actions,
      ])
    const standing = (operation: 'suspend' | 'reinstate') =>
      call(world, noor, 'changeOperatorStanding', { params: { sub: emeka.sub, operation } })
    expect(await listed()).toEqual([[true, 'confirm', 'withdraw']])
    await standing('suspend')
    expect(await listed()).toEqual([[false, 'withdraw']])
    expect(await outcome(confirm(id, noor))).toBe('TRANSITION_NOT_ALLOWED')
    await standing('reinstate')
    const now = world.clock.now()
    world.clock.set(new Date(now.getTime() + 8 * 86_400_000).toISOString())
    expect(await outcome(confirm(id, noor))).toBe('TRANSITION_NOT_ALLOWED')
    world.clock.set(now.toISOString())
    expect((await ways()).accounts).toMatchObject([{ bank_name: 'A third bank' }])
    await withdraw(id, emeka)
  })

  it('has a number that banks take', async () => {
    const found = await Promise.all(
      [
        { iban: 'DE89 3704 0044 0532 0130 01' },
        { iban: '' },
        { swift_code: 'NOPE' },
        { currency: 'XYZ' },
      ].map(of => problem(propose({ currency: 'USD', ...of }))),
    )
    expect(found).toEqual([
      'VALIDATION iban',
      'VALIDATION account_number',
      'VALIDATION swift_code',
      'VALIDATION currency',
    ])
    for (const name of ['confirmFundingAccount', 'withdrawFundingAccount'] as const)
      expect(await outcome(call(world, emeka, name, { params: { id: crypto.randomUUID() } }))).toBe(
        'NOT_FOUND',
      )
  })

  it('is not told to a company that nobody has verified', async () => {
    const stranger = person('boss@unknown.test')
    await signUpEmployer(world, stranger, {
      first_name: 'Ann',
      last_name: 'Other',
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      phone_number: '+14165550143',
      street: '2 Front Street',
      city: 'Toronto',
      postal_code: 'M5J 2X5',
      corporation_name: 'Unknown Inc.',
    })
    expect(await ways(stranger)).toEqual({
      missing: 'UNVERIFIED',
      requests: [],
      reference: null,
      accounts: [],
      notices: [],
    })
    expect(await outcome(announce('1.00', stranger))).toBe('TRANSITION_NOT_ALLOWED')
  })
})

const announce = (amount: string, who = employer, sent_on = '2026-03-02') =>
  call(world, who, 'announceFunding', {
    body: {
      currency: 'EUR',
      amount_in_smallest_unit: BigInt(amount.replace('.', '')),
      sent_on,
    },
  })
const book = (reference: string, amount: string) =>
  call(world, noor, 'putBalances', {
    body: {
      file_name: 'wire.csv',
      bytes: Buffer.from(
        `employer_domain,currency,amount,reference,received_on\n${domain},EUR,${amount},${reference},2026-03-02`,
      ),
    },
  })
const open = async () =>
  (await call(world, noor, 'getBalances')).notices.map(({ amount }) => String(amount.minor))

describe('what an employer says is on its way', () => {
  it('is seen by operators under its reference, once, and moves nothing', async () => {
    await Promise.all([announce('1276.00'), announce('1276.00')])
    const { notices, balances } = await call(world, noor, 'getBalances')
    expect(notices).toMatchObject([
      {
        employer_domain: domain,
        reference: (await ways()).reference,
        amount: { currency: 'EUR', minor: 127_600n },
        sent_on: '2026-03-02',
        announced_by: 'Ingrid Solberg',
      },
    ])
    expect(balances.filter(({ currency }) => currency === 'EUR')).toEqual([])
  })

  it('is closed by a receipt of its sum, one for each, and by no other', async () => {
    await announce('500.00')
    await announce('500.00', employer, '2026-03-01')
    await book('W-1', '499.99')
    expect(await open()).toEqual(['127600', '50000', '50000'])
    await book('W-2', '500.00')
    expect(await open()).toEqual(['127600', '50000'])
    await book('W-2', '500.00')
    await book('W-3', '1276.00')
    expect(await open()).toEqual(['50000'])
    const rows = await admin.rows(
      `select reference from funding_notice join funding using (funding_uuid) order by reference`,
    )
    expect(rows.map(({ reference }) => reference)).toEqual(['W-2', 'W-3'])
    expect(await world.broken()).toEqual([])
  })

  it('is taken back by its employer, or closed by hand, and by no other company', async () => {
    const [notice] = (await ways()).notices
    const id = notice?.notice_uuid ?? ''
    const other = await givenEmployer(world, noor, 'boss@other.test')
    const back = (who: Person) => call(world, who, 'withdrawFundingNotice', { params: { id } })
    expect(await outcome(back(other))).toBe('NOT_FOUND')
    expect((await ways()).notices).toHaveLength(1)
    await back(employer)
    await back(employer)
    expect((await ways()).notices).toEqual([])
    await announce('77.00')
    const left = (await call(world, noor, 'getBalances')).notices[0]?.notice_uuid ?? ''
    const closed = await call(world, treasurer, 'closeFundingNotice', { params: { id: left } })
    expect(closed.notices).toEqual([])
  })

  it('says a sum, a day of the last weeks, and a currency that has an account', async () => {
    const body = { currency: 'EUR', amount_in_smallest_unit: 100n, sent_on: '2026-03-02' }
    const sent = (more: Partial<typeof body>) =>
      problem(call(world, employer, 'announceFunding', { body: { ...body, ...more } }))
    expect([
      await sent({ amount_in_smallest_unit: 0n }),
      await sent({ amount_in_smallest_unit: 10n ** 14n + 1n }),
      await sent({ sent_on: '2026-03-04' }),
      await sent({ sent_on: '2026-01-01' }),
      await sent({ currency: 'JPY' }),
    ]).toEqual([
      'VALIDATION amount_in_smallest_unit',
      'VALIDATION amount_in_smallest_unit',
      'VALIDATION sent_on',
      'VALIDATION sent_on',
      'VALIDATION currency',
    ])
    expect((await ways()).notices).toEqual([])
  })

  it('is said of twenty transfers at most at a time, also when many are said at once', async () => {
    for (let n = 1; n <= 16; n++) await announce(`${n}.00`)
    // As many connections as there are callers, so that none waits for another.
    await Promise.all(Array.from({ length: 16 }, () => ways()))
    const at_once = Array.from({ length: 8 }, (_, n) => outcome(announce(`${n + 17}.00`)))
    expect((await Promise.all(at_once)).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'VALIDATION'),
      ...Array.from({ length: 4 }, () => 'done'),
    ])
    expect((await ways()).notices).toHaveLength(20)
  })
})
