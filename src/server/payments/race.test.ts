/** Two people at once on the same money: one of them comes first, and the books say which. */
import { describe, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInItsWorld, outcome } from '#test/harness/races.ts'
import { fund, givenApprovableCycle, givenDuePayments, type World } from '#test/harness/world.ts'

const ROUNDS = 12

let world: World
let admin: Admin

eachInItsWorld((ofTest, adminOfTest) => {
  world = ofTest
  admin = adminOfTest
})

const statuses = async (table: 'payment' | 'line_item', id: string) => {
  const rows = await admin.rows<{ status: string }>(
    `select distinct status from ${table} where cycle_uuid = $1 order by 1`,
    [id],
  )
  return rows.map(({ status }) => status)
}
const pause = (n: number) => new Promise(resolve => setTimeout(resolve, n))

describe('taking an approval back while it is executed', () => {
  it('leaves each payment either executed or cancelled, never both', async () => {
    const due = await givenDuePayments(world, 2)
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS && !seen.has('executed'); round++) {
      const rows = await admin.rows<{ id: string }>(
        "select payment_uuid id from payment where status = 'SCHEDULED'",
      )
      const body = { pay_date: '2026-03-20', payment_uuids: rows.map(({ id }) => id) }
      await Promise.all([
        pause(round * 2).then(() => outcome(call(world, due.operator, 'bulkExecute', { body }))),
        outcome(call(world, due.employer, 'unapproveCycle', { params: due.id, body: {} })),
        world.release(),
      ])
      expect(await world.broken()).toEqual([])
      const items = await statuses('line_item', due.id.cycle_uuid)
      expect(items).toHaveLength(1)
      if (items[0] === 'APPROVED') seen.add('executed')
      else {
        seen.add('withdrawn')
        await approveAll(world, due.employer, due.id)
      }
    }
    expect(seen.size).toBeGreaterThan(0)
  })
})

describe('editing an item while it is approved', () => {
  it('pays what was approved, or approves nothing', async () => {
    const stage = await givenApprovableCycle(world, 2)
    await fund(world, stage, '20000.00')
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const cycle = await call(world, stage.employer, 'getCycle', {
        params: stage.id,
        query: { limit: 10 },
      })
      const params = { ...stage.id, line_item_uuid: cycle.items[0]?.line_item_uuid ?? '' }
      const hours = 7000 + round
      const approving = outcome(approveAll(world, stage.employer, stage.id))
      // However slow the machine: in the last round the edit comes second.
      const beforeEdit = round < ROUNDS - 1 ? pause(round * 3) : approving
      const [approved, edited] = await Promise.all([
        approving,
        beforeEdit.then(() =>
          outcome(call(world, stage.employer, 'editLineItem', { params, body: { hours } })),
        ),
      ])
      expect(['done', 'APPROVAL_STALE']).toContain(approved)
      expect(['done', 'TRANSITION_NOT_ALLOWED']).toContain(edited)
      seen.add(`${approved} ${edited}`)
      expect(await world.broken()).toEqual([])
      if (approved === 'done') {
        const wrong = await admin.rows(
          `select i.line_item_uuid from line_item i where i.cycle_uuid = $1 and i.status = 'APPROVED' and position(i.amount_minor::text in (
            select string_agg(content, '') from approval_part where approval_uuid = i.approval_uuid)) = 0`,
          [stage.id.cycle_uuid],
        )
        expect(wrong).toEqual([])
        await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
      }
    }
    expect([...seen].some(pair => pair.startsWith('done'))).toBe(true)
  })
})

describe('settling while a marking is taken back', () => {
  it('ends in one of the two, with the ledger agreeing', async () => {
    const due = await givenDuePayments(world)
    const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
    const [item] = await admin.rows<{ id: string; domain: string }>(
      'select line_item_uuid id, domain from line_item join employer using (employer_uuid)',
    )
    const marking = (operation: 'paid' | 'unpaid') => ({
      params: {
        ...due.id,
        line_item_uuid: item?.id ?? '',
        operation,
        currency: 'USD',
        domain: item?.domain ?? '',
      },
      body: { amount_in_smallest_unit: 238_000n, reference: 'B' },
    })
    for (let round = 0; round < ROUNDS; round++) {
      const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
      await world.execute(execution_uuid ?? '')
      await outcome(call(world, due.operator, 'markLineItem', marking('paid')))
      await Promise.all([
        outcome(
          call(world, due.operator, 'bulkSettle', {
            body: { payment_uuids: due.payment_uuids, reference: 'C' },
          }),
        ),
        outcome(call(world, due.operator, 'markLineItem', marking('unpaid'))),
        outcome(call(world, due.operator, 'markLineItem', marking('paid'))),
        outcome(call(world, due.operator, 'bulkExecute', { body })),
      ])
      expect(await world.broken()).toEqual([])
      const executing = await admin.rows<{ id: string }>(
        "select distinct execution_uuid id from payment where status = 'EXECUTING'",
      )
      for (const { id } of executing) await world.execute(id)
    }
    const [books] = await admin.rows(
      'select count(*)::int rail, (select count(*)::int from payment_attempt) ours from simulated_rail.transfer',
    )
    expect(books?.rail).toBe(books?.ours)
    expect(await world.broken()).toEqual([])
  })
})
