import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import { givenDuePayments, givenEmployer, plainWorld } from '#test/harness/world.ts'
import { importFtm, invented, screenAll, waitingHits } from './lists.test-data.ts'

it('tells of a match how many payments wait of a company, and of one of its contractors, and no others', async () => {
  const world = await plainWorld()
  const admin = await adminOf(world)
  const { operator, employer, id, payment_uuids } = await givenDuePayments(world, 2)
  // The owner of either company is on the list, and of one nothing is paid.
  await givenEmployer(world, operator, 'boss@rival.test')
  const [amara, ingrid] = ['OKAFOR AMARA1, Amara', 'SOLBERG, Ingrid'].map((name, nth) =>
    invented({ id: `inv-${nth}`, name, country: [nth === 0 ? 'ng' : 'ca'] }),
  )
  await importFtm(world, `${amara}${ingrid}`)
  await screenAll(world)
  const told = async () => {
    const hits = await waitingHits(world, operator)
    return [...new Set(hits.map(({ party }) => `${party.name}: ${party.payments}`))].toSorted()
  }
  expect(payment_uuids).toHaveLength(4)
  const [first, second] = ['Amara Okafor amara1', 'Amara Okafor amara2']
  const companies = (paying: number) => ['Company of boss: 0', `Company of boss: ${paying}`]
  expect(await told()).toEqual([`${first}: 2`, `${second}: 2`, ...companies(4)])
  const [item] = await admin.rows<{ line_item_uuid: string }>(
    "select line_item_uuid from line_item join person on sub = contractor_sub where last_name = 'Okafor amara1'",
  )
  const params = { ...id, line_item_uuid: item?.line_item_uuid ?? '' }
  await call(world, employer, 'archiveLineItem', { params, body: {} })
  expect(await told()).toEqual([`${first}: 0`, `${second}: 2`, ...companies(2)])

  // The operators' list says by the same counts how many work with a company.
  const { items } = await call(world, operator, 'listOperationsEmployers', { query: { limit: 50 } })
  expect(items.find(of => of.employer_uuid === employer.employer_uuid)?.contractors).toBe(2)
  await admin.close()
  await world.close()
})
