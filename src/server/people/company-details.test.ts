/** What a company says of itself: what is refused, what it changes of a verification, who reads it, and where it is read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { HandlerInput } from '#contract/kernel/endpoint.ts'
import { call, type Person, signUpEmployer } from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { outcome } from '#test/harness/races.ts'
import { givenOperator, person, plainWorld, type World } from '#test/harness/world.ts'

type Body = HandlerInput<Api['putEmployerKyc']>['body']

let world: World
let operator: Person
let serial = 0
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  operator = await givenOperator(world)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await world.close()
})

const BODY: Body = {
  registration_number: '1234567-8',
  country_of_incorporation: 'CA',
  date_of_incorporation: '1843-10-01',
  registered_address: {
    street_number_and_name: '111 Wellington Street',
    apartment_or_unit_number: '',
    city_or_municipality: 'Ottawa',
    postal_code: 'K1A 0A9',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
  },
  tax_number: '',
  industry: 'J',
  website: '',
  beneficial_owners: [
    { name: 'Ada Lovelace', birth_date: '1985-12-10', country_code: 'CA', share: 6_250 },
  ],
  owners_complete: true,
}
const [ADA] = BODY.beneficial_owners
const give = (who: Person, change: Partial<Body> = {}) =>
  call(world, who, 'putEmployerKyc', { body: { ...BODY, ...change } })

/** A company that said what the seeds say, and its first person. */
async function company(): Promise<Person> {
  serial += 1
  const who = person(`boss@details${serial}.test`)
  await signUpEmployer(world, who, {
    first_name: 'Ada',
    last_name: 'Lovelace',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
    phone_number: '+14165550142',
    street: '1 Front Street',
    city: 'Toronto',
    corporation_name: `Details ${serial} Inc.`,
  })
  return who
}

async function verified(): Promise<Person> {
  const who = await company()
  await give(who)
  const { employer_uuid: sub } = await call(world, who, 'getEmployer')
  await verify(world, operator, 'employers', sub)
  return who
}

const statusOf = async (who: Person) => (await call(world, who, 'getEmployer')).verification_status

