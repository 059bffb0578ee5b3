/** Who waits for review and lacks a paper that is needed: the queue says which, as their review does. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { World } from '#test/harness/world.ts'
import { withPapers } from './papers.test-data.ts'

let world: World
let operator: Person
const { contractor, review } = withPapers(told => {
  ;({ world, operator } = told)
})

it('a person who gave another address for mail is not shown as whole before its proof is sent', async () => {
  const who = await contractor()
  const missing = async () => {
    const { items } = await call(world, operator, 'listOperationsContractors', {
      query: { limit: 50 },
    })
    return items.find(({ sub }) => sub === who.sub)?.missing
  }
  expect(await missing()).toEqual([])
  await call(world, who, 'putAddress', {
    body: {
      kind: 'mailing',
      country_code: 'CA',
      subdivision_code: 'CA-ON',
      street_number_and_name: '2 Bay Street',
      apartment_or_unit_number: '',
      city_or_municipality: 'Toronto',
      postal_code: 'M5J 2N8',
    },
  })
  expect(await missing()).toEqual(['mailing_address_document'])
  expect((await review(who)).missing).toEqual(['mailing_address_document'])
})
