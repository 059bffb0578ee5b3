/** The ledger as people read it: at any instant what lay there then, each currency summing to zero, and what is taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
let domain = ''
const FUNDED = '2026-03-18T10:00:00.000Z'
const APPROVED = '2026-03-19T10:00:00.000Z'

beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 2)
  domain = (await call(world, stage.employer, 'getEmployer')).domain ?? ''
  world.clock.set(FUNDED)
  await fund(world, stage, '7000.00')
  world.clock.set(APPROVED)
  await approveAll(world, stage.employer, stage.id)
  world.clock.set('2026-04-02T10:00:00Z')
  await fund(world, stage, '5.00', 'LATER')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const trial = async (at?: string) => {
  const { currencies } = await call(world, stage.operator, 'getTrialBalance', {
    query: at ? { at: new Date(at) } : {},
  })
  for (const { total } of currencies) expect(total.minor).toBe(0n)
  const [usd] = currencies.filter(({ currency }) => currency === 'USD')
  return Object.fromEntries(
    (usd?.kinds ?? [])
      .filter(({ balance }) => balance.minor !== 0n)
      .map(({ kind, balance }) => [kind, balance.minor]),
  )
}
const transfers = (query: object = {}) =>
  call(world, stage.operator, 'listTransfers', { query: { limit: 50, ...query } })
const statement = (month: string, who = stage.employer) =>
  call(world, who, 'getFundsStatement', { query: { currency: 'USD', month } })

describe('the books', () => {
  it('sum to zero at every instant, and say what lay where then', async () => {
    expect(await trial('2026-03-17T10:00:00Z')).toEqual({})
    expect(await trial(FUNDED)).toEqual({ outside: -700_000n, available: 700_000n })
    expect(await trial(APPROVED)).toEqual({
      outside: -700_000n,
      available: 20_000n,
      reserved: 680_000n,
    })
    expect(await trial()).toEqual({ outside: -700_500n, available: 20_500n, reserved: 680_000n })
  })

  it('list accounts and transfers page by page, of one employer or of all', async () => {
    const seen: bigint[] = []
    let cursor: string | undefined
    do {
      const answer = await call(world, stage.operator, 'listLedgerAccounts', {
        query: { limit: 1, at: new Date(FUNDED), ...(cursor ? { cursor } : {}) },
      })
      seen.push(...answer.items.map(({ balance }) => balance.minor))
      cursor = answer.next_cursor ?? undefined
    } while (cursor)
    expect(seen.filter(minor => minor !== 0n).sort()).toEqual([-700_000n, 700_000n])
    const { items } = await transfers({ employer_domain: domain })
    expect(items.map(({ code }) => code)).toEqual([
      ...['funding_received', 'item_approved', 'item_approved', 'funding_received'],
    ])
    const paged = await transfers({ limit: 3 })
    const rest = await transfers({ limit: 3, cursor: paged.next_cursor ?? '' })
    expect([...paged.items, ...rest.items]).toEqual(items)
    expect((await transfers({ until: '2026-03-18' })).items).toHaveLength(1)
    expect((await transfers({ code: 'item_approved' })).items).toHaveLength(2)
    expect(await outcome(transfers({ employer_domain: 'nobody.test' }))).toBe('NOT_FOUND')
  })

  it('tell an employer month by month what came and went, with the balance after each', async () => {
    const march = await statement('2026-03-15')
    expect(march).toMatchObject({ opening: { minor: 0n }, closing: { minor: 20_000n } })
    expect(march.lines.map(of => [of.code, of.count, of.change.minor, of.balance.minor])).toEqual([
      ['funding_received', 1, 700_000n, 700_000n],
      ['item_approved', 2, -680_000n, 20_000n],
    ])
    expect(march.lines[0]).toMatchObject({ reference: 'WIRE-1', pay: null })
    const [, set_aside] = march.lines
    expect(set_aside?.pay).toEqual({ policy_label: 'Biweekly', pay_date: '2026-03-20' })
    expect(await statement('2026-04-30')).toMatchObject({
      opening: { minor: 20_000n },
      closing: { minor: 20_500n },
    })
    const rival = await givenEmployer(world, stage.operator, 'boss@rival.test')
    expect(await statement('2026-03-15', rival)).toMatchObject({
      ...{ lines: [], closing: { minor: 0n } },
    })
  })
})

describe('a booking that was wrong', () => {
  const reverse = (id: string) =>
    call(world, stage.operator, 'reverseFunding', {
      params: { id },
      body: { reason: 'Not theirs.' },
    })
  const approve = async (id = '') => {
    const emeka = await givenOperator(world, 'emeka@corridor.test').catch(() => stage.operator)
    const { step } = await call(world, emeka, 'getApprovalStep', {
      params: { id },
      query: { limit: 50 },
    })
    return call(world, emeka, 'approveStep', { params: { id }, body: { digest: step.digest } })
  }

  it('is taken back by an entry the other way round, by two, once', async () => {
    const [later] = (await transfers({ employer_domain: domain })).items
    const id = later?.transfer_uuid ?? ''
    expect(later?.allowed_actions).toEqual(['reverse'])
    const { reversed, waiting } = await reverse(id)
    expect(reversed).toBe(false)
    expect((await trial()).available).toBe(20_500n)
    await approve(waiting?.step_uuid)
    expect(await trial()).toMatchObject({ available: 20_000n, outside: -700_000n })
    expect(await reverse(id)).toEqual({ reversed: true })
    const [back, booked] = (await transfers({ employer_domain: domain })).items
    expect([back?.code, booked?.allowed_actions]).toEqual(['funding_reversed', []])
    expect(await world.broken()).toEqual([])
  })

  it('is not taken back where it was used, and no other transfer is', async () => {
    const { items } = await transfers({ employer_domain: domain })
    const used = items.findLast(({ code }) => code === 'funding_received')?.transfer_uuid ?? ''
    const { waiting } = await reverse(used)
    const refused = call(world, await givenOperator(world, 'ada@corridor.test'), 'approveStep', {
      params: { id: waiting?.step_uuid ?? '' },
      body: {
        digest: (
          await call(world, stage.operator, 'getApprovalStep', {
            params: { id: waiting?.step_uuid ?? '' },
            query: { limit: 50 },
          })
        ).step.digest,
      },
    })
    expect(await outcome(refused)).toBe('FUNDS_SHORT')
    const item = items.find(({ code }) => code === 'item_approved')?.transfer_uuid ?? ''
    expect(await outcome(reverse(item))).toBe('NOT_FOUND')
    expect(await world.broken()).toEqual([])
  })
})
