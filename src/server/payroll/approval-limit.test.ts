/** Above the approval limit, approving asks for a fresh proof of who approves. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { actorOf, approvalOf, call, callAs } from '#db/seed/cast.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let stage: CycleStage

beforeEach(async () => {
  world = await plainWorld()
  stage = await givenApprovableCycle(world, 3)
  await fund(world, stage, '10200.00')
})
afterEach(() => world.close())

const cycle = () =>
  call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 10 } })

/** Approves what waits, or one item of it, as the employer's person who proved who they are this many minutes ago. */
async function approve(minutes: number, line_item_uuid?: string) {
  const actor = {
    ...(await actorOf(world, stage.employer)),
    authenticated_at_ms: Date.now() - minutes * 60_000,
  }
  const body = await approvalOf(world, stage.employer, stage.id)
  return line_item_uuid
    ? callAs(world, actor, 'approveLineItem', { params: { ...stage.id, line_item_uuid }, body })
    : callAs(world, actor, 'approveCycle', { params: stage.id, body })
}

const setLimit = (minor: bigint | null, currency = 'USD') =>
  call(world, stage.employer, 'putApprovalLimit', {
    body: { amount: minor === null ? null : { currency, minor } },
  })

describe('10200.00 USD to approve', () => {
  it("is above the platform's limit: said beforehand, and asked for a fresh proof", async () => {
    expect((await cycle()).preview.needs_step_up).toBe(true)
    await expect(approve(11)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect((await cycle()).status).toBe('PENDING_APPROVAL')
    expect(await approve(9)).toMatchObject({ changed: 3 })
    expect((await cycle()).preview.needs_step_up).toBe(false)
  })

  it("is within a higher limit of the employer's own, and above it again without one", async () => {
    expect(await setLimit(1_020_000n)).toMatchObject({ approval_limit: { minor: 1_020_000n } })
    expect((await cycle()).preview.needs_step_up).toBe(false)
    expect(await setLimit(null)).toMatchObject({ approval_limit: null })
    expect((await cycle()).preview.needs_step_up).toBe(true)
    await setLimit(1_020_000n)
    expect(await approve(60)).toMatchObject({ changed: 3 })
  })

  it('is above it also when it is approved item by item', async () => {
    await setLimit(700_000n)
    const ids = (await cycle()).items.map(item => item.line_item_uuid)
    const only = (id: string, verb: 'archiveLineItem' | 'unarchiveLineItem') =>
      call(world, stage.employer, verb, { params: { ...stage.id, line_item_uuid: id }, body: {} })
    for (const id of ids) await only(id, 'archiveLineItem')
    const approveNext = async (id: string, minutes: number) => {
      await only(id, 'unarchiveLineItem')
      return approve(minutes, id)
    }
    const [first = '', second = '', third = ''] = ids
    expect(await approveNext(first, 60)).toMatchObject({ changed: 1 })
    expect(await approveNext(second, 60)).toMatchObject({ changed: 1 })
    await expect(approveNext(third, 60)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(await approveNext(third, 1)).toMatchObject({ changed: 1 })
    expect(await world.broken()).toEqual([])
  })
})

it("a limit is set in the company's currency, and not below nothing", async () => {
  await expect(setLimit(500_000n, 'CAD')).rejects.toMatchObject({ code: 'VALIDATION' })
  await expect(setLimit(-1n)).rejects.toMatchObject({ code: 'VALIDATION' })
  expect((await call(world, stage.employer, 'getEmployer')).approval_limit).toBeNull()
})
