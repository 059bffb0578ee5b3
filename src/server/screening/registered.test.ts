import { expect, it } from 'vitest'
import { givenEmployer, givenOperator, plainWorld } from '#test/harness/world.ts'
import { registerIn } from '../people/registered.test-data.ts'
import { selectSubjects } from './subject.report.store.ts'

it('a company is looked for in the country where it is registered, as in those where it was set up and signed up', async () => {
  const world = await plainWorld()
  const boss = await givenEmployer(world, await givenOperator(world), 'boss@northwind.test')
  const { employer_uuid } = boss
  await registerIn(world, boss, 'AE', { country_of_incorporation: 'GB' })
  const party = { party: employer_uuid, employer_uuid, contractor_sub: null }
  const subjects = await world.unit(ctx => selectSubjects(ctx, [party]))
  const company = subjects.find(({ subject_kind }) => subject_kind === 'company')
  expect(company?.countries).toEqual(['CA', 'GB', 'AE'])
  await world.close()
})
