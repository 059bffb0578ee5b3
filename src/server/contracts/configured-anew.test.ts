/** Terms that are configured once more: of a company that is called otherwise by now, and beside what was agreed before there were rules. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePdf } from '#db/seed/sample-pdf.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { offersWorld } from './offers-world.test-data.ts'

let stage: Awaited<ReturnType<typeof offersWorld>>
beforeAll(async () => {
  stage = await offersWorld()
})
afterAll(() => stage?.world.end())

const bodyOf = (more: object = {}) => ({
  pay_policy_uuid: stage.policy_uuid,
  start_date: '2026-11-23',
  hourly_rate: { currency: 'CAD', amount_in_smallest_unit: 9000 },
  currency: 'CAD',
  scheduled_hours: 10,
  role: 'Product designer',
  ...more,
})
const configure = (person: Actor, more: object = {}) =>
  stage.world.call('configurePayroll', stage.employer, {
    params: { id: person.sub },
    body: bodyOf(more),
  })

it('terms that wait are the same, until their paper has a name of before: then they are made anew, and confirmed', async () => {
  const { world, employer, sign, get } = stage
  const person = await stage.colleague()
  const first = await configure(person)
  expect((await configure(person)).contract_uuid).toBe(first.contract_uuid)
  const body = { corporation_name: 'Northwind Anew, Inc.' }
  await world.call('putEmployerName', employer, { body })
  const second = await configure(person)
  expect(second.contract_uuid).not.toBe(first.contract_uuid)
  expect(await get(employer, first.contract_uuid)).toMatchObject({ status: 'DISCARDED' })
  expect((await configure(person)).contract_uuid).toBe(second.contract_uuid)
  expect(await sign(person, second.contract_uuid)).toMatchObject({ status: 'ACTIVE' })
})

it('an agreement beside the word that nothing was signed elsewhere is refused, and not left out', async () => {
  const person = await stage.colleague()
  const content = samplePdf('What both signed').toString('base64')
  const agreement = { file_name: 'a.pdf', mime_type: 'application/pdf', content }
  const refused = configure(person, { signed_elsewhere: false, agreement })
  expect(await stage.world.refusal(refused)).toMatchObject({
    code: 'VALIDATION',
    field: 'body.agreement',
    detail: expect.stringContaining('elsewhere'),
  })
  expect(await stage.world.call('listContractorContracts', person)).toEqual([])
})

it('an exhibit of before that could not be put any more is told of by the page that has it', async () => {
  const { world } = stage
  const person = await stage.colleague()
  const { contract_uuid } = await stage.offered(person)
  await stage.sign(person, contract_uuid)
  await world.unit(SYSTEM_ACTOR, async ({ tx }) => {
    const exhibit_a = 'Pays 10\u200b00'
    await tx
      .updateTable('contract')
      .set({ exhibit_a })
      .where('contract_uuid', '=', contract_uuid)
      .execute()
  })
  expect(await world.refusal(configure(person, { start_date: '2026-12-07' }))).toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
    detail: expect.stringMatching(
      /Exhibit A of the contract for Product designer.*zero-width space.*page/s,
    ),
  })
})
