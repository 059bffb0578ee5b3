/** What is kept of a cycle's reviews follows whatever a review reads, so that a page may read it off. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call } from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { reviewCyclesOf } from '#server/payroll/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { staleReviews } from '#test/harness/reviews.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { lockCycle } from './cycle.store.ts'

let world: World
let admin: Admin
let stage: CycleStage
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 3)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

type Id = CycleStage['id']
const look = (id: Id = stage.id, show?: 'unusual' | 'blocked') =>
  call(world, stage.employer, 'getCycle', { params: id, query: { limit: 50, show } })
const kindsOf = async (id?: Id) =>
  Object.fromEntries((await look(id)).preview.unusual_kinds.map(({ code, items }) => [code, items]))
const person = (at: number) => stage.contractors[at] ?? stage.employer
const allHolds = async () => {
  expect(await staleReviews(world, admin)).toEqual([])
  expect(await world.broken()).toEqual([])
}
const standing = (operation: 'suspend' | 'reinstate') =>
  call(world, stage.operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: person(0).sub, operation },
    body: {},
  })
const reverse = async (at: number) => {
  const { destinations } = await call(world, person(at), 'getBanking')
  const parts = destinations.map(({ destination_uuid }, n) => ({
    identifier: destination_uuid,
    percentage: n === 0 ? 4000 : 6000,
  }))
  await call(world, person(at), 'putSetupPercentages', { body: parts })
}

describe('what is kept of a cycle that waits', () => {
  it('counts what is unusual by its kind, and names it while it is little', async () => {
    const { preview, shows } = await look()
    expect(preview.unusual_kinds).toEqual([{ code: 'NEW_PAYEE', items: 3, stops: false }])
    expect(preview.unusual).toHaveLength(3)
    expect(shows).toEqual({ all: 3, unusual: 3, blocked: 0 })
    expect(preview).toMatchObject({ items: 3, left: 0, blocked: 0 })
    expect(preview.arrives).toEqual([
      { date: '2026-03-20', payments: 3 },
      { date: '2026-03-23', payments: 3 },
    ])
    await allHolds()
  })

  it('pages by what is shown', async () => {
    const first = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 2, show: 'unusual' },
    })
    const rest = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 2, show: 'unusual', cursor: first.next_cursor ?? '' },
    })
    expect([...first.items, ...rest.items].map(item => item.line_item_uuid)).toEqual(
      (await look()).items.map(item => item.line_item_uuid),
    )
    expect((await look(stage.id, 'blocked')).items).toEqual([])
  })

  it('is another digest, and another again, when hours or an account change', async () => {
    const digests = [(await look()).preview.digest]
    const [item] = (await look()).items
    const params = { ...stage.id, line_item_uuid: item?.line_item_uuid ?? '' }
    await call(world, stage.employer, 'editLineItem', { params, body: { hours: 7000 } })
    digests.push((await look()).preview.digest)
    expect(await kindsOf()).toEqual({ NEW_PAYEE: 3, AMOUNT_OFF_CONTRACT: 1 })
    await reverse(1)
    digests.push((await look()).preview.digest)
    expect(new Set(digests).size).toBe(3)
    await allHolds()
  })

  it('is blocked while an account cools beyond the pay date, until it has cooled', async () => {
    world.clock.set('2026-03-19T22:00:00Z')
    await reverse(2)
    expect((await look()).shows.blocked).toBe(1)
    expect((await look(stage.id, 'blocked')).items).toHaveLength(1)
    await allHolds()
    world.clock.set('2026-03-20T23:00:00Z')
    expect((await look()).shows.blocked).toBe(0)
    await allHolds()
  })

  it('is blocked whole while the employer may not pay, and for who may not be paid', async () => {
    await standing('suspend')
    expect((await look()).shows.blocked).toBe(1)
    await standing('reinstate')
    expect((await look()).shows.blocked).toBe(0)
    await allHolds()
  })

  it('says where a pay arrives once somebody moved, also who was not verified when they did', async () => {
    const { sub } = person(1)
    await call(world, stage.operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub, operation: 'unverify' },
      body: { reason: 'Their papers ran out.' },
    })
    await reviewCyclesOf(stage.employer.employer_uuid, world)
    const move = (city_or_municipality: string, country_code: string, subdivision_code?: string) =>
      call(world, person(1), 'putAddress', {
        body: {
          ...{ kind: 'permanent', street_number_and_name: '2 Other Lane', postal_code: '' },
          ...{ apartment_or_unit_number: '', city_or_municipality, country_code, subdivision_code },
        },
      })
    await move('Brussels', 'BE')
    await allHolds()
    await move('Lagos', 'NG', 'NG-LA')
    await verify(world, stage.operator, 'contractors', sub)
    await allHolds()
  })

  it('is reviewed again when something changes while it is reviewed for the first time', async () => {
    await admin.rows('delete from item_review')
    await admin.rows(
      'insert into review_due (cycle_uuid, contractor_sub, employer_uuid) select cycle_uuid, contractor_sub, employer_uuid from line_item on conflict do nothing',
    )
    const [employer] = await admin.rows<{ employer_uuid: string }>(
      'select distinct employer_uuid from line_item',
    )
    let suspended: Promise<unknown> = Promise.resolve()
    await world.unit(async ctx => {
      await reviewCyclesOf(employer?.employer_uuid ?? '', { unit: work => work(ctx) })
      suspended = standing('suspend')
      await Promise.race([suspended, sleep(1_000)])
    })
    await suspended
    expect((await look()).shows.blocked).toBe(1)
    await standing('reinstate')
    await allHolds()
  })

  it('keeps nobody waiting who is changed while its approval is under way', async () => {
    await look()
    await world.unit(async ctx => {
      await lockCycle(ctx.tx, stage.id.policy_uuid, stage.id.cycle_uuid)
      const done = standing('suspend').then(() => 'done')
      expect(await Promise.race([done, sleep(5_000, 'waits')])).toBe('done')
    })
    await standing('reinstate')
    await allHolds()
  })

  it('is not approved as it was reviewed when it is another by then', async () => {
    await fund(world, stage, '20000.00', 'WIRE-0')
    const body = await approvalOf(world, stage.employer, stage.id)
    // Past the triggers, as in the moment between the look at the reviews and the reading of an item.
    await admin.tamper('update destination set version = version + 1 where contractor_sub = $1', [
      person(1).sub,
    ])
    await expect(
      call(world, stage.employer, 'approveCycle', { params: stage.id, body }),
    ).rejects.toMatchObject({ code: 'APPROVAL_STALE' })
    expect((await look()).preview.items).toBe(3)
    await admin.tamper('update destination set version = version - 1 where contractor_sub = $1', [
      person(1).sub,
    ])
    await allHolds()
  })

  it('is acknowledged by kind with as many as there are, and not with fewer', async () => {
    await fund(world, stage, '20000.00')
    const body = { ...(await approvalOf(world, stage.employer, stage.id)), acknowledged: [] }
    const approve = (kinds: typeof body.acknowledged_kinds) =>
      call(world, stage.employer, 'approveCycle', {
        params: stage.id,
        body: { ...body, acknowledged_kinds: kinds },
      })
    await expect(approve([{ code: 'NEW_PAYEE', items: 2 }])).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [{ loc: ['body', 'acknowledged_kinds', 'NEW_PAYEE'] }],
    })
    await expect(approve([{ code: 'NEW_PAYEE', items: 3 }])).rejects.toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining('the contract gives'),
    })
    const kinds = (await look()).preview.unusual_kinds
    expect(await approve(kinds)).toMatchObject({ changed: 3 })
    await allHolds()
  })
})

describe('the cycle after it', () => {
  let next: Id
  beforeAll(async () => {
    const { cycle_uuid } = await call(world, stage.employer, 'openCycle', {
      params: { policy_uuid: stage.id.policy_uuid },
      body: { end_date: '2026-03-29' },
    })
    next = { policy_uuid: stage.id.policy_uuid, cycle_uuid: cycle_uuid ?? '' }
  })

  it('says who differs from the one before', async () => {
    const { preview } = await look(next)
    expect(preview.differences).toEqual([
      expect.objectContaining({
        text: '10.00 h more',
        difference: { currency: 'USD', minor: 42_500n },
      }),
    ])
    expect(preview.difference_kinds).toEqual([
      { code: 'HOURS', people: 1, difference: { currency: 'USD', minor: 42_500n } },
    ])
    await allHolds()
  })

  it('says that a bonus or an expense is none of another rate', async () => {
    const item = (await look(next)).items.find(of => of.contractor_sub === person(1).sub)
    const entry_uuid = newUuid()
    const params = { ...next, line_item_uuid: item?.line_item_uuid ?? '', entry_uuid }
    await call(world, stage.employer, 'addEntry', {
      params,
      body: { kind: 'BONUS', amount_in_smallest_unit: 12_345n, words: 'A week early' },
    })
    const { preview } = await look(next)
    expect(preview.differences).toContainEqual(
      expect.objectContaining({
        text: 'other amounts beside the hours',
        difference: { currency: 'USD', minor: 12_345n },
      }),
    )
    expect(preview.difference_kinds.map(({ code }) => code).sort()).toEqual(['ENTRIES', 'HOURS'])
    await allHolds()
    await call(world, stage.employer, 'removeEntry', { params })
  })

  it('is told when the one before is paid: nobody is new any more', async () => {
    expect(await kindsOf(next)).toMatchObject({ NEW_PAYEE: 3 })
    const { payment_uuids } = await call(world, stage.operator, 'getChecklist', {
      query: { pay_date: '2026-03-20' },
    })
    const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    await call(world, stage.operator, 'bulkSettle', { body: { payment_uuids, reference: 'W' } })
    expect(await kindsOf(next)).not.toHaveProperty('NEW_PAYEE')
    await allHolds()
  })

  it('knows who is gone, who came back, and whose contract ended', async () => {
    const [item] = (await look(next)).items
    const params = { ...next, line_item_uuid: item?.line_item_uuid ?? '' }
    await call(world, stage.employer, 'archiveLineItem', { params })
    expect((await look(next)).preview.difference_kinds).toContainEqual(
      expect.objectContaining({ code: 'GONE', people: 1 }),
    )
    await allHolds()
    await call(world, stage.employer, 'unarchiveLineItem', { params })
    expect((await look(next)).preview.difference_kinds.map(({ code }) => code)).toEqual(['HOURS'])
    await allHolds()
    await call(world, stage.employer, 'completeContract', {
      params: { id: item?.contract_uuid ?? '' },
      body: { desired_completion_date: '2026-03-25', reason: '' },
    })
    await world.deliver()
    await allHolds()
  })

  it('is approved by kind, and told by kind, when it is much', async () => {
    await approveAll(world, stage.employer, next, true)
    expect((await look(next)).preview).toMatchObject({ items: 0, unusual_kinds: [] })
    await allHolds()
  })
})
