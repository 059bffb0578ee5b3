/** What an employer goes on seeing of somebody who left: what was there at the end, and nothing new. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf, approveAll, call, type Person } from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { uuidOf } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  fund,
  givenApprovableCycle,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let operator: Person
let employer: Person & { employer_uuid: string }
let contractor: Person
let contract_uuid: string
let id: { policy_uuid: string; cycle_uuid: string }

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  const stage = await givenApprovableCycle(world)
  ;({ operator, employer, id } = stage)
  contractor = stage.contractors[0] ?? employer
  const { items } = await call(world, employer, 'getCycle', { params: id, query: { limit: 1 } })
  contract_uuid = items[0]?.contract_uuid ?? ''
  await fund(world, { operator, employer }, '9000.00')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const offboard = () =>
  call(world, employer, 'deleteContractor', {
    params: { contractor_email: contractor.sub },
    query: { seen: 'ACCEPTED' },
  })

type Place = { street: string; phone: string; name: string; country: string }
const NEW: Place = { street: '1 Rue Nouvelle', phone: '+33612345678', name: 'Nova', country: 'FR' }
const OLD: Place = { street: '7 Old Lane', phone: '+2348099999999', name: 'Amara', country: 'NG' }

const move = ({ street, phone, name, country }: Place) =>
  call(world, contractor, 'putPersonalInformation', {
    body: {
      first_name: name,
      last_name: 'Okafor',
      middle_name: '',
      preferred_name: name,
      phone_number: phone,
      permanent_address: {
        street_number_and_name: street,
        apartment_or_unit_number: '',
        city_or_municipality: 'Lagos',
        postal_code: '',
        country_code: country,
        subdivision_code: country === 'NG' ? 'NG-LA' : 'FR-75C',
      },
      mailing_address: undefined,
    },
  })

/** Every answer in which the employer meets the contractor as a person. */
const seen = async () => ({
  list: await call(world, employer, 'listContractors', { query: { limit: 50 } }),
  one: await call(world, employer, 'getContractor', { params: { id: contractor.sub } }),
  contract: await call(world, employer, 'getContract', { params: { id: contract_uuid } }),
})
/** Every answer about pay, which goes on as long as any is owed: as text, to look for people in. */
const paid = async () => {
  const { pieces } = await call(world, employer, 'getCycleCsv', { params: id })
  const csv = Buffer.concat(await Array.fromAsync(pieces))
  const cycle = await call(world, employer, 'getCycle', { params: id, query: { limit: 50 } })
  const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
  return { text: JSON.stringify(cycle, text) + csv.toString(), cycle }
}
const search = async (text: string) =>
  (await call(world, employer, 'listContractors', { query: { limit: 50, search: text } })).items
    .length
/** How many rows of a table about the contractor the employer's transactions see. */
const visible = async (table: 'contractor' | 'destination') => {
  return world.unit(
    async ({ tx }) => (await tx.selectFrom(table).select('version').execute()).length,
    await actorOf(world, employer),
  )
}

