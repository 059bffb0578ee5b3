/** What leaves late arrives counted from the day on which it left, for its contractor, its employer and operators. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { givenDuePayments, testWorld, type World } from '#test/harness/world.ts'

let world: World
let due: Awaited<ReturnType<typeof givenDuePayments>>
beforeAll(async () => {
  world = await testWorld()
  // Paid on Friday, March 20, by bank and in USDC.
  due = await givenDuePayments(world)
})
afterAll(() => world?.close())

const contractor = (): Person => due.contractors[0] ?? due.employer

/** The pay as its contractor has it, and by which days each of the three has its parts arrive. */
async function seen() {
  const [pay] = await call(world, contractor(), 'listNextPays')
  const cycle = await call(world, due.employer, 'getCycle', {
    params: due.id,
    query: { limit: 9 },
  })
  const ofOperator = await call(world, due.operator, 'listOperationsPayCycles', {
    params: { id: due.employer.employer_uuid },
    query: { summary: 'false', cycle_uuid: due.id.cycle_uuid },
  })
  const lists = [
    pay?.parts,
    cycle.items[0]?.parts,
    ofOperator.flatMap(of => ('line_items' in of ? of.line_items : []))[0]?.payments,
  ]
  return { pay, arrives: lists.map(parts => parts?.map(part => part.arrives)) }
}

it('never on a day before it left, and days late from the pay date on', async () => {
  // A week after its pay date nothing has left: it cannot have arrived on the day that was missed.
  world.clock.set('2026-03-27T10:00:00Z')
  const bankOnMonday = ['2026-03-30', '2026-03-27']
  const everybody = [bankOnMonday, bankOnMonday, bankOnMonday]
  expect((await seen()).arrives).toEqual(everybody)

  const { payment_uuids } = await call(world, due.operator, 'getChecklist', { query: {} })
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-27', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  world.clock.set('2026-03-28T10:00:00Z')
  const { pay, arrives } = await seen()
  expect(arrives).toEqual(everybody)
  expect(pay?.pay_state).toMatchObject({ state: 'ON_THE_WAY', arrives: '2026-03-30' })
  // What left, then what arrives in the order of its days.
  const left = '2026-03-27'
  expect(pay?.steps.map(({ when }) => when).slice(2)).toEqual([left, ...bankOnMonday.toSorted()])

  world.clock.set('2026-03-30T10:00:00Z')
  await call(world, due.operator, 'bulkSettle', { body: { payment_uuids, reference: 'LATE' } })
  const { items } = await call(world, contractor(), 'listPayslips', { query: { limit: 9 } })
  expect(items[0]?.parts.map(part => [part.arrives, part.days_late])).toEqual([
    ['2026-03-30', 10],
    ['2026-03-27', 10],
  ])
})
