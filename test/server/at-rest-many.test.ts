/** A thousand values that lie sealed, planted by the calls that people make, and found in no table and in no file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addPolicy,
  call,
  type Person,
  signUpContractor,
  signUpEmployer,
  upload,
} from '#db/seed/cast.ts'
import { openPapers } from '#db/seed/papers.ts'
import { createDiskFileStore } from '#server/gateways/files/disk-file-store.ts'
import { sealClearWords } from '#server/kernel/sealed-words.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { dumpFiles, dumpTables, type Haystack } from '#test/harness/dump.ts'
import { offer, sign } from '#test/harness/offers.ts'
import { givenOperator, person } from '#test/harness/people.ts'
import { biweekly, plainWorld, type World } from '#test/harness/world.ts'
import { digits, newCanaries } from './canaries.ts'

const { canaries, plant } = newCanaries()
const PEOPLE = 55
const COMPANIES = 22

let dataDir: string
let world: World
let admin: Admin

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'canaries-'))
  const plain = await plainWorld()
  const files = createDiskFileStore({ dir: dataDir, masterKeys: plain.config.masterKeys })
  const { kernel } = plain
  world = { ...plain, kernel: { ...kernel, gateways: { ...kernel.gateways, files } } }
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  for (let n = 0; n < PEOPLE; n += 1) await contractor(n)
  for (let n = 0; n < COMPANIES; n += 1) await company(n)
  await refusals(operator)
}, 180_000)
afterAll(async () => {
  await admin.close()
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

const number = (what: string, count: number) =>
  plant(what, digits(what, count).padStart(count, '7'))
const word = (what: string, of: string) => plant(what, `${of} ${digits(what, 9)}`)
const phone = (what: string) => plant(what, `+1416${digits(what, 7).replace(/^[01]/, '7')}`)
/** What a document says and what it is called: numbers of passports and of taxes stand in both. */
const document = (what: string) =>
  upload(
    plant(`${what}: name`, `Passport ${digits(`${what} name`, 10)}.pdf`),
    plant(`${what}: content`, `Document number ${digits(`${what} content`, 10)}`),
  )

const address = (of: string) => ({
  country_code: 'CA',
  subdivision_code: 'CA-ON',
  street_number_and_name: word(`${of}: street`, 'Canary Street'),
  apartment_or_unit_number: word(`${of}: unit`, 'Unit'),
  city_or_municipality: word(`${of}: city`, 'Canaryville'),
  postal_code: 'M5J 2X5',
})

async function contractor(n: number): Promise<void> {
  const who: Person = person(`carla${n}@canary.test`)
  const of = `contractor ${n}`
  const names = { first_name: 'Carla', last_name: 'Canary', preferred_name: 'Carla' }
  const home = { country_code: 'CA', subdivision_code: 'CA-ON' }
  await signUpContractor(world, who, {
    ...names,
    ...home,
    phone_number: phone(`${of}: first phone`),
    street: word(`${of}: first street`, 'Canary Road'),
    city: word(`${of}: first city`, 'Canarytown'),
    postal_code: 'M5J 2X5',
  })
  await call(world, who, 'putPersonalInformation', {
    body: {
      ...names,
      middle_name: '',
      phone_number: phone(`${of}: phone`),
      permanent_address: address(`${of}, at home`),
      mailing_address: address(`${of}, for mail`),
    },
  })
  await call(world, who, 'putPersonalDocuments', {
    body: { identification_document: document(`${of}, passport`) },
  })
  await call(world, who, 'putBankingInformation', {
    body: {
      account_name: word(`${of}: holder`, 'Kanarienvogel'),
      currency: 'CAD',
      account_number: number(`${of}: account`, 12),
      transit_number: '00012',
      institution_number: '003',
      account_type: 'CHECKING',
    },
  })
}