describe('an employer that offboarded somebody', () => {
  it('sees what was there at the end, whatever the person changes afterwards', async () => {
    await call(world, employer, 'completeContract', {
      params: { id: contract_uuid },
      body: { desired_completion_date: '2026-03-16', reason: '' },
    })
    await offboard()
    const before = await seen()
    expect(before.one).toMatchObject({
      status: 'OFFBOARDED',
      first_name: 'Amara',
      phone_number: '+2348012345678',
      permanent_address: { street_number_and_name: '14 Adeola Street' },
      verification_status: 'VERIFIED',
    })
    await move(NEW)
    expect(await seen()).toEqual(before)
    expect([await search('Amara'), await search('Nova')]).toEqual([1, 0])
    expect((await paid()).text).toContain('Amara')
    expect((await paid()).text).not.toMatch(/Nova|Nouvelle|33612345678|"FR"/)
  })

  it('still pays what is owed, and sees no row of the person once it is paid', async () => {
    await verify(world, operator, 'contractors', contractor.sub)
    expect([await visible('contractor'), await visible('destination')]).toEqual([1, 2])
    await approveAll(world, employer, id)
    world.clock.set('2026-03-20T10:00:00Z')
    const { payment_uuids } = await call(world, operator, 'getChecklist', {
      query: { pay_date: '2026-03-20' },
    })
    const { execution_uuid } = await call(world, operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'STATEMENT' } })
    expect(await visible('contractor')).toBe(0)
    expect(await visible('destination')).toBe(0)
    const { cycle, text } = await paid()
    expect(cycle.status).toBe('PAID')
    expect(cycle.items[0]?.parts).toHaveLength(2)
    expect(text).not.toMatch(/Nova|Nouvelle|33612345678|"FR"/)
    expect(await world.broken()).toEqual([])
  })

  it('keeps the record of the end sealed', async () => {
    const rows = await admin.rows<{ row: string }>('select t::text "row" from ended_relation t')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).toContain('sealed:test:')
    expect(rows[0]?.row).not.toMatch(/Adeola|2348012345678/)
  })

  it('sees the person as they are again once they accepted a new invitation', async () => {
    await call(world, employer, 'inviteContractor', {
      body: { email: contractor.email, role: 'Engineer' },
    })
    // Invited is not yet answered: nothing new is shown.
    const one = () => call(world, employer, 'getContractor', { params: { id: contractor.sub } })
    expect((await one()).permanent_address?.street_number_and_name).toBe('14 Adeola Street')
    const [invitation] = await call(world, contractor, 'listInvitations')
    await call(world, contractor, 'acceptInvitation', {
      params: { id: invitation?.invitation_uuid ?? '' },
    })
    expect(await one()).toMatchObject({
      status: 'ACCEPTED',
      first_name: 'Nova',
      phone_number: NEW.phone,
      permanent_address: { street_number_and_name: NEW.street },
    })
    await move(OLD)
    expect(await one()).toMatchObject({ first_name: 'Amara', phone_number: OLD.phone })
    expect([await search('Amara'), await search('Nova')]).toEqual([1, 0])
    expect([await visible('contractor'), await visible('destination')]).toEqual([1, 2])
  })

  it('may end it a second time: what is shown is the newer end, and no draft is made of what is new', async () => {
    const draft = uuidOf('a draft that is never offered')
    await call(world, employer, 'putContract', {
      params: { id: draft },
      body: {
        contractor_sub: contractor.sub,
        effective_date: '2026-04-01',
        paid: true,
        contract_start_date: '2026-04-01',
        contract_end_date: null,
        role: 'Data engineer',
        pay_policy_uuid: id.policy_uuid,
        currency: 'USD',
        hourly_rate: { currency: 'USD', minor: 4250n },
        scheduled_hours: 8000,
        exhibit_a: '',
      },
    })
    await offboard()
    await move(NEW)
    await expect(
      call(world, employer, 'makeContractPdf', { params: { id: draft } }),
    ).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    const one = await call(world, employer, 'getContractor', { params: { id: contractor.sub } })
    expect(one).toMatchObject({
      status: 'OFFBOARDED',
      first_name: 'Amara',
      permanent_address: { street_number_and_name: OLD.street },
    })
  })
})

describe('another employer of the same person', () => {
  it('sees them as they are', async () => {
    const rival = await givenEmployer(world, operator, 'boss@rival.test')
    await call(world, rival, 'inviteContractor', {
      body: { email: contractor.email, role: 'Designer' },
    })
    const invitations = await call(world, contractor, 'listInvitations')
    const open = invitations.find(({ status }) => status === 'INVITED')
    await call(world, contractor, 'acceptInvitation', {
      params: { id: open?.invitation_uuid ?? '' },
    })
    const one = await call(world, rival, 'getContractor', { params: { id: contractor.sub } })
    expect(one).toMatchObject({ first_name: 'Nova', phone_number: NEW.phone })
  })
})
