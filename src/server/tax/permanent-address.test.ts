/** What a form of the United States says of where its signer lives: what cannot stand there, and what is known of a form that was signed before that was kept. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { foundForms } from './index.ts'

let world: World
let admin: Admin
let contractor: Person
let other: Person

const PERSON = {
  kind: 'INDIVIDUAL',
  country_code: 'NG',
  us_resident: false,
  entity_name: '',
  entity_type: null,
  active_nffe: false,
  classification: null,
  us_tax_number: '',
  foreign_tax_number: '22345678-0001',
  birth_date: '1990-05-17',
  treaty: false,
} as const
const ENTITY = {
  ...PERSON,
  kind: 'ENTITY',
  entity_name: 'Okafor Analytics Ltd',
  entity_type: 'CORPORATION',
  active_nffe: true,
  birth_date: null,
  foreign_tax_number: '',
} as const
const HOME = {
  street_number_and_name: '14 Adeola Street',
  apartment_or_unit_number: '',
  city_or_municipality: 'Lagos',
  postal_code: '101241',
  country_code: 'NG',
  subdivision_code: 'NG-LA',
}

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  const american = await givenEmployer(world, operator, 'boss@delaware.test')
  await admin.tamper(
    "update employer set country_code = 'US', registered_address = null where employer_uuid = $1",
    [american.employer_uuid],
  )
  contractor = await givenContractor(world, operator, 'amara@okafor.test')
  other = await givenContractor(world, operator, 'kwame@mensah.test')
  for (const who of [contractor, other]) {
    await call(world, american, 'inviteContractor', {
      body: { email: who.email, role: 'Data engineer' },
    })
    const [open] = await call(world, who, 'listInvitations')
    await call(world, who, 'acceptInvitation', { params: { id: open?.invitation_uuid ?? '' } })
  }
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const live = (at: object, who = contractor) =>
  call(world, who, 'putAddress', { body: { kind: 'permanent', ...HOME, ...at } })
const refusal = (answers: object) =>
  call(world, contractor, 'previewTaxForms', { body: { answers: answers as never } }).then(
    () => undefined,
    ({ code, text }: { code: string; text: string }) => [code, text],
  )

it('is where somebody lives: no post office box', async () => {
  const box = { street_number_and_name: 'P.O. Box 1234' }
  await live(box)
  for (const answers of [PERSON, ENTITY])
    expect(await refusal(answers)).toEqual(['TRANSITION_NOT_ALLOWED', 'tax.problems.postBox'])
  // A citizen's Form W-9 asks for no such thing.
  const citizen = { country_code: 'US', classification: 'INDIVIDUAL', us_tax_number: '536-22-1234' }
  expect(await refusal({ ...PERSON, ...citizen })).toBeUndefined()
  await live({ ...box, street_number_and_name: '3 Marina', apartment_or_unit_number: 'PO Box 7' })
  expect(await refusal(PERSON)).toEqual(['TRANSITION_NOT_ALLOWED', 'tax.problems.postBox'])
  await live({})
  expect(await refusal(PERSON)).toBeUndefined()
})

it('of a company is in the country where it is resident', async () => {
  expect(await refusal(ENTITY)).toBeUndefined()
  expect(await refusal({ ...ENTITY, country_code: 'GB' })).toEqual([
    'TRANSITION_NOT_ALLOWED',
    'tax.problems.entityElsewhere',
  ])
})

it('holds a form of before that was signed by somebody who has not moved since, and no other', async () => {
  const sign = async (who: Person) => {
    const { legal_name: name } = await call(world, who, 'getTaxForms')
    const answers = { ...PERSON, foreign_tax_number: '' }
    const { sha256 } = await call(world, who, 'previewTaxForms', { body: { answers } })
    await call(world, who, 'signTaxForms', {
      body: { answers, name, name_is_mine: undefined, sha256 },
    })
  }
  const state = async (who: Person) =>
    (await call(world, who, 'getTaxForms')).payers.flatMap(({ form }) => form?.state ?? [])
  for (const who of [contractor, other]) await sign(who)
  world.clock.set(new Date(world.clock.now().getTime() + 60_000).toISOString())
  await live({ country_code: 'GH', subdivision_code: 'GH-AA' })
  await admin.rows('update tax_form set basis = null')
  const bad = 'update tax_form set answers = $2 where contractor_sub = $1'
  const [kept] = await admin.rows<{ answers: string }>(
    'select answers from tax_form where contractor_sub = $1',
    [contractor.sub],
  )
  // One that does not open stops no other.
  await admin.rows(bad, [contractor.sub, 'sealed:test:AAAA'])
  await expect(foundForms(world.unit)).rejects.toThrow()
  expect(await state(other)).toEqual(['VALID'])
  expect(await admin.rows('select 1 from tax_form where basis is null')).toHaveLength(1)
  await admin.rows(bad, [contractor.sub, kept?.answers ?? ''])
  await foundForms(world.unit)
  expect(await state(contractor)).toEqual(['OUTDATED'])
  expect(await state(other)).toEqual(['VALID'])
})

it('a form states nothing that nobody was asked, and keeps the name that was typed', async () => {
  await live({})
  const answers = { ...PERSON, foreign_tax_number: '', birth_date: '1991-01-01' } as never
  const { forms, sha256 } = await call(world, contractor, 'previewTaxForms', { body: { answers } })
  expect(JSON.stringify(forms)).not.toMatch(/legally required/i)
  const body = { answers, sha256, name: 'Somebody Else', name_is_mine: true }
  await call(world, contractor, 'signTaxForms', { body })
  const rows = await admin.rows(
    "select after from audit_entry where entity = 'tax_form' and action = 'sign' order by created_at desc, seq desc limit 1",
  )
  expect(rows).toMatchObject([{ after: { typed_name: 'Somebody Else' } }])
})
