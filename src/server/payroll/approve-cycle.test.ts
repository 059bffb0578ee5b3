import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

describe('approving a pay cycle', () => {
  let world: World
  let stage: CycleStage
  beforeAll(async () => {
    world = await plainWorld()
    stage = await givenApprovableCycle(world, 2)
  })
  afterAll(() => world.close())

  const approval = () => approvalOf(world, stage.employer, stage.id)

  it('refuses while funds are short, and changes nothing', async () => {
    await expect(approveAll(world, stage.employer, stage.id)).rejects.toMatchObject({
      code: 'FUNDS_SHORT',
    })
    const { status } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 50 },
    })
    expect(status).toBe('PENDING_APPROVAL')
  })

  it('refuses unusual things that nobody acknowledged, naming each', async () => {
    const seen = await approval()
    await expect(
      call(world, stage.employer, 'approveCycle', {
        params: stage.id,
        body: { ...seen, acknowledged: [] },
      }),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [expect.objectContaining({ text: 'payroll.unusual.NEW_PAYEE' }), expect.anything()],
    })
  })

  it('refuses what changed since it was seen', async () => {
    const seen = await approval()
    const { items } = await call(world, stage.employer, 'getCycle', {
      params: stage.id,
      query: { limit: 50 },
    })
    const [item] = items
    const params = { ...stage.id, line_item_uuid: item?.line_item_uuid ?? '' }
    await call(world, stage.employer, 'editLineItem', { params, body: { hours: 7950 } })
    await expect(
      call(world, stage.employer, 'approveCycle', { params: stage.id, body: seen }),
    ).rejects.toMatchObject({ code: 'APPROVAL_STALE' })
  })

  it('is not found by another employer', async () => {
    const other = await givenEmployer(world, stage.operator, 'boss@rival.test')
    await expect(
      call(world, other, 'getCycle', { params: stage.id, query: { limit: 50 } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      call(world, other, 'approveCycle', { params: stage.id, body: await approval() }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('has one effect and gives 50 equal answers when 50 send the same at once', async () => {
    await fund(world, stage, '6800.00')
    const seen = await approval()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call(world, stage.employer, 'approveCycle', { params: stage.id, body: seen }),
      ),
    )
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 'APPROVED', changed: 2, refused: [] })
    const admin = await adminOf(world)
    expect(await admin.rows('select from approval')).toHaveLength(1)
    const reserved = "select from ledger_transfer where code = 'item_approved'"
    expect(await admin.rows(reserved)).toHaveLength(2)
    await admin.close()
    expect(await world.broken()).toEqual([])
  })

  it('gives the money back when it is taken back', async () => {
    const change = await call(world, stage.employer, 'unapproveCycle', {
      params: stage.id,
      body: {},
    })
    expect(change).toMatchObject({ changed: 2, status: 'PENDING_APPROVAL' })
    const again = await call(world, stage.employer, 'unapproveCycle', { params: stage.id })
    expect(again).toEqual(change)
    const { balances } = await call(world, stage.employer, 'getEmployerBalances')
    expect(balances).toEqual([
      expect.objectContaining({ currency: 'USD', available: 680_000n, reserved: 0n }),
    ])
    expect(await world.broken()).toEqual([])
  })

  it('refuses an item of nothing, which would stay approved for ever', async () => {
    // No call makes one; an older version did.
    const admin = await adminOf(world)
    await admin.rows(
      "update line_item set amount_minor = 0, entries = null where line_item_uuid = (select min(line_item_uuid::text)::uuid from line_item where status = 'PENDING_APPROVAL')",
    )
    await admin.close()
    await expect(
      call(world, stage.employer, 'approveCycle', { params: stage.id, body: await approval() }),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      detail: expect.stringContaining('comes to nothing. Archive this line item first.'),
    })
  })
})