async function company(n: number): Promise<void> {
  const who: Person = person(`olga${n}@canary${n}.test`)
  const of = `company ${n}`
  await signUpEmployer(world, who, {
    first_name: 'Olga',
    last_name: 'Canary',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
    corporation_name: `Canary ${n} Inc.`,
    phone_number: phone(`${of}: phone`),
    street: word(`${of}: street`, 'Canary Avenue'),
    city: word(`${of}: city`, 'Canary City'),
    postal_code: 'M5J 2X5',
  })
  await call(world, who, 'putEmployerKyc', {
    body: {
      registration_number: number(`${of}: registration`, 11),
      country_of_incorporation: 'CA',
      date_of_incorporation: '2001-01-01',
      registered_address: address(`${of}, registered`),
      tax_number: number(`${of}: tax`, 12),
      industry: 'J',
      website: '',
      beneficial_owners: [
        {
          name: word(`${of}: owner`, 'Beneficial Canary'),
          // A day that no row has for another reason.
          birth_date: plant(
            `${of}: born`,
            `19${String(30 + n).padStart(2, '0')}-11-${String(1 + n).padStart(2, '0')}`,
          ),
          country_code: 'CA',
          share: 10_000,
        },
      ],
      owners_complete: true,
    },
  })
  await call(world, who, 'putCompanyDocuments', {
    body: { business_license: document(`${of}, license`) },
  })
}

/** What people say when they turn something down or end it: an operator papers and accounts, a contractor an offer, an employer a contract. */
async function refusals(operator: Person): Promise<void> {
  const [carla, olga] = [person('carla0@canary.test'), person('olga0@canary0.test')]
  const { employer_uuid } = await call(world, olga, 'getEmployer')
  for (const [userTypes, sub, papers] of [
    [
      'contractors',
      carla.sub,
      () => call(world, operator, 'getOperationsContractor', { params: { sub: carla.sub } }),
    ],
    [
      'employers',
      employer_uuid,
      () => call(world, operator, 'getOperationsEmployer', { params: { id: employer_uuid } }),
    ],
  ] as const) {
    await openPapers(world, operator, userTypes, sub)
    for (const { document_uuid: document, sha256, version } of (await papers()).documents)
      await call(world, operator, 'decideDocument', {
        params: { userTypes, sub, document },
        body: {
          decision: 'reject',
          ...{ sha256, version, reason_code: 'OTHER' },
          reason: word(`${userTypes} ${document}: rejected`, 'The photo shows'),
        },
      })
  }
  const policy_uuid = await addPolicy(world, olga, 'Biweekly', biweekly('2026-03-15'))
  const { invitation_uuid: id } = await call(world, olga, 'inviteContractor', {
    body: { email: carla.email, role: 'Engineer' },
  })
  await call(world, carla, 'acceptInvitation', { params: { id } })
  for (const [userTypes, sub] of [
    ['contractors', person('carla1@canary.test').sub],
    ['employers', (await call(world, person('olga1@canary1.test'), 'getEmployer')).employer_uuid],
  ] as const)
    await call(world, operator, 'changeStanding', {
      params: { userTypes, sub, operation: 'suspend' },
      body: { reason: word(`${userTypes}: suspended`, 'We were told of a fraud') },
    })
  const terms = { effective_date: '2026-03-02', rate: 4250n, policy_uuid }
  const ended = await offer(world, olga, carla, { ...terms, role: 'Trainer' })
  await sign(world, ended)
  await call(world, olga, 'completeContract', {
    params: { id: ended.id },
    body: {
      desired_completion_date: '2026-03-20',
      reason: word('ended', 'They are ill'),
    },
  })
  const offered = await offer(world, olga, carla, terms)
  const reason = word('declined', 'My health does not allow')
  await call(world, carla, 'declineContract', { params: { id: offered.id }, body: { reason } })
}

