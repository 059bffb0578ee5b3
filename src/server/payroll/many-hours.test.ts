/** A cycle of more people than a slice: a list of all of them is read and saved at once, and all of them are approved as a selection. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import { heavy } from '#test/harness/heavy.ts'
import { givenManyItems } from '#test/harness/many-payments.ts'
import { holding } from '#test/harness/races.ts'
import { fund, givenOperator, testWorld } from '#test/harness/world.ts'

const PEOPLE = heavy(2_100, 20_000)

it('a list of everybody is saved as one, and everybody approved by name', async () => {
  const world = await testWorld(undefined, { fresh: true })
  const admin = await adminOf(world)
  const operator = await givenOperator(world)
  const { employer, id } = await givenManyItems(world, operator, PEOPLE)
  await fund(world, { operator, employer }, `${PEOPLE * 10_000}.00`)
  await admin.rows(
    `insert into review_due (cycle_uuid, contractor_sub, employer_uuid) select cycle_uuid, contractor_sub, employer_uuid from line_item
      on conflict (cycle_uuid, contractor_sub) do nothing`,
  )
  const query = { limit: 50 }
  // While somebody else works on the cycle a page says how many are left, and waits for nobody; then it helps along.
  const release = await holding(
    world,
    `select from pay_cycle where cycle_uuid = '${id.cycle_uuid}' for update`,
  )
  const { preview } = await call(world, employer, 'getCycle', { params: id, query })
  expect([preview.left, preview.digest]).toEqual([PEOPLE, null])
  await release()
  const helped = await call(world, employer, 'getCycle', { params: id, query })
  expect(helped.preview.left).toBeLessThan(PEOPLE)
  expect(helped.preview.left).toBeGreaterThan(PEOPLE - 1_000)
  const text = [
    'Email\tHours',
    ...Array.from({ length: PEOPLE }, (_, n) => `many${n + 1}@corridor.test\t70`),
  ]
  const read = await call(world, employer, 'previewHours', {
    params: id,
    body: { text: text.join('\n') },
  })
  expect(read.counts).toEqual({ MEND: 0, CHANGED: PEOPLE, SAME: 0 })
  const brief = await call(world, employer, 'previewHours', {
    params: id,
    body: { text: `${text.join('\n')}\nnobody@corridor.test\t70`, brief: true },
  })
  expect([brief.rows.map(({ who }) => who), brief.unmeant]).toEqual([['nobody@corridor.test'], 1])
  expect(brief.cells).toEqual(
    read.rows.map(({ item, typed, line, state }) => [
      ...[item?.line_item_uuid, item?.version, typed, line, state === 'SAME'],
    ]),
  )
  // A sheet of everybody is a seventh of its rows.
  expect(JSON.stringify(brief.cells).length).toBeLessThan(PEOPLE * 70)
  const rows = read.rows.flatMap(({ item }) =>
    item ? [{ line_item_uuid: item.line_item_uuid, version: item.version, hours: 7000 }] : [],
  )
  expect(
    await call(world, employer, 'saveHours', { params: id, body: { rows, words: '' } }),
  ).toEqual({ changed: PEOPLE, same: 0 })
  const select = async () => {
    for (;;) {
      const all = await call(world, employer, 'selectItems', { params: id, body: { show: 'all' } })
      if (all.waiting.left === 0) return all
    }
  }
  const { line_item_uuids, waiting } = await select()
  expect(waiting.gross).toEqual(read.after)
  const approved = await call(world, employer, 'approveCycle', {
    params: id,
    body: {
      digest: waiting.digest ?? '',
      acknowledged: [],
      acknowledged_kinds: waiting.unusual_kinds,
      ahead_of_funding: false,
      line_item_uuids,
    },
  })
  expect(approved.selection?.changed).toHaveLength(PEOPLE)
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})
