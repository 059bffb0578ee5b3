/** What operators ask a company to send: mailed, covered by what is booked, the first needed first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { creditorReference, printedReference } from '#domain/ledger/creditor-reference.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { fund, givenEmployer, givenOperator, testWorld, type World } from '#test/harness/world.ts'
import { mailFundsRequested } from '../notifications/index.ts'
import { mailsOf } from '../notifications/mails.test-data.ts'

let world: World
let admin: Admin
let noor: Person
let emeka: Person
let employer: Person & { employer_uuid: string }
let other: Person
let domain = ''

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  noor = await givenOperator(world)
  emeka = await givenOperator(world, 'emeka@corridor.test')
  employer = await givenEmployer(world, noor)
  other = await givenEmployer(world, noor, 'boss@rival.test')
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
  const { proposals } = await call(world, noor, 'proposeFundingAccount', {
    body: {
      ...{ currency: 'USD', account_name: 'Corridor', bank_name: 'Bank', bank_address: '' },
      ...{ iban: '', account_number: '8820', routing_number: '', swift_code: '' },
    },
  })
  const id = proposals[0]?.account_uuid ?? ''
  await call(world, emeka, 'confirmFundingAccount', { params: { id } })
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const ask = (units: number, more: Record<string, unknown> = {}, who = noor) =>
  call(world, who, 'requestFunds', {
    params: { domain },
    body: {
      currency: 'USD',
      amount_in_smallest_unit: BigInt(units * 100),
      needed_on: '2026-03-18',
      words: '',
      ...more,
    },
  })
const open = async () => (await call(world, employer, 'getWaysToFund')).requests
const received = async () =>
  (await open()).map(({ amount, received }) => [Number(received.minor), Number(amount.minor)])

describe('asking a company for money', () => {
  it('is mailed with its reference, shown to it alone, and said twice it is one', async () => {
    const { request } = await ask(100, { words: 'For the pay of March 20.' })
    const again = await ask(100)
    expect(again.request?.request_uuid).toBe(request?.request_uuid)
    expect(await open()).toMatchObject([
      {
        amount: { currency: 'USD', minor: 10_000n },
        received: { minor: 0n },
        reference: creditorReference(employer.employer_uuid),
        status: 'REQUESTED',
        allowed_actions: [],
      },
    ])
    expect((await call(world, other, 'getWaysToFund')).requests).toEqual([])
    const event = { request_uuid: request?.request_uuid ?? '' }
    const mails = await mailsOf(world, mailFundsRequested, event)
    expect(mails).toMatchObject([{ to: employer.email }])
    const reference = printedReference(creditorReference(employer.employer_uuid))
    expect(mails[0]?.subject).toBe('Please send 100.00 USD by March 18, 2026')
    for (const said of ['For the pay of March 20.', reference])
      expect(mails[0]?.text).toContain(said)
    const entries = await admin.rows(
      "select action from audit_entry where entity = 'funding_request' order by seq",
    )
    expect(entries.map(({ action }) => action)).toEqual(['ask'])
  })

  it('is covered by what is booked, the first needed first, also in parts', async () => {
    await ask(50, { needed_on: '2026-03-10' })
    await fund(world, { operator: noor, employer }, '70.00', 'PART-1')
    expect(await received()).toEqual([[2_000, 10_000]])
    await fund(world, { operator: noor, employer }, '500.00', 'EUR-1', 'EUR')
    expect(await received()).toEqual([[2_000, 10_000]])
    await Promise.all(
      ['PART-2', 'PART-3'].map(reference =>
        fund(world, { operator: noor, employer }, '40.00', reference),
      ),
    )
    expect(await received()).toEqual([])
    const { items } = await call(world, noor, 'listFundingRequests', {
      query: { view: 'closed', limit: 50 },
    })
    expect(items.map(({ status, received: { minor } }) => [status, Number(minor)]).sort()).toEqual([
      ['RECEIVED', 10_000],
      ['RECEIVED', 5_000],
    ])
    expect(await world.broken()).toEqual([])
  })

  it('is taken back once, and not after it came', async () => {
    const { request } = await ask(30)
    const id = request?.request_uuid ?? ''
    const withdraw = (of = id) =>
      call(world, emeka, 'withdrawFundingRequest', { params: { id: of } })
    expect((await withdraw()).status).toBe('CANCELLED')
    expect((await withdraw()).status).toBe('CANCELLED')
    expect(await open()).toEqual([])
    expect(await mailsOf(world, mailFundsRequested, { request_uuid: id })).toEqual([])
    const { items } = await call(world, noor, 'listFundingRequests', {
      query: { view: 'closed', limit: 50 },
    })
    const came = items.find(({ status }) => status === 'RECEIVED')?.request_uuid
    expect(await outcome(withdraw(came))).toBe('TRANSITION_NOT_ALLOWED')
  })

  it.each([
    ['no such company', { domain: 'nobody.test' }, {}, 'NOT_FOUND'],
    ['nothing', {}, { amount_in_smallest_unit: 0n }, 'VALIDATION'],
    ['too much', {}, { amount_in_smallest_unit: 10n ** 14n + 1n }, 'VALIDATION'],
    ['a day that is over', {}, { needed_on: '2026-03-01' }, 'VALIDATION'],
    ['a currency without an account of ours', {}, { currency: 'EUR' }, 'VALIDATION'],
    ['no currency', {}, { currency: 'XXXX' }, 'VALIDATION'],
  ])('refuses %s, and keeps nothing', async (_case, params, more, code) => {
    const refused = call(world, noor, 'requestFunds', {
      params: { domain, ...params },
      body: {
        ...{ currency: 'USD', amount_in_smallest_unit: 100n, needed_on: '2026-03-18', words: '' },
        ...more,
      },
    })
    expect(await outcome(refused)).toBe(code)
    expect(await open()).toEqual([])
  })

  it('takes a second operator above the limit', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    const { request, waiting } = await ask(30)
    expect(request).toBeNull()
    // By yesterday nobody can send it.
    const today = await ask(31, { needed_on: '2026-03-02' })
    expect(today.waiting?.expires_at).toEqual(new Date('2026-03-03T00:00:00Z'))
    expect(await open()).toEqual([])
    const id = waiting?.step_uuid ?? ''
    const { step } = await call(world, emeka, 'getApprovalStep', {
      params: { id },
      query: { limit: 50 },
    })
    const body = { digest: step.digest }
    expect(await outcome(call(world, noor, 'approveStep', { params: { id }, body }))).toBe(
      'SECOND_PERSON_NEEDED',
    )
    await call(world, emeka, 'approveStep', { params: { id }, body })
    expect(await open()).toMatchObject([{ amount: { minor: 3_000n } }])
    await world.unit(ctx => savePlatformLimit(ctx.tx, null, ctx.now))
    expect(await world.broken()).toEqual([])
  })
})
