/**
 * Whatever is done with one contract of a pair meets whatever else is done with it, with another of them, or with the two: both end as one
 * after the other would.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptTerms, actorOf, addPolicy, call, engage, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { adminOf } from '#test/harness/admin.ts'
import { heavy } from '#test/harness/heavy.ts'
import { asInTurn, pairsOf } from '#test/harness/races.ts'
import {
  biweekly,
  givenEmployer,
  givenOperator,
  person as newPerson,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { expireContracts } from './index.ts'

const TODAY = '2026-03-02'
const HOME = {
  ...{ street_number_and_name: '14 Adeola Street', apartment_or_unit_number: '' },
  ...{ city_or_municipality: 'Lagos', postal_code: '', country_code: 'NG' },
  subdivision_code: 'NG-LA',
}
const PERSONAL = {
  ...{ first_name: 'Amara', middle_name: '', preferred_name: 'Amara' },
  phone_number: '+2348012345678',
}

let world: World
let admin: Admin
let operator: Person
let policy_uuid: string
let employer: Person & { employer_uuid: string }
let count = 0

beforeAll(async () => {
  world = await plainWorld(`${TODAY}T10:00:00Z`)
  admin = await adminOf(world)
  operator = await givenOperator(world)
  employer = await givenEmployer(world, operator)
  policy_uuid = await addPolicy(world, employer, 'Biweekly', biweekly('2026-03-15'))
})
afterAll(async () => {
  expect(await world?.broken()).toEqual([])
  await admin?.close()
  await world?.close()
})

/** A contractor with a contract that runs, an offer of its next revision, and a draft in another role. */
type Cast = {
  readonly person: Person
  readonly runs: string
  readonly offer: string
  readonly draft: string
  readonly pdf_sha256: string
}

async function cast(): Promise<Cast> {
  const person = newPerson(`amara${++count}@okafor.test`)
  await call(world, person, 'signUp', {
    body: {
      ...{ type: 'contractor', first_name: 'Amara', last_name: 'Okafor' },
      ...{ preferred_name: 'Amara', country_code: 'NG', subdivision_code: 'NG-LA' },
      ...{ phone_number: PERSONAL.phone_number, is_partner: false },
      how_did_you_hear_about_us: 'Friends',
    },
  })
  await acceptTerms(world, person)
  await rename(person, 'Okafor')
  const runs = await engage(world, employer, person, {
    role: 'Designer',
    hourly_rate: { currency: 'USD', minor: 4_250n },
    hours: 80,
    policy_uuid,
    start_date: TODAY,
    signer_title: 'Director',
  })
  const [offer, draft] = [crypto.randomUUID(), crypto.randomUUID()]
  await put(person, offer, 'Designer')
  const { pdf_sha256 } = await approve(offer)
  await call(world, person, 'getContractText', { params: { id: offer } })
  await put(person, draft, 'Writer')
  await print(draft)
  return { person, runs, offer, draft, pdf_sha256: pdf_sha256 ?? '' }
}

const put = (person: Person, id: string, role: string, exhibit_a = '') =>
  call(world, employer, 'putContract', {
    params: { id },
    body: {
      ...{ contractor_sub: person.sub, role, exhibit_a, paid: true, currency: 'USD' },
      ...{ effective_date: '2026-03-16', contract_start_date: '2026-03-16' },
      ...{ contract_end_date: null, pay_policy_uuid: policy_uuid, scheduled_hours: 1_000 },
      hourly_rate: { currency: 'USD', minor: 4_000n },
    },
  })
const print = (id: string) => call(world, employer, 'makeContractPdf', { params: { id } })
const discard = (id: string) =>
  call(world, employer, 'discardContract', { params: { id }, query: {} })
const approve = async (id: string) =>
  call(world, employer, 'approveContract', {
    params: { id },
    body: {
      employer_signer_email: employer.email,
      employer_signer_name: (await actorOf(world, employer)).name,
      employer_signer_title: 'Director',
    },
  })
const complete = (id: string, desired_completion_date: string) =>
  call(world, employer, 'completeContract', {
    params: { id },
    body: { desired_completion_date, reason: 'It is done.' },
  })
const configure = (person: Person, role: string, minor: bigint, signed_elsewhere?: boolean) =>
  call(world, employer, 'configurePayroll', {
    params: { id: person.sub },
    body: {
      ...{ role, currency: 'USD', scheduled_hours: 2_000, pay_policy_uuid: policy_uuid },
      ...{ start_date: '2026-03-23', end_date: null, signed_elsewhere },
      hourly_rate: { currency: 'USD', minor },
    },
  })
const rename = (person: Person, last_name: string) =>
  call(world, person, 'putPersonalInformation', {
    body: { ...PERSONAL, last_name, permanent_address: HOME },
  })
