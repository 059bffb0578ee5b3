/** A receipt that is taken back did not come: what it covered is asked for again. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { holding, outcome, ROUNDS, waiting } from '#test/harness/races.ts'
import { fund, givenEmployer, givenOperator, testWorld, type World } from '#test/harness/world.ts'
import { mailFundsRequested } from '../notifications/index.ts'
import { mailsOf } from '../notifications/mails.test-data.ts'

let world: World
let admin: Admin
let noor: Person
let emeka: Person
let employer: Person & { employer_uuid: string }
let domain = ''

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  noor = await givenOperator(world)
  emeka = await givenOperator(world, 'emeka@corridor.test')
  employer = await givenEmployer(world, noor)
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

const ask = async (units: number, needed_on = '2026-03-18') => {
  const { request } = await call(world, noor, 'requestFunds', {
    params: { domain },
    body: {
      ...{ currency: 'USD', amount_in_smallest_unit: BigInt(units * 100), needed_on, words: '' },
    },
  })
  return request?.request_uuid ?? ''
}
const send = (amount: string, reference: string) =>
  fund(world, { operator: noor, employer }, amount, reference)
const open = async () =>
  (await call(world, employer, 'getWaysToFund')).requests.map(
    ({ amount, received, needed_on }) => `${received.minor} of ${amount.minor} by ${needed_on}`,
  )
const transferOf = async (reference: string) => {
  const [row] = await admin.rows<{ id: string }>(
    `select transfer_uuid id from ledger_transfer t join funding f on f.funding_uuid = t.subject_uuid
      where f.reference = $1 and t.code = 'funding_received'`,
    [reference],
  )
  return row?.id ?? ''
}
/** Asks for the reversal of a receipt; answers how a second operator says yes to it. */
const reversing = async (reference: string) => {
  const { waiting } = await call(world, noor, 'reverseFunding', {
    params: { id: await transferOf(reference) },
    body: { reason: 'Another paid it.' },
  })
  const params = { id: waiting?.step_uuid ?? '' }
  const { step } = await call(world, emeka, 'getApprovalStep', { params, query: { limit: 50 } })
  return () => call(world, emeka, 'approveStep', { params, body: { digest: step.digest } })
}
const reverse = async (reference: string) => (await reversing(reference))()
/** Withdrawing what is covered is refused. */
const refused = (problem: unknown) =>
  expect(problem).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
const withdrawAll = async () => {
  const { items } = await call(world, noor, 'listFundingRequests', {
    query: { view: 'open', limit: 50 },
  })
  for (const { request_uuid: id } of items)
    await call(world, noor, 'withdrawFundingRequest', { params: { id } })
}

afterEach(withdrawAll)

