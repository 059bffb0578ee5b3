/** What papers say of a pay of which a part went back to its employer: that part was not paid, and everything adds up with it. */
import { expect, it } from 'vitest'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { call, callAs, type Person } from '#db/seed/cast.ts'
import type { MendAction } from '#domain/payments/mending.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'

type Due = Awaited<ReturnType<typeof givenDuePayments>>

let world: World
let due: Due
/** Of 3400.00 USD of March 20 the tokens came back and went to the employer: 2380.00 USD arrived. */
eachInACopy(
  async of => {
    const told = await givenDuePayments(of, 1)
    const { operator, payment_uuids } = told
    const { execution_uuid } = await call(of, operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await of.execute(execution_uuid ?? '')
    const parts = (
      await call(of, told.employer, 'getCycle', { params: told.id, query: { limit: 9 } })
    ).items.flatMap(item => item.parts)
    const ids = (network: boolean) =>
      parts
        .filter(part => (part.network === 'fiat') === network)
        .flatMap(part => part.payment_uuid ?? [])
    await call(of, operator, 'bulkSettle', { body: { payment_uuids: ids(true), reference: 'B' } })
    const mend = (action: MendAction, more: object) =>
      call(of, operator, 'mendPayments', {
        body: { action, payment_uuids: ids(false), words: '', reference: '', ...more },
      })
    await mend('return', { reason: 'ACCOUNT_CLOSED', words: 'Their bank wrote.' })
    await mend('give_back', {})
    await of.deliver()
    return told
  },
  copy => {
    world = copy.world
    due = copy.told
  },
)

const BRUSSELS = {
  street_number_and_name: '',
  apartment_or_unit_number: '',
  city_or_municipality: 'Brussels',
  postal_code: '1000',
  country_code: 'BE',
}
const PERSONAL = {
  first_name: 'New',
  middle_name: '',
  preferred_name: '',
  phone_number: '+3225550100',
}
const KYC = {
  registration_number: '1234567-8',
  country_of_incorporation: 'BE',
  date_of_incorporation: '1983-10-01',
  tax_number: '',
  industry: 'J' as const,
  website: '',
  beneficial_owners: [
    { name: 'Ada Lovelace', birth_date: '1985-12-10', country_code: 'CA', share: 6_250 },
  ],
  owners_complete: true as const,
}

const paid = (): Person => due.contractors[0] ?? due.employer
const whole = async ({ pieces }: FileInPieces) => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all).toString()
}
const printed = (text: string) => JSON.parse(text.slice(text.indexOf('{')))
const payslip = async () => {
  const [newest] = (await call(world, paid(), 'listPayslips', { query: { limit: 9 } })).items
  const params = { uuid: newest?.payslip_uuid ?? '' }
  return printed(await whole(await call(world, paid(), 'getPayslip', { params })))
}

it('a payslip says what went back, and as paid what arrived, also in its year', async () => {
  const data = await payslip()
  expect(data).toMatchObject({
    gross: { amount: '3400.00', currency: 'USD' },
    given_back: { amount: '-1020.00', currency: 'USD' },
    paid: { amount: '2380.00', currency: 'USD' },
    year_to_date: { payslips: 1, paid: { amount: '2380.00', currency: 'USD' } },
  })
  expect(
    data.parts.map((part: { delivered: object; arrived: string }) => [
      part.delivered,
      part.arrived,
    ]),
  ).toEqual([
    [{ amount: '2380.00', currency: 'USD' }, expect.stringContaining('Arrived')],
    [{ amount: '0.00', currency: 'USDC' }, 'Given back to the employer, unpaid'],
  ])
  const statement = await call(world, paid(), 'issueStatement', {
    body: { year: 2026, shows_employers: false, shows_months: false },
  })
  expect(statement.totals).toEqual([{ currency: 'USD', minor: 238_000n }])
})

it('who verifies the payslip reads what arrived', async () => {
  const { verification } = await payslip()
  const answer = await callAs(world, ANONYMOUS, 'verifyPayslip', {
    body: { code: verification.code },
  })
  expect(answer.payslip?.amount).toEqual({ currency: 'USD', minor: 238_000n })
})

