/** What lies at rest: personal values that people type are found in no table, in no file and in no line of the log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPolicy,
  approveAll,
  call,
  engage,
  inviteToTeam,
  type Person,
  upload,
} from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { workOffClock } from '#server/clock-work.ts'
import { keepRates } from '#server/exchange/index.ts'
import { makeOperator } from '#server/identity/index.ts'
import { systemUnit } from '#server/runtime.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { dumpFiles, dumpTables, placesOf } from '#test/harness/dump.ts'
import {
  type LiveCorridor,
  liveCorridor,
  PASSWORD,
  type Visitor,
} from '#test/harness/live-corridor.ts'
import { biweekly } from '#test/harness/world.ts'
import { digits, newCanaries, postalCode } from './canaries.ts'

const { canaries, plant } = newCanaries()
/** The inbox of the demo shows mail as it went out, and an outside party keeps its own books. */
const ELSEWHERE = ['public.dev_mail', 'simulated_rail.transfer']

const phone = (name: string) =>
  plant(`phone: ${name}`, `+1416${digits(name, 7).replace(/^[01]/, '7')}`)

function address(
  name: string,
  country_code = 'CA',
  subdivision_code: string | undefined = 'CA-ON',
) {
  return {
    street_number_and_name: plant(`street: ${name}`, `${digits(name, 4)} Canary ${name} Street`),
    apartment_or_unit_number: plant(`unit: ${name}`, `Unit-${digits(`${name} unit`, 6)}`),
    city_or_municipality: plant(`city: ${name}`, `Canaryville ${name}`),
    postal_code: plant(`postal code: ${name}`, postalCode(name)),
    country_code,
    ...(subdivision_code ? { subdivision_code } : {}),
  }
}

function document(name: string) {
  return upload(`${name}.pdf`, plant(`document: ${name}`, `Content of the canary ${name}`))
}

let live: LiveCorridor
let admin: Admin
let log = ''
const contractor = { email: 'carla@canary.test' }
let keys = 0

/** A call that the browser would make: under an idempotency key, so that its answer is kept. */
async function send(who: Visitor, method: string, path: string, body: object, status = 200) {
  const key = { 'idempotency-key': `canary-${++keys}` }
  const answer = await who.api(method, path, body, undefined, key)
  expect([path, answer.status, answer.status === status ? '' : answer.text]).toEqual([
    path,
    status,
    '',
  ])
  return answer.body
}

async function account(email: string): Promise<{ person: Person; visitor: Visitor }> {
  const made = await live.runtime.provider.createVerifiedAccount({
    email,
    password: PASSWORD,
    name: email,
  })
  const visitor = live.visitor()
  await visitor.ask('POST', '/sign-in/email', { email, password: PASSWORD })
  return { person: { sub: made.sub, email }, visitor }
}

const named = (first_name: string, last_name: string) => ({
  first_name,
  last_name,
  preferred_name: first_name,
})

beforeAll(async () => {
  plant('password', PASSWORD)
  live = await liveCorridor({ LOG_LEVEL: 'trace' }, 'start', {
    logTo: {
      write: line => {
        log += line
      },
    },
  })
  admin = await adminOf(live)
  await tellTheStory()
})
afterAll(async () => {
  await admin?.close()
  await live?.close()
})

async function tellTheStory(): Promise<void> {
  const { runtime } = live
  await moveTo('2026-02-20T10:00:00Z')
  const operator = (await account('op@canary.test')).person
  await systemUnit(runtime.kernel, ctx =>
    makeOperator(ctx, {
      ...operator,
      ...named('Noor', 'Haddad'),
      role: 'admin',
      created_at: ctx.now,
    }),
  )
  const owner = await employer()
  const payee = await payeeOf()
  const { employer_uuid } = await call(runtime, owner.person, 'getEmployer')
  await verify(runtime, operator, 'contractors', payee.person.sub)
  await verify(runtime, operator, 'employers', employer_uuid)
  await work(owner.person, payee.person, operator)
  await links(owner, payee)
  await refusals(payee.visitor)
}

/** Sets the clock, and fetches the rates of that day. */
async function moveTo(instant: string): Promise<void> {
  const { clock, kernel } = live.runtime
  clock?.setOffset(Date.parse(instant) - Date.now())
  const rates = (await Promise.all(kernel.gateways.fx.map(source => source.latest()))).flat()
  await systemUnit(kernel, ctx => keepRates(ctx, rates))
}