const standing = (operation: 'suspend' | 'reinstate') =>
  call(world, operator, 'changeStanding', {
    params: { userTypes: 'employers', sub: employer.employer_uuid, operation },
    body: {},
  })

const ACTS: Record<string, (of: Cast) => Promise<unknown>> = {
  'sign the offer': async ({ person, offer, pdf_sha256 }) =>
    call(world, person, 'signContract', {
      params: { id: offer },
      body: { name: (await actorOf(world, person)).name, pdf_sha256, name_is_mine: true },
    }),
  'decline it': ({ person, offer }) =>
    call(world, person, 'declineContract', {
      params: { id: offer },
      body: { reason: 'Too little.' },
    }),
  'withdraw it': ({ offer }) => discard(offer),
  'share it': ({ offer }) =>
    call(world, employer, 'shareContract', {
      params: { id: offer },
      body: { viewer_emails: `viewer${count}@counsel.test` },
    }),
  'put the draft': ({ person, draft }) => put(person, draft, 'Writer', 'Writes more.'),
  'put it in the role that runs': ({ person, draft }) => put(person, draft, 'Designer'),
  'type of the draft': ({ person, draft }) =>
    call(world, employer, 'putContractDraft', {
      params: { id: draft },
      body: {
        contractor_sub: person.sub,
        version: 0,
        entry: {
          ...{ role: 'Poet', pay_policy_uuid: '', currency: 'USD', hourly_rate: '' },
          ...{ scheduled_hours: '', contract_start_date: '', contract_end_date: '' },
          ...{ effective_date: '', exhibit_a: '', exhibit_format: 'PLAIN', country_clauses: '' },
        },
      },
    }),
  'make its PDF': ({ draft }) => print(draft),
  'send it': ({ draft }) => approve(draft),
  'discard it': ({ draft }) => discard(draft),
  'end what runs today': ({ runs }) => complete(runs, TODAY),
  'end what runs later': ({ runs }) => complete(runs, '2026-04-30'),
  'configure the role that runs': ({ person }) => configure(person, 'Designer', 4_500n),
  'configure it elsewhere': ({ person }) => configure(person, 'Designer', 4_600n, true),
  'configure the role of the draft': ({ person }) => configure(person, 'Writer', 4_700n),
  offboard: ({ person }) =>
    call(world, employer, 'deleteContractor', {
      params: { contractor_email: person.sub },
      query: {},
    }),
  'take another name': ({ person }) => rename(person, 'Adeyemi'),
  'suspend the company': () => standing('suspend'),
  'let a month pass': () =>
    world.unit(ctx =>
      expireContracts(
        { ...ctx, now: new Date('2026-04-05T00:00:00Z'), today: '2026-04-05' },
        employer.employer_uuid,
      ),
    ),
}

/** What is kept of the two, whoever they are. */
async function kept({ person, runs, offer, draft }: Cast): Promise<unknown> {
  const names: Readonly<Record<string, string>> = {
    ...{ [runs]: 'what runs', [offer]: 'the offer', [draft]: 'the draft' },
  }
  const rows = await admin.rows<{ contract_uuid: string; supersedes_uuid: string | null }>(
    `select contract_uuid, supersedes_uuid, role, kind, status, revision, contract_end_date::text, superseded_from::text, earns::text, exhibit_a,
        hourly_rate_minor::text, withdrawn_at is null withdrawn, pdf_sha256 is null printed,
        (select count(*)::int from contract_signature s where s.contract_uuid = k.contract_uuid) signatures
      from contract k where contractor_sub = $1`,
    [person.sub],
  )
  const named = rows.map(({ contract_uuid, supersedes_uuid: old, ...row }) =>
    JSON.stringify({
      ...row,
      is: names[contract_uuid] ?? 'new',
      old: old && (names[old] ?? 'new'),
    }),
  )
  const relation = await admin.rows(
    'select status from invitation where contractor_sub = $1 order by 1',
    [person.sub],
  )
  return { contracts: named.toSorted(), relation }
}

const ALL = pairsOf(Object.keys(ACTS))
/** With every `npm test` what meets a signature, once. */
const PAIRS = heavy(
  ALL.filter(([a]) => a === 'sign the offer'),
  ALL,
)

it.each(PAIRS)('%s, %s', (a, b) =>
  asInTurn(
    async () => {
      const of = await cast()
      // Nobody is offboarded while a contract runs.
      if ([a, b].includes('offboard')) await complete(of.runs, TODAY)
      const act = (name: string) => async () => ACTS[name]?.(of)
      return {
        acts: [act(a), act(b)],
        kept: async () => {
          const told = await kept(of)
          await standing('reinstate').catch(() => {})
          return told
        },
      }
    },
    heavy(1, 5),
  ),
)
