import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import { givenDuePayments, plainWorld } from '#test/harness/world.ts'
import { importFtm, invented, screenAll, waitingHits } from './lists.test-data.ts'

it('tells of a match how many payments wait of a company, and of one of its contractors, and no others', async () => {
  const world = await plainWorld()
  const admin = await adminOf(world)
  const { operator, employer, payment_uuids } = await givenDuePayments(world, 2)
  const [amara, ingrid] = ['OKAFOR AMARA1, Amara', 'SOLBERG, Ingrid'].map((name, nth) =>
    invented({ id: `inv-${nth}`, name, country: [nth === 0 ? 'ng' : 'ca'] }),
  )
  await importFtm(world, `${amara}${ingrid}`)
  await screenAll(world)
  const told = async () =>
    Object.fromEntries(
      (await waitingHits(world, operator)).map(({ party }) => [party.kind, party.payments]),
    )
  const counted = async (whose: string) => {
    const rows = await admin.rows(
      `select 1 from payment where ${whose} and status in ('SCHEDULED', 'HELD', 'FROZEN')`,
    )
    return rows.length
  }
  const own = `contractor_sub = (select sub from person where last_name = 'Okafor amara1')`
  const both = async () => ({ contractor: await counted(own), employer: await counted('true') })
  const before = await both()
  expect(before.employer).toBe(payment_uuids.length)
  expect(before.contractor).toBe(payment_uuids.length / 2)
  expect(await told()).toEqual(before)

  // The operators' list says by the same counts how many work with a company.
  const { items } = await call(world, operator, 'listOperationsEmployers', { query: { limit: 50 } })
  expect(items.find(of => of.employer_uuid === employer.employer_uuid)?.contractors).toBe(2)
  await admin.close()
  await world.close()
})