describe('what a receipt covered that is taken back', () => {
  it('is open again, in parts as in whole, and its company is told what is still asked for', async () => {
    const soon = await ask(50, '2026-03-10')
    const later = await ask(100)
    await send('70.00', 'TAKEN-1')
    expect(await open()).toEqual(['2000 of 10000 by 2026-03-18'])
    const approve = await reversing('TAKEN-1')
    await approve()
    expect(await open()).toEqual(['0 of 5000 by 2026-03-10', '0 of 10000 by 2026-03-18'])
    // Said again it changes nothing.
    await outcome(approve())
    expect(await open()).toEqual(['0 of 5000 by 2026-03-10', '0 of 10000 by 2026-03-18'])
    const [told] = await mailsOf(world, mailFundsRequested, { request_uuid: soon })
    expect(told?.subject).toBe('Please send 50.00 USD by March 10, 2026')
    const announced = await admin.rows<{ id: string }>(
      `select payload ->> 'request_uuid' id from outbox_event where reaction = 'mailFundsRequested' and payload ->> 'request_uuid' = any($1)`,
      [[soon, later]],
    )
    // Once when they were asked for. What was covered is told again; what stayed open is not.
    expect(announced.filter(({ id }) => id === soon)).toHaveLength(2)
    expect(announced.filter(({ id }) => id === later)).toHaveLength(1)
    const entries = await admin.rows<{ action: string }>(
      "select action from audit_entry where entity = 'funding_request' and $1 = any(entity_uuids::text[]) order by seq",
      [soon],
    )
    expect(entries.map(({ action }) => action)).toEqual(['ask', 'receive', 'reopen'])
    await send('150.00', 'TAKEN-2')
    expect(await open()).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('is left to who withdrew it, and to what others sent for it', async () => {
    const id = await ask(60)
    await send('20.00', 'PART-A')
    await send('30.00', 'PART-B')
    await reverse('PART-A')
    expect(await open()).toEqual(['3000 of 6000 by 2026-03-18'])
    await call(world, noor, 'withdrawFundingRequest', { params: { id } })
    await reverse('PART-B')
    expect(await open()).toEqual([])
    const [row] = await admin.rows(
      'select status, received_minor from funding_request where request_uuid = $1',
      [id],
    )
    expect(row).toEqual({ status: 'CANCELLED', received_minor: '0' })
  })

  it('is asked for by today where its day is over: nobody sends money by a day that is past', async () => {
    const past = await ask(45, '2026-03-04')
    await ask(55, '2026-03-20')
    await send('100.00', 'PAST-1')
    world.clock.set('2026-03-09T10:00:00Z')
    try {
      await reverse('PAST-1')
      expect(await open()).toEqual(['0 of 4500 by 2026-03-09', '0 of 5500 by 2026-03-20'])
      const [told] = await mailsOf(world, mailFundsRequested, { request_uuid: past })
      expect(told?.subject).toBe('Please send 45.00 USD by March 9, 2026')
      // The same that is asked for by that day is the one that is open.
      await ask(45, '2026-03-09')
      expect(await open()).toHaveLength(2)
      await withdrawAll()
    } finally {
      world.clock.set('2026-03-02T10:00:00Z')
    }
  })

  it('is open beside the same that was asked for since', async () => {
    await ask(40)
    await send('40.00', 'SAME-1')
    await ask(40)
    await reverse('SAME-1')
    expect(await open()).toEqual(['0 of 4000 by 2026-03-18', '0 of 4000 by 2026-03-18'])
    await ask(40)
    expect(await open()).toHaveLength(2)
  })

  it('is not asked for a second time by who asks the same, and one operator gets past no limit by that', async () => {
    await ask(30)
    await send('30.00', 'AGAIN-1')
    await reverse('AGAIN-1')
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    try {
      await ask(30)
      expect(await open()).toEqual(['0 of 3000 by 2026-03-18'])
    } finally {
      await world.unit(ctx => savePlatformLimit(ctx.tx, null, ctx.now))
    }
  })

  it('is asked for by two once it is withdrawn, also where that is under way', async () => {
    const id = await ask(35)
    const withdraw = await holding(
      world,
      `update funding_request set status = 'CANCELLED', closed_by = '${noor.sub}', closed_at = now() where request_uuid = '${id}'`,
    )
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    try {
      const again = ask(35)
      await waiting(admin, 1, again)
      await withdraw()
      // Kept for a second operator: nothing is asked yet.
      expect(await again).toBe('')
      expect(await open()).toEqual([])
    } finally {
      await world.unit(ctx => savePlatformLimit(ctx.tx, null, ctx.now))
    }
  })

  it('is whole, whatever comes at the same moment', async () => {
    await ask(80)
    await send('80.00', 'RACE-1')
    const approve = await reversing('RACE-1')
    await Promise.all([approve(), send('50.00', 'RACE-2'), send('10.00', 'RACE-3')])
    // Behind the reversal a receipt counts for what is open again, before it for nothing.
    const [row] = await admin.rows<{ received: number; filled: number; status: string }>(
      `select received_minor::int received, status, (select coalesce(sum(minor), 0)::int from funding_request_part p where p.request_uuid = r.request_uuid
          and not exists (select from funding_reversal v where v.funding_uuid = p.funding_uuid)) filled
        from funding_request r where amount_minor = 8000`,
    )
    expect(row?.status).toBe('REQUESTED')
    expect(row?.received).toBe(row?.filled)
    expect([0, 1_000, 5_000, 6_000]).toContain(row?.received)
    expect(await world.broken()).toEqual([])
  })

  it('is whole where two receipts of one request are taken back at once, beside its withdrawal and another receipt', async () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      const id = await ask(90)
      const names = ['A', 'B', 'C'].map(part => `TWO-${n}-${part}`)
      const [a = '', b = '', c = ''] = names
      await send('40.00', a)
      await send('50.00', b)
      const both = [await reversing(a), await reversing(b)]
      const withdraw = () =>
        call(world, noor, 'withdrawFundingRequest', { params: { id } }).catch(refused)
      await Promise.all([...both.map(approve => approve()), withdraw(), send('7.00', c)])
      const [row] = await admin.rows<{ received: number; filled: number; status: string }>(
        `select received_minor::int received, status, (select coalesce(sum(minor), 0)::int from funding_request_part p where p.request_uuid = r.request_uuid
            and not exists (select from funding_reversal v where v.funding_uuid = p.funding_uuid)) filled
          from funding_request r where request_uuid = $1`,
        [id],
      )
      expect(row?.received).toBe(row?.filled)
      expect([0, 700]).toContain(row?.received)
      expect(['REQUESTED', 'CANCELLED']).toContain(row?.status)
      await withdrawAll()
    }
    expect(await world.broken()).toEqual([])
  })

  it('and what the company said to have sent waits again', async () => {
    const body = { currency: 'USD', amount_in_smallest_unit: 1_234n, sent_on: '2026-03-01' }
    await call(world, employer, 'announceFunding', { body })
    await send('12.34', 'SAID-1')
    await reverse('SAID-1')
    const rows = await admin.rows('select closed_at, funding_uuid from funding_notice')
    expect(rows).toEqual([{ closed_at: null, funding_uuid: null }])
  })
})
