/** To whom a form is owed and for how long it is theirs: signed again where it holds no longer, by where a company is registered, and after somebody left it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { registerIn } from '../people/registered.test-data.ts'
import { tellExpiringForms } from './index.ts'

let world: World
let admin: Admin
let american: Person & { employer_uuid: string }
let contractor: Person

const PERSON = {
  ...{ kind: 'INDIVIDUAL', country_code: 'NG', us_resident: false, entity_name: '' },
  ...{ entity_type: null, active_nffe: false, classification: null, us_tax_number: '' },
  ...{ foreign_tax_number: '22345678-0001', birth_date: '1990-05-17', treaty: false },
} as const

beforeEach(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  american = await givenEmployer(world, operator, 'boss@delaware.test')
  contractor = await givenContractor(world, operator, 'amara@okafor.test')
  const { invitation_uuid: id } = await call(world, american, 'inviteContractor', {
    body: { email: contractor.email, role: 'Data engineer' },
  })
  await call(world, contractor, 'acceptInvitation', { params: { id } })
})
afterEach(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})

/** Where the company says that it is registered; it signed up in Canada. */
const register = () => registerIn(world, american, 'US')
const own = () => call(world, contractor, 'getTaxForms')
const csvOf = async (who: Person) => {
  const { pieces } = await call(world, who, 'getEmployerTaxFormsCsv')
  return Buffer.concat(await Array.fromAsync(pieces)).toString()
}
const listed = () => call(world, american, 'listEmployerTaxForms', { query: { limit: 50 } })
const sign = async (answers: object = PERSON) => {
  const { legal_name: name } = await own()
  const body = { answers: answers as never }
  const { sha256 } = await call(world, contractor, 'previewTaxForms', { body })
  return call(world, contractor, 'signTaxForms', {
    body: { ...body, name, name_is_mine: undefined, sha256 },
  })
}

it('is owed where the company is registered, wherever it signed up', async () => {
  expect((await own()).payers).toMatchObject([{ country_code: 'CA', reason: 'PAYER_NOT_US' }])
  await register()
  expect((await own()).payers).toMatchObject([{ country_code: 'US', reason: 'NOT_ANSWERED' }])
  expect(await listed()).toMatchObject({ payer_in_us: true, counts: { missing: 1 } })
  expect(await sign()).toMatchObject([{ kind: 'W-8BEN' }])
})

it('is signed again as it was where it holds no longer: a name parted otherwise reads alike', async () => {
  await register()
  await sign()
  await admin.rows("update person set first_name = 'Amara Ada', middle_name = '' where sub = $1", [
    contractor.sub,
  ])
  await sign()
  await admin.rows("update person set first_name = 'Amara', middle_name = 'Ada' where sub = $1", [
    contractor.sub,
  ])
  expect((await listed()).items).toMatchObject([{ form: { state: 'OUTDATED' } }])
  await sign()
  expect((await listed()).items).toMatchObject([{ form: { state: 'VALID' } }])
  // One of before of which nobody knows whether it holds (decision 0145).
  await admin.rows(`update tax_form set basis = '{"nothing":true}'`)
  await sign()
  expect((await listed()).items).toMatchObject([{ form: { state: 'VALID' } }])
  expect((await own()).payers).toMatchObject([{ form: { state: 'VALID' } }])
})

it('of who left stays with the company that has it: what they were paid is reported under it', async () => {
  await register()
  const [form] = await sign()
  await call(world, american, 'deleteContractor', { params: { contractor_email: contractor.sub } })
  await admin.rows("update person set country_code = 'GH', last_name = 'Bello' where sub = $1", [
    contractor.sub,
  ])
  const { items, counts } = await listed()
  // By the name that they had at the end, and nothing of what became of them.
  expect(items).toMatchObject([
    { contractor_name: expect.stringContaining('Okafor'), works_here: false, form },
  ])
  expect(counts).toEqual({ people: 0, valid: 0, missing: 0 })
  const csv = await csvOf(american)
  expect(csv).toMatch(/Okafor amara,NG,W-8BEN,.*,2029-12-31,VALID/)
  // Of a company that nobody ever gave one its columns are named all the same.
  const nobodys = await givenEmployer(world, await givenOperator(world, 'second@corridor.test'))
  expect(await csvOf(nobodys)).toBe(`${csv.split('\n')[0]}\n`)
})

it('is no form to renew for who gave it to a company that is registered elsewhere by now', async () => {
  await register()
  await sign()
  await registerIn(world, american, 'GB')
  const told = () =>
    admin.rows("select payload from outbox_event where type = 'tax.forms_expiring'")
  world.clock.set('2029-12-01T06:10:00Z')
  await tellExpiringForms(world.unit)
  expect(await told()).toEqual([])
  // It is owed again, and is told of.
  await register()
  await tellExpiringForms(world.unit)
  expect(await told()).toHaveLength(1)
})
