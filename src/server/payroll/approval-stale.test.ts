/** An approval of what is something else by now: nothing is approved, and whoever asked is told what changed. */
import { describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

type Approval = Awaited<ReturnType<typeof approvalOf>>

let world: World
let admin: Admin
let told: CycleStage & { seen: Approval }
/** Two items of 3400.00 USD were approved and taken back; `seen` is what was approved. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first, 2)
    await fund(first, stage, '6800.00')
    const seen = await approvalOf(first, stage.employer, stage.id)
    await approveAll(first, stage.employer, stage.id)
    await call(first, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    return { ...stage, seen }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    told = copy.told
  },
)

const items = async () =>
  (
    await call(world, told.employer, 'getCycle', { params: told.id, query: { limit: 9 } })
  ).items.toSorted((a, b) => (a.contractor_name < b.contractor_name ? -1 : 1))
const idOf = async (at: number) => (await items())[at]?.line_item_uuid ?? ''
const edit = async (at: number, hours: number) =>
  call(world, told.employer, 'editLineItem', {
    params: { ...told.id, line_item_uuid: await idOf(at) },
    body: { hours },
  })
const person = (at: number): Person => told.contractors[at] ?? told.employer
const split = async (at: number, ...shares: number[]) => {
  const { destinations } = await call(world, person(at), 'getBanking')
  await call(world, person(at), 'putSetupPercentages', {
    body: destinations.map(({ identifier }, n) => ({ identifier, percentage: shares[n] ?? 0 })),
  })
}
const approve = (body: Approval) =>
  call(world, told.employer, 'approveCycle', { params: told.id, body })
const refusal = async (body: Approval = told.seen) => {
  const error = await approve(body).then(
    () => undefined,
    (problem: { code: string; detail: string }) => problem,
  )
  expect(error?.code).toBe('APPROVAL_STALE')
  const approved = await admin.rows("select from line_item where status = 'APPROVED'")
  expect(approved).toEqual([])
  return error?.detail ?? ''
}

describe('an approval of what was seen before', () => {
  it('goes through while nothing changed, also after it was taken back', async () => {
    expect(await approve(told.seen)).toMatchObject({ changed: 2, status: 'APPROVED' })
  })

  it('names whose hours changed, from what to what, and what that is in money', async () => {
    await edit(0, 7000)
    const detail = await refusal()
    expect(detail).toContain('Amara Okafor amara1')
    expect(detail).toMatch(/3,?400\.00.*2,?975\.00/)
    expect(detail).toMatch(/80.*70/)
    expect(detail).not.toContain('amara2')
  })

  it('names who sends the pay elsewhere', async () => {
    await split(1, 5000, 5000)
    const detail = await refusal()
    expect(detail).toContain('Amara Okafor amara2')
    expect(detail).toMatch(/70.*50/)
    expect(detail).not.toContain('amara1')
  })

  it('names both where both changed', async () => {
    await edit(0, 7000)
    await edit(1, 7500)
    const detail = await refusal()
    for (const name of ['amara1', 'amara2']) expect(detail).toContain(name)
  })

  it('is another one with somebody less, and without words for what is not there', async () => {
    await call(world, told.employer, 'archiveLineItem', {
      params: { ...told.id, line_item_uuid: await idOf(0) },
      body: {},
    })
    expect(await refusal()).not.toContain('{')
    const seen = await approvalOf(world, told.employer, told.id)
    expect(seen.digest).not.toBe(told.seen.digest)
    expect(await approve(seen)).toMatchObject({ changed: 1 })
  })

  it('goes through again once everything is as it was', async () => {
    await edit(0, 7000)
    await refusal()
    await edit(0, 8000)
    // That somebody edited it is unusual, and to be acknowledged; what is approved is the same.
    const now = await approvalOf(world, told.employer, told.id)
    expect(now.digest).toBe(told.seen.digest)
    expect(await approve(now)).toMatchObject({ changed: 2 })
  })

  it('of one item says what changed of that item alone', async () => {
    await edit(0, 7000)
    await edit(1, 7500)
    const refused = call(world, told.employer, 'approveLineItem', {
      params: { ...told.id, line_item_uuid: await idOf(1) },
      body: told.seen,
    })
    await expect(refused).rejects.toMatchObject({
      code: 'APPROVAL_STALE',
      detail: expect.stringContaining('amara2'),
    })
    await expect(refused).rejects.not.toMatchObject({
      detail: expect.stringContaining('amara1'),
    })
  })
})

describe('one that meets a change at the same moment', () => {
  it('approves what was seen or nothing, whoever comes first', async () => {
    const [approved, edited, moved] = await Promise.all([
      outcome(approve(told.seen)),
      outcome(edit(0, 7000)),
      outcome(split(1, 5000, 5000)),
    ])
    expect(moved).toBe('done')
    const rows = await admin.rows<{ status: string; amount: string }>(
      'select status, amount_minor::text amount from line_item order by amount_minor',
    )
    if (approved === 'done') {
      expect(edited).toBe('TRANSITION_NOT_ALLOWED')
      expect(rows).toEqual([1, 2].map(() => ({ status: 'APPROVED', amount: '340000' })))
    } else {
      expect([approved, edited]).toEqual(['APPROVAL_STALE', 'done'])
      expect(rows.map(row => row.status)).toEqual(['PENDING_APPROVAL', 'PENDING_APPROVAL'])
    }
  })
})
