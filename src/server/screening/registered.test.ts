import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenEmployer, givenOperator, plainWorld } from '#test/harness/world.ts'
import { selectSubjects } from './subject.report.store.ts'

it('a company is looked for in the country where it is registered, as in those where it was set up and signed up', async () => {
  const world = await plainWorld()
  const boss = await givenEmployer(world, await givenOperator(world), 'boss@northwind.test')
  const { employer_uuid, kyc_info } = await call(world, boss, 'getEmployer')
  if (!kyc_info.details) throw new Error('it said where it is registered')
  const { given_by: _, registered_address: __, ...said } = kyc_info.details
  const registered_address = {
    ...{ street_number_and_name: '1 Palm Road', apartment_or_unit_number: '' },
    ...{ city_or_municipality: 'Dubai', postal_code: '' },
    ...{ country_code: 'AE', subdivision_code: 'AE-DU' },
  }
  const body = { ...said, country_of_incorporation: 'GB', registered_address }
  await call(world, boss, 'putEmployerKyc', {
    body: { ...body, owners_complete: true, seen: kyc_info.version },
  })
  const party = { party: employer_uuid, employer_uuid, contractor_sub: null }
  const subjects = await world.unit(ctx => selectSubjects(ctx, [party]))
  const company = subjects.find(({ subject_kind }) => subject_kind === 'company')
  expect(company?.countries).toEqual(['CA', 'GB', 'AE'])
  await world.close()
})