/** All of it as one text each, folded once: a thousand needles are looked for in it. */
function textsOf(haystack: Haystack): [name: string, text: string][] {
  return [...haystack].map(([name, bytes]) => [name, bytes.toString('latin1').toLowerCase()])
}

/** A needle as it may lie in a dump: as it is, in hexadecimal, in base64 behind 0, 1 or 2 bytes. */
function formsOf(needle: string): string[] {
  const bytes = Buffer.from(needle)
  const base64 = [0, 1, 2].map(before =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1)
      .replace(/.{0,2}=+$|.$/, ''),
  )
  return [needle, bytes.toString('hex'), ...base64].map(form => form.toLowerCase())
}

function placesOf(needle: string, texts: readonly (readonly [string, string])[]): string[] {
  const forms = formsOf(needle)
  return texts.filter(([, text]) => forms.some(form => text.includes(form))).map(([name]) => name)
}

it('are found nowhere, though what is not sealed is', async () => {
  expect(canaries.size).toBeGreaterThanOrEqual(1_000)
  const texts = textsOf(new Map([...(await dumpTables(admin, [])), ...dumpFiles(dataDir)]))
  expect(texts.length).toBeGreaterThan(PEOPLE)
  const found = [...canaries].flatMap(([name, value]) =>
    placesOf(value, texts).map(place => `${name} in ${place}`),
  )
  expect(found).toEqual([])
  // What people are called and their addresses of mail are found: the net has no hole.
  expect(placesOf('carla7@canary.test', texts)).toContain('public.person')
  expect(placesOf('Canary 3 Inc.', texts)).toContain('public.employer')
}, 120_000)

it('that a process of before wrote in clear are sealed by the job, slice by slice, and read the same', async () => {
  const clear = async () =>
    (
      await admin.rows<{ n: number }>(
        `select (select count(*) from contract where decline_reason <> '') + (select count(*) from contractor where verification_reason <> '')
          + (select count(*) from employer where verification_reason <> '') + (select count(*) from identity_document where reason <> '') n`,
      )
    ).map(({ n }) => Number(n))
  expect(await clear()).toEqual([0])
  const words = 'Written by a process of before'
  await admin.tamper(
    'update contract set decline_reason = $1 where sealed_decline_reason is not null',
    [words],
  )
  await admin.tamper(
    'update contractor set verification_reason = $1 where sealed_reason is not null',
    [words],
  )
  await admin.tamper(
    'update employer set verification_reason = $1 where sealed_reason is not null',
    [words],
  )
  await admin.tamper('update identity_document set reason = $1 where sealed_reason is not null', [
    words,
  ])
  expect(await clear()).toEqual([7])
  const read = async () => {
    const self = await call(world, person('carla0@canary.test'), 'getContractorSelf', {})
    const offers = await call(world, person('carla0@canary.test'), 'listContractorContracts')
    const offer = offers.find(({ status }) => status === 'REJECTED')
    const { verification_reason } = await call(world, person('olga0@canary0.test'), 'getEmployer')
    return [
      ...[self.verification_reason, offer?.decline_reason, verification_reason],
      ...self.documents.flatMap(({ reason }) => reason ?? []),
    ]
  }
  // What stands in clear is newer than what was sealed.
  expect(new Set(await read())).toEqual(new Set([words]))
  expect(await world.unit(ctx => sealClearWords(ctx, 1))).toBeGreaterThan(0)
  while ((await world.unit(ctx => sealClearWords(ctx, 2))) > 0);
  expect(await clear()).toEqual([0])
  expect(new Set(await read())).toEqual(new Set([words]))
  expect(await world.broken()).toEqual([])
})

it('are read by their owners as they were typed', async () => {
  const self = await call(world, person('carla7@canary.test'), 'getContractorSelf', {})
  expect(self.phone_number).toBe(canaries.get('contractor 7: phone'))
  const names = self.documents.map(({ file_name }) => file_name)
  expect(names).toContain(canaries.get('contractor 7, passport: name'))
})
