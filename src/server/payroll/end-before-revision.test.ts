/** A revision that is signed for later does not end before it begins while the one before it goes on paying: its contractor would read of a last day that is none. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenApprovableCycle, testWorld } from '#test/harness/world.ts'
import { passes, revise } from './late-raise.test-data.ts'

it('the one that pays ends first, then the later one, and nothing is paid after the day', async () => {
  const world = await testWorld()
  const stage = await givenApprovableCycle(world)
  const boss = stage.employer
  const [before] = (await call(world, boss, 'getCycle', { params: stage.id, query: { limit: 9 } }))
    .items
  const first = before?.contract_uuid ?? ''
  const second = await revise(world, stage, '2026-04-13', 6500n)
  const end = (id: string) =>
    call(world, boss, 'completeContract', {
      params: { id },
      body: { desired_completion_date: '2026-03-27', reason: '' },
    })
  await expect(end(second)).rejects.toMatchObject({
    code: 'VALIDATION',
    fields: [
      {
        loc: ['body', 'desired_completion_date'],
        text: 'contracts.problems.earlierPays',
        params: { revision: 2, from: 'April 13, 2026', earlier: 1, until: 'April 12, 2026' },
      },
    ],
  })
  await end(first)
  await end(second)
  // Sent again each answers as it did.
  await end(second)
  await passes(world, '2026-04-20')
  const { items } = await call(world, boss, 'listContractorPays', {
    params: { id: stage.contractors[0]?.sub ?? '' },
    query: { limit: 9 },
  })
  // March 16 to 27 is all of the business days of its period.
  expect(items.map(pay => [pay.start_date, pay.amount.minor])).toEqual([
    ['2026-03-16', 340_000n],
    ['2026-03-02', 340_000n],
  ])
  expect(await world.broken()).toEqual([])
  await world.close()
})
