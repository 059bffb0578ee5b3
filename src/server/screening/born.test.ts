/** A contractor who says when they were born is told apart from a namesake of another age. */
import { expect, it } from 'vitest'
import { call, type Person, upload } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenDuePayments, plainWorld } from '#test/harness/world.ts'
import { importFtm, invented, screenAll, waitingHits } from './lists.test-data.ts'

it('who says it is looked for again, by the document that counts, and scores less than a namesake', async () => {
  const world = await plainWorld()
  const admin: Admin = await adminOf(world)
  const stage = await givenDuePayments(world)
  const [amara] = stage.contractors as [Person]
  const say = (body: object) => call(world, amara, 'putPersonalDocuments', { body })
  const found = async () => {
    await screenAll(world)
    const [hit] = await waitingHits(world, stage.operator)
    return [hit?.score, hit?.subject.birth_dates[0] ?? null]
  }
  const namesake = { id: 'inv-1', name: 'OKAFOR AMARA1, Amara', country: ['ng'] }
  await importFtm(world, invented({ ...namesake, birthDate: ['1951-05-05'] }))
  expect(await found()).toEqual([100, null])
  await say({ birth_date: '1991-03-14' })
  const [score, born] = await found()
  expect(born).toBe('1991-03-14')
  expect(score).toBeLessThan(100)
  // Another document is of the same holder.
  await say({ identification_document: upload('new.pdf', 'A newer passport') })
  expect(await found()).toEqual([score, born])
  await say({ birth_date: '1951-05-05' })
  expect(await found()).toEqual([100, '1951-05-05'])
  await admin.close()
  await world.close()
})
