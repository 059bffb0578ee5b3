/** Two operators do different things to two parts of one pay at the same moment: both count, or one hears why not, and the books hold. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { MendAction } from '#domain/payments/mending.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { heavy } from '#test/harness/heavy.ts'
import { givenDuePayments, givenOperator, type World } from '#test/harness/world.ts'

type Story = Awaited<ReturnType<typeof given>>

let world: World
let admin: Admin
let told: Story
eachInACopy(given, copy => {
  world = copy.world
  admin = copy.admin
  told = copy.told
})

/** One pay in two parts, both of which arrived and came back. */
async function given(first: World) {
  const due = await givenDuePayments(first)
  const { payment_uuids, operator } = due
  const { execution_uuid } = await call(first, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await first.execute(execution_uuid ?? '')
  await call(first, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK 1' } })
  await call(first, operator, 'mendPayments', {
    body: { action: 'return', reason: 'OTHER', payment_uuids, words: '', reference: '' },
  })
  return { ...due, second: await givenOperator(first, 'second@corridor.test') }
}

const PAIRS: readonly (readonly [MendAction, MendAction])[] = [
  ['give_back', 'retry'],
  ['give_back', 'give_back'],
  ['retry', 'retry'],
]

it.each(
  PAIRS.flatMap(pair => Array.from({ length: heavy(1, 100) }, (_, n) => [...pair, n] as const)),
)('%s of the one and %s of the other (%i)', async (one, other) => {
  const [first = '', last = ''] = told.payment_uuids
  const mend = (who: Story['operator'], action: MendAction, id: string) =>
    call(world, who, 'mendPayments', {
      body: { action, payment_uuids: [id], words: '', reference: '' },
    })
  const answers = await Promise.all([
    mend(told.operator, one, first),
    mend(told.second, other, last),
  ])
  const results = answers.flatMap(answer => answer.results.map(({ result }) => result))
  expect(results).toEqual(['done', 'done'])
  const rows = await admin.rows<{ id: string; status: string }>(
    'select payment_uuid id, status from payment where attempt > 0',
  )
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
  const after = (action: MendAction) => (action === 'retry' ? 'SCHEDULED' : 'CANCELLED')
  expect([statusOf.get(first), statusOf.get(last)]).toEqual([after(one), after(other)])
  await world.deliver()
})
