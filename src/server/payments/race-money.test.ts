/**
 * Different calls on different rows of one whole at the same moment: the parts of a line item, the currencies of an employer. Each ends as if one had come after the other. `npm run torture` races longer.
 */
import { describe, expect, it } from 'vitest'
import { addPolicy, approveAll, call, engage } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInItsWorld, outcome, ROUNDS, rounds } from '#test/harness/races.ts'
import {
  biweekly,
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenContractor,
  givenDuePayments,
  givenEmployer,
  givenOperator,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
eachInItsWorld((ofTest, adminOfTest) => {
  world = ofTest
  admin = adminOfTest
})

describe('two parts of one item', () => {
  it('that settle at the same moment pay the item', async () => {
    const due = await givenDuePayments(world, ROUNDS)
    const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
    const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    const items = await admin.rows<{ parts: string[] }>(
      'select array_agg(payment_uuid::text) parts from payment group by line_item_uuid',
    )
    const settle = (payment_uuid = '') =>
      call(world, due.operator, 'bulkSettle', {
        body: { payment_uuids: [payment_uuid], reference: 'B' },
      })
    for (const { parts } of items) await Promise.all(parts.map(settle))
    const statuses = await admin.rows('select distinct status from line_item')
    expect(statuses).toEqual([{ status: 'PAID' }])
    expect(await world.broken()).toEqual([])
  })

  it('of which one settles while the other is marked unpaid end as one of the two orders', async () => {
    const due = await givenDuePayments(world, ROUNDS)
    const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
    const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    const rows = await admin.rows<{ item: string; usd: string; usdc: string; minor: string }>(
      `select line_item_uuid item, max(payment_uuid::text) filter (where currency = 'USD') usd, max(amount_minor) filter (where currency = 'USD')::text minor,
        max(payment_uuid::text) filter (where currency = 'USDC') usdc from payment group by 1`,
    )
    const { domain } = await call(world, due.employer, 'getEmployer')
    const settle = (payment_uuid: string) =>
      call(world, due.operator, 'bulkSettle', {
        body: { payment_uuids: [payment_uuid], reference: 'B' },
      })
    for (const { item, usd, usdc, minor } of rows) {
      await settle(usd)
      const params = { ...due.id, line_item_uuid: item, domain: domain ?? '', currency: 'USD' }
      await Promise.all([
        settle(usdc),
        outcome(
          call(world, due.operator, 'markLineItem', {
            params: { ...params, operation: 'unpaid' as const },
            body: { amount_in_smallest_unit: BigInt(minor), reference: 'B' },
          }),
        ),
      ])
    }
    expect(await world.broken()).toEqual([])
  })

  it('that were left behind settled are paid when the settlement is recorded again', async () => {
    const due = await givenDuePayments(world)
    const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
    const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    const settle = () =>
      call(world, due.operator, 'bulkSettle', {
        body: { payment_uuids: due.payment_uuids, reference: 'B' },
      })
    await settle()
    await admin.tamper(
      "update line_item set status = 'APPROVED', paid_at = null, version = version - 1",
    )
    await admin.tamper("delete from audit_entry where entity = 'line_item' and action = 'settle'")
    await settle()
    expect(await admin.rows('select distinct status from line_item')).toEqual([{ status: 'PAID' }])
  })
})

describe('money of several currencies', () => {
  it('is booked in one while another runs short', async () => {
    const stage = await givenApprovableCycle(world, 2)
    await approveAll(world, stage.employer, stage.id, true)
    for (const n of rounds) {
      await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
      const wires = [
        fund(world, stage, '3400.00', `USD-${n}`),
        fund(world, stage, '10.00', `EUR-${n}`, 'EUR'),
        fund(world, stage, '10.00', `GBP-${n}`, 'GBP'),
      ]
      await Promise.all([approveAll(world, stage.employer, stage.id, true), ...wires])
    }
    const { balances } = await call(world, stage.employer, 'getEmployerBalances')
    expect(balances.filter(row => row.currency !== 'USD').map(row => row.available)).toEqual([
      BigInt(ROUNDS * 1000),
      BigInt(ROUNDS * 1000),
    ])
    expect(await world.broken()).toEqual([])
  })

  it('never refuses an approval ahead of funding, however many approve at once', async () => {
    const operator = await givenOperator(world)
    world.clock.set('2026-02-20T10:00:00Z')
    const employer = await givenEmployer(world, operator)
    const stages: CycleStage[] = []
    for (const n of [1, 2, 3]) {
      const contractor = await givenContractor(world, operator, `amara${n}@okafor.test`)
      const policy_uuid = await addPolicy(world, employer, `Policy ${n}`, biweekly('2026-03-15'))
      await engage(world, employer, contractor, {
        role: 'Data engineer',
        hourly_rate: { currency: 'USD', minor: 4250n },
        hours: 80,
        policy_uuid,
        start_date: '2026-03-02',
        signer_title: 'Director',
      })
      const { cycle_uuid } = await call(world, employer, 'openCycle', {
        params: { policy_uuid },
        body: { end_date: '2026-03-15' },
      })
      const id = { policy_uuid, cycle_uuid: cycle_uuid ?? '' }
      stages.push({ operator, employer, contractors: [contractor], id })
    }
    world.clock.set('2026-03-02T10:00:00Z')
    await fund(world, { operator, employer }, '3400.00')
    for (const _ of rounds) {
      const outcomes = await Promise.all(
        stages.map(({ id }) => outcome(approveAll(world, employer, id, true))),
      )
      expect(outcomes).toEqual(['done', 'done', 'done'])
      for (const { id } of stages)
        await call(world, employer, 'unapproveCycle', { params: id, body: {} })
    }
    expect(await world.broken()).toEqual([])
  })
})