it('the table of the cycle has its row, so that its parts add up to the gross, and nothing of it is net', async () => {
  const text = await whole(await call(world, due.employer, 'getCycleCsv', { params: due.id }))
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const at = (name: string) => head.split(',').indexOf(name)
  const rows = lines.map(line => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  expect(rows.map(row => [row[at('part_gross')], row[at('net')]])).toEqual([
    ['2380.00', '2380.00'],
    ['1020.00', ''],
  ])
  expect(rows[1]?.[at('note')]).toContain('Given back to the employer, unpaid')
})

it('the report of the cycle names it', async () => {
  const params = { policy: due.id.policy_uuid, cycle: due.id.cycle_uuid }
  const { rows } = printed(await whole(await call(world, due.employer, 'getReport', { params })))
  expect(rows[0].parts.map((part: { status: string }) => part.status)).toEqual([
    'Settled',
    'Given back to the employer, unpaid',
  ])
})

it('operators read as paid what arrived and beside it what went back, of which nothing is left, also in their table', async () => {
  const { operator, employer } = due
  const params = { id: employer.employer_uuid }
  const query = { summary: 'true' } as const
  const [cycle] = await call(world, operator, 'listOperationsPayCycles', { params, query })
  const usd = (minor: number) => [{ currency: 'USD', minor: BigInt(minor) }]
  expect(cycle).toMatchObject({
    ...{ totals: usd(340_000), paid: usd(238_000), given_back: usd(102_000), left: usd(0) },
  })
  const file = await whole(
    await call(world, operator, 'getOperationsPayCsv', { params, query: {} }),
  )
  const [head = '', row = ''] = file.trim().split(/\r?\n/)
  const cells = row.split(',')
  const said = ['owed', 'paid', 'given_back', 'left'].map(of => cells[head.split(',').indexOf(of)])
  expect(said).toEqual(['3400.00', '2380.00', '1020.00', '0.00'])
})

it('a payslip and its code name who paid as it was called then, whatever it is called by now', async () => {
  const rename = async (corporation_name: string) => {
    world.clock.set(new Date(world.clock.now().getTime() + 86_400_000).toISOString())
    const { kyc_info } = await call(world, due.employer, 'getEmployer')
    const { business_name, names_version: seen } = kyc_info
    const body = { corporation_name, business_name, seen }
    await call(world, due.employer, 'putEmployerName', { body })
    return kyc_info.corporation_name
  }
  const named = async () => {
    const { employer, verification } = await payslip()
    const body = { code: verification.code }
    const { payslip: said } = await callAs(world, ANONYMOUS, 'verifyPayslip', { body })
    return [employer.name, said?.employer_name]
  }
  const then = await rename('Northwind Holdings Inc.')
  expect(await named()).toEqual([then, then])
  await rename('Southwind Inc.')
  expect(await named()).toEqual([then, then])
})

it('a payslip says where both are at home, and what who was paid is called, as it was then', async () => {
  const said = async () => {
    const { employer, contractor, verification } = await payslip()
    const body = { code: verification.code }
    const { payslip: code } = await callAs(world, ANONYMOUS, 'verifyPayslip', { body })
    return { employer, contractor, named: code?.contractor_name }
  }
  const move = async (street_number_and_name: string, last_name: string) => {
    world.clock.set(new Date(world.clock.now().getTime() + 86_400_000).toISOString())
    const address = { ...BRUSSELS, street_number_and_name }
    const { corporation_name } = (await call(world, due.employer, 'getEmployer')).kyc_info
    await call(world, due.employer, 'putEmployerKyc', {
      body: { ...KYC, corporation_name, registered_address: address },
    })
    await call(world, paid(), 'putPersonalInformation', {
      body: { ...PERSONAL, last_name, permanent_address: address },
    })
  }
  const then = await said()
  expect(then.contractor.address_lines).not.toEqual([])
  expect(then.named).toBe(then.contractor.name)
  await move('1 Elsewhere Road', 'Moved')
  expect(await said()).toEqual(then)
  await move('2 Nowhere Lane', 'Again')
  expect(await said()).toEqual(then)
})