describe('what a company says of itself', () => {
  it('is read again by its people, and by who verifies it', async () => {
    const who = await company()
    await give(who, { website: 'www.engines.example', corporation_name: 'Engines Inc.' })
    const { employer_uuid, kyc_info } = await call(world, who, 'getEmployer')
    expect(kyc_info).toMatchObject({
      corporation_name: 'Engines Inc.',
      details: {
        registration_number: '1234567-8',
        registered_address: { postal_code: 'K1A 0A9', country: { name: 'Canada' } },
        beneficial_owners: [{ name: 'Ada Lovelace', share: 6_250 }],
        given_by: 'Ada Lovelace',
      },
    })
    const query = { search: 'Engines Inc.', limit: 50 }
    const { items } = await call(world, operator, 'listOperationsEmployers', { query })
    expect(items.find(one => one.employer_uuid === employer_uuid)?.details).toEqual(
      kyc_info.details,
    )
    expect(await call(world, who, 'getMe')).toMatchObject({
      detailed_business_information_completed: true,
      kyc_info_completed: true,
    })
  })

  it('is no other company’s to read', async () => {
    const [one, other] = [await company(), await company()]
    await give(one, { registration_number: 'ONE' })
    const { kyc_info } = await call(world, other, 'getEmployer')
    expect(kyc_info.details?.registration_number).not.toBe('ONE')
  })

  it.each<[string, Partial<Body>, string[]]>([
    [
      'more than the whole',
      {
        beneficial_owners: [ADA, { ...ADA, name: 'B', share: 3_751 }] as Body['beneficial_owners'],
      },
      ['beneficial_owners'],
    ],
    [
      'an owner of nothing',
      { beneficial_owners: [{ ...ADA, share: 0 }] as Body['beneficial_owners'] },
      ['beneficial_owners', '0', 'share'],
    ],
    [
      'an owner twice',
      {
        beneficial_owners: [
          { ...ADA, share: 1 },
          { ...ADA, name: 'ada  LOVELACE', share: 1 },
        ] as Body['beneficial_owners'],
      },
      ['beneficial_owners', '1', 'name'],
    ],
    [
      'an owner who is not born',
      { beneficial_owners: [{ ...ADA, birth_date: '2026-03-02' }] as Body['beneficial_owners'] },
      ['beneficial_owners', '0', 'birth_date'],
    ],
    ...['2026-03-01', '2008-03-03'].map((birth_date): [string, Partial<Body>, string[]] => [
      `an owner who is a child, born on ${birth_date}`,
      { beneficial_owners: [{ ...ADA, birth_date }] as Body['beneficial_owners'] },
      ['beneficial_owners', '0', 'birth_date'],
    ]),
    ...['Ada\u2060 Lovelace', 'Áda Love\u00adlace', 'Lovelace Ada', 'Ada King Lovelace'].map(
      (name): [string, Partial<Body>, string[]] => [
        `an owner twice, as ${JSON.stringify(name)}`,
        {
          beneficial_owners: [
            { ...ADA, share: 1 },
            { ...ADA, name, share: 1 },
          ] as Body['beneficial_owners'],
        },
        ['beneficial_owners', '1', 'name'],
      ],
    ),
    [
      'an owner of nowhere',
      { beneficial_owners: [{ ...ADA, country_code: 'XX' }] as Body['beneficial_owners'] },
      ['beneficial_owners', '0', 'country_code'],
    ],
    ['a company of tomorrow', { date_of_incorporation: '2026-03-03' }, ['date_of_incorporation']],
    ['a country that is none', { country_of_incorporation: 'XX' }, ['country_of_incorporation']],
  ])('refuses %s, names the field and changes nothing', async (_, change, field) => {
    const who = await company()
    const before = await call(world, who, 'getEmployer')
    await expect(give(who, change)).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [{ loc: ['body', ...field] }],
    })
    expect(await call(world, who, 'getEmployer')).toEqual(before)
  })

  it('takes who comes of age today, and two of one name who are born on different days', async () => {
    const who = await company()
    const beneficial_owners = [
      { ...ADA, birth_date: '2008-03-02', share: 1 },
      { ...ADA, birth_date: '2008-03-01', share: 1 },
    ] as Body['beneficial_owners']
    await give(who, { beneficial_owners })
    const { kyc_info } = await call(world, who, 'getEmployer')
    expect(kyc_info.details?.beneficial_owners).toHaveLength(2)
  })

  it('names nobody where nobody owns a quarter', async () => {
    const who = await company()
    await give(who, { beneficial_owners: [] })
    const { kyc_info } = await call(world, who, 'getEmployer')
    expect(kyc_info.details?.beneficial_owners).toEqual([])
  })
})

describe('a verified company', () => {
  it.each<[string, Partial<Body>]>([
    ['its register', { registration_number: '9' }],
    ['its owners', { beneficial_owners: [{ ...ADA, share: 2_500 }] as Body['beneficial_owners'] }],
    ['its name', { corporation_name: 'Another Inc.' }],
  ])('that changes %s is reviewed again', async (_, change) => {
    const who = await verified()
    await give(who, change)
    expect(await statusOf(who)).toBe('PENDING_REVIEW')
  })

  it('that says the same, or another website, stays verified', async () => {
    const who = await verified()
    await give(who, { website: 'engines.example', industry: 'M' })
    await give(who, {
      beneficial_owners: [{ ...ADA, name: 'ADA  Lovelace' }] as Body['beneficial_owners'],
    })
    expect(await statusOf(who)).toBe('VERIFIED')
  })

  it('is given once by two who say it at the same moment', async () => {
    const who = await company()
    const both = await Promise.all([
      outcome(give(who, { registration_number: 'A' })),
      outcome(give(who, { registration_number: 'B' })),
    ])
    expect(both).toEqual(['done', 'done'])
    const { kyc_info } = await call(world, who, 'getEmployer')
    expect(['A', 'B']).toContain(kyc_info.details?.registration_number)
  })
})