async function employer() {
  const owner = await account('olga@canary.test')
  const details = { country_code: 'CA', subdivision_code: 'CA-ON' }
  await send(owner.visitor, 'POST', '/user/signup', {
    type: 'employer',
    ...named('Olga', 'Canary'),
    ...details,
    phone_number: phone('owner at sign-up'),
    how_did_you_hear_about_us: 'Friends',
  })
  await accept(owner.visitor)
  await send(owner.visitor, 'PUT', '/user/contact-details', {
    ...named('Olga', 'Canary'),
    middle_name: '',
    phone_number: phone('owner later'),
    mailing_address: address('Owner'),
    has_authorization: true,
  })
  await send(owner.visitor, 'PUT', '/employer/name', {
    corporation_name: 'Canary Inc.',
    business_name: '',
  })
  await send(owner.visitor, 'PUT', '/employer/kyc', {
    registration_number: plant('registration number', digits('registration', 9)),
    country_of_incorporation: 'CA',
    date_of_incorporation: '1999-05-05',
    registered_address: address('Registered'),
    tax_number: plant('tax number', digits('tax', 11)),
    industry: 'J',
    beneficial_owners: [
      {
        name: plant('owner of the company', 'Canary Beneficial Owner'),
        birth_date: plant('birth date of an owner', '1961-07-23'),
        country_code: 'CA',
        share: 100,
      },
    ],
    owners_complete: true,
  })
  await addAccounts(
    owner.visitor,
    '/employer/banking',
    ' of the company',
    '70615',
    'GB29NWBK60161331926819',
  )
  await send(owner.visitor, 'PUT', '/employer/company-documents', {
    articles_of_incorporation: document('articles'),
    business_license: document('license'),
    names_and_owners: document('names and owners'),
  })
  return owner
}

async function payeeOf() {
  const payee = await account(contractor.email)
  const names = named('Carla', 'Canary')
  await send(payee.visitor, 'POST', '/user/signup', {
    type: 'contractor',
    ...names,
    country_code: 'CA',
    subdivision_code: 'CA-ON',
    phone_number: phone('contractor at sign-up'),
    how_did_you_hear_about_us: 'Friends',
  })
  await accept(payee.visitor)
  await send(payee.visitor, 'PUT', '/contractor/personal-information', {
    ...names,
    phone_number: phone('contractor later'),
    permanent_address: address('Permanent'),
    mailing_address: address('Mailing'),
  })
  await send(payee.visitor, 'PUT', '/contractor/address', { kind: 'mailing', ...address('Moved') })
  await send(payee.visitor, 'PUT', '/contractor/address', { ...address('Home') })
  await send(payee.visitor, 'PUT', '/contractor/personal-documents', {
    id_document_type: 'PASSPORT',
    id_document_number: plant('number of the passport', `P${digits('passport', 9)}`),
    id_document_country: 'CA',
    residency: 'CITIZEN',
    identification_document: document('passport'),
    permanent_address_document: document('bill'),
    mailing_address_document: document('letter'),
    status_document: document('permit'),
  })
  await addAccounts(
    payee.visitor,
    '/contractor/banking-information',
    '',
    '90817',
    'DE89370400440532013000',
  )
  const { destinations } = (await payee.visitor.api('GET', '/user/banking')).body as {
    destinations: { destination_uuid: string }[]
  }
  await send(
    payee.visitor,
    'PUT',
    '/contractor/setup-percentages',
    destinations.map(({ destination_uuid: identifier }) => ({ identifier, percentage: 25 })),
  )
  return payee
}

/** An account of each kind, with values that stand nowhere else. */
async function addAccounts(who: Visitor, path: string, of: string, transit: string, iban: string) {
  const accounts = [
    {
      currency: 'CAD',
      account_number: plant(`CAD account${of}`, digits(`CAD account${of}`, 12)),
      transit_number: plant(`transit${of}`, transit),
      institution_number: '003',
    },
    {
      currency: 'USD',
      account_number: plant(`USD account${of}`, digits(`USD account${of}`, 11)),
      swift_code: plant(`SWIFT${of}`, of ? 'CMPNNGLA' : 'CNRYNGLA'),
    },
    {
      currency: 'EUR',
      iban: plant(`IBAN${of}`, iban),
      swift_code: plant(`SWIFT of the IBAN${of}`, of ? 'CMPNDEFF' : 'CNRYDEFF'),
    },
    {
      currency: 'CAD',
      interac_email: plant(`Interac${of}`, `interac${of.length}@canary-bank.test`),
    },
  ]
  for (const [n, fields] of accounts.entries())
    await send(who, 'PUT', path, {
      account_name: plant(`holder ${n}${of}`, `Kanarienvogel Holder ${n}${of}`),
      ...fields,
    })
}

async function accept(who: Visitor) {
  for (const [id, version] of Object.entries(LEGAL_VERSIONS))
    await send(who, 'PUT', `/user/agreement/${id}`, { version })
}

/** A contract, an approved cycle and its payments, so that addresses and accounts reach whatever is made of them. */
async function work(owner: Person, payee: Person, operator: Person): Promise<void> {
  const { runtime } = live
  const policy_uuid = await addPolicy(runtime, owner, 'Biweekly', biweekly('2026-03-15'))
  await engage(runtime, owner, payee, {
    role: 'Engineer',
    hourly_rate: { currency: 'USD', minor: 4250n },
    hours: 80,
    policy_uuid,
    start_date: '2026-03-02',
    signer_title: 'Owner',
  })
  await moveTo('2026-03-17T10:00:00Z')
  await workOffClock({ unit: due => systemUnit(runtime.kernel, due) })
  const { items } = await call(runtime, owner, 'listCycles', { query: { limit: 50, view: 'run' } })
  const cycle_uuid = items.find(item => item.cycle_uuid !== null)?.cycle_uuid ?? ''
  const { domain } = await call(runtime, owner, 'getEmployer')
  const csv = `employer_domain,currency,amount,reference,received_on\n${domain},USD,3400.00,WIRE-1,2026-03-01\n`
  await call(runtime, operator, 'putBalances', {
    body: { file_name: 'wires.csv', bytes: Buffer.from(csv) },
  })
  await approveAll(runtime, owner, { policy_uuid, cycle_uuid })
  await moveTo('2026-03-20T10:00:00Z')
  const { payment_uuids } = await call(runtime, operator, 'getChecklist', {
    query: { pay_date: '2026-03-20' },
  })
  expect(payment_uuids.length).toBe(4)
  await call(runtime, operator, 'bulkExecute', { body: { pay_date: '2026-03-20', payment_uuids } })
}

type Account = Awaited<ReturnType<typeof account>>

/** Links that open something, while they wait and after they were mailed. */
async function links(owner: Account, payee: Account): Promise<void> {
  const tokenOf = async (to: string, text: string) => {
    const { body } = await live.mail(to, text)
    return /(?:token|invitation)=([\w.~%-]+)/.exec(body)?.[1] ?? ''
  }
  const invited = 'newcomer@canary.test'
  await send(owner.visitor, 'POST', '/employer/contractors', { email: invited, role: 'Engineer' })
  plant('link: invitation', await tokenOf(invited, 'invitation='))
  const team = 'teammate@canary.test'
  const token = await inviteToTeam(live.runtime, owner.person, {
    email: team,
    role: 'viewer',
  })
  plant('link: team', token)
  await live.mail(team, token)
  await live.visitor().api('POST', '/user/team-invitations/join', {
    token,
    ...named('Tom', 'Canary'),
    phone_number: phone('teammate'),
    password: PASSWORD,
  })
  await payee.visitor.api('POST', '/user/send-password-reset-link', {
    email: contractor.email,
    continuation_url: `${live.url}/auth/login`,
  })
  plant('link: reset', await tokenOf(contractor.email, 'reset-password'))
  await send(payee.visitor, 'PUT', '/user/email', { email: 'carla@moved.test' })
  plant('link: old address', await tokenOf(contractor.email, 'confirm-email-change'))
  plant('link: new address', await tokenOf('carla@moved.test', 'confirm-email-change'))
}

/** What is refused is logged, or fails in the database: neither may repeat what was typed. */
async function refusals(who: Visitor): Promise<void> {
  const wrong = plant('refused account', digits('refused account', 13))
  await send(
    who,
    'PUT',
    '/contractor/banking-information',
    { account_name: 'X', currency: 'CAD', account_number: wrong },
    422,
  )
  const street = plant('refused street', 'Refused Canary Street 7')
  const body = { ...address('Refused'), street_number_and_name: `${street}\u0000` }
  await send(who, 'PUT', '/contractor/address', body, 422)
}

describe('what people typed', () => {
  it('is found in no table, in no file of the data folder and in no line of the log', async () => {
    // Mails and payments are on their way: whatever a job left behind counts as well.
    const tables = await dumpTables(admin, ELSEWHERE)
    const haystack = new Map([...tables, ...dumpFiles(live.dataDir), ['the log', Buffer.from(log)]])
    expect(canaries.size).toBeGreaterThanOrEqual(50)
    expect(tables.size).toBeGreaterThan(50)
    expect(tables.get('public.person')?.toString()).toContain('Carla')
    expect(log).toContain('answered')
    const found = [...canaries].flatMap(([name, value]) => {
      // So few digits stand in any long hash: alone they must be between other characters.
      const places =
        value.length < 8
          ? [...haystack].flatMap(([place, bytes]) =>
              new RegExp(`(?<![0-9a-zA-Z_-])${value}(?![0-9a-zA-Z_-])`).test(
                bytes.toString('latin1'),
              )
                ? [place]
                : [],
            )
          : placesOf(value, haystack)
      return places.length > 0 ? [`${name} (${value}): ${places.join(', ')}`] : []
    })
    expect(found).toEqual([])
  })

  it('is found where it is looked for in the right way: the search sees hex and base64', () => {
    const needle = 'Canary Street'
    const hidden = (text: string) => placesOf(needle, new Map([['here', Buffer.from(text)]]))
    for (const before of ['', 'a', 'ab']) {
      const bytes = Buffer.from(`${before}${needle} and more`)
      expect(hidden(bytes.toString('base64'))).toEqual(['here'])
      expect(hidden(bytes.toString('hex'))).toEqual(['here'])
    }
    expect(hidden('CANARY STREET')).toEqual(['here'])
    expect(hidden('Canary Road')).toEqual([])
  })
})
