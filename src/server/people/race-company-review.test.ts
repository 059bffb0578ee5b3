/** Whatever becomes of a company's review meets whatever else does: each pair ends as if one had come after the other, and nothing is verified that nobody opened. */
import { expect, it } from 'vitest'
import { call, type Person, signUpEmployer, upload } from '#db/seed/cast.ts'
import { makeOperator } from '#server/identity/index.ts'
import { heavy } from '#test/harness/heavy.ts'
import { outcome, pairsOf } from '#test/harness/races.ts'
import { person, type World } from '#test/harness/world.ts'
import { MARIANA, withPapers } from './papers.test-data.ts'

const ROUNDS = heavy(1, 20)
let world: World
let operator: Person
let second: Person | undefined
let round = 0
withPapers(told => {
  ;({ world, operator } = told)
})

async function colleague(): Promise<Person> {
  if (second) return second
  const who = person('emeka@corridor.test')
  const names = { first_name: 'Emeka', last_name: 'Kalu', role: 'verifier' as const }
  await world.unit(ctx => makeOperator(ctx, { ...who, ...names, created_at: ctx.now }))
  second = who
  return who
}

const own = (who: Person) => call(world, who, 'getEmployer')
type Company = Awaited<ReturnType<typeof own>>
type Paper = Company['kyc_info']['documents'][number]

/** A company with two papers that both operators opened. */
async function company() {
  // Each by a domain of its own, which the first company of it has.
  const who = person(`boss@salgado${++round}.test`)
  await signUpEmployer(world, who, { ...MARIANA, corporation_name: `Salgado ${++round} Ltd` })
  const business_license = upload('licence.pdf', `Licence ${round}`)
  const told = await call(world, who, 'putCompanyDocuments', { body: { business_license } })
  for (const by of [operator, await colleague()])
    for (const { document_uuid: doc } of told.kyc_info.documents)
      await call(world, by, 'getEmployerDocument', { params: { id: told.employer_uuid, doc } })
  return { who, told }
}
type Met = Awaited<ReturnType<typeof company>>

const seen = ({ document_uuid, sha256, version }: Paper) => ({ document_uuid, sha256, version })
const paperOf = ({ told }: Met, kind: string): Paper => {
  const found = told.kyc_info.documents.find(of => of.kind === kind)
  if (!found) throw new Error(`no ${kind}`)
  return found
}
const stand = (
  { told }: Met,
  operation: 'verify' | 'unverify' | 'suspend',
  by: Person,
  body: object = { reason: 'Something is wrong.' },
) =>
  call(world, by, 'changeStanding', {
    params: { userTypes: 'employers', sub: told.employer_uuid, operation },
    body,
  })
const decide = (
  met: Met,
  kind: string,
  body: { decision: 'verify' | 'reject'; reason_code?: 'CUT_OFF' },
) => {
  const { document_uuid: document, ...of } = seen(paperOf(met, kind))
  return call(world, operator, 'decideDocument', {
    params: { userTypes: 'employers', sub: met.told.employer_uuid, document },
    body: { ...of, ...body },
  })
}
const allOf = ({ told }: Met) => ({ documents: told.kyc_info.documents.map(seen) })
const hand = ({ who }: Met, kind: 'articles_of_incorporation' | 'names_and_owners') =>
  call(world, who, 'putCompanyDocuments', {
    body: { [kind]: upload(`${kind}.pdf`, `${kind} ${++round}`) },
  })

/** What is done about a company, by papers as both operators opened them. */
const ACTS: Record<string, (met: Met) => Promise<unknown>> = {
  verify: met => stand(met, 'verify', operator, allOf(met)),
  'verify by another': async met => stand(met, 'verify', await colleague(), allOf(met)),
  'accept one': met => decide(met, 'articles_of_incorporation', { decision: 'verify' }),
  'reject one': met =>
    decide(met, 'business_license', { decision: 'reject', reason_code: 'CUT_OFF' }),
  'reject all': met => stand(met, 'unverify', operator),
  suspend: met => stand(met, 'suspend', operator),
  'hand in other articles': met => hand(met, 'articles_of_incorporation'),
  'hand in one more paper': met => hand(met, 'names_and_owners'),
  rename: ({ who, told: { kyc_info } }) =>
    call(world, who, 'putEmployerName', {
      body: {
        corporation_name: `Salgado ${++round} Holding`,
        business_name: '',
        seen: kyc_info.names_version,
      },
    }),
  'say other details': ({ who, told: { kyc_info } }) =>
    call(world, who, 'putEmployerKyc', {
      body: {
        ...{ registration_number: `${++round}`, country_of_incorporation: 'CA', tax_number: '' },
        ...{ date_of_incorporation: '1843-10-01', industry: 'J', website: '' },
        registered_address: {
          ...{ street_number_and_name: '111 Wellington Street', apartment_or_unit_number: '' },
          ...{ city_or_municipality: 'Ottawa', postal_code: 'K1A 0A9' },
          ...{ country_code: 'CA', subdivision_code: 'CA-ON' },
        },
        beneficial_owners: [
          { name: 'Mariana Salgado', birth_date: '1985-12-10', country_code: 'CA', share: 10_000 },
        ],
        owners_complete: true,
        seen: kyc_info.version,
      },
    }),
  claim: async ({ told }) =>
    call(world, await colleague(), 'claimReview', {
      params: { userTypes: 'employers', sub: told.employer_uuid },
      body: { take_over: true },
    }),
}
const LEGAL = ['done', 'CONFLICT', 'TRANSITION_NOT_ALLOWED']

/** What must be true of every company, whoever was first. */
async function holds(who: Person) {
  const { verification_status: status, verified, kyc_info } = await own(who)
  const states = kyc_info.documents.map(of => of.status)
  expect(verified).toBe(status === 'VERIFIED')
  if (status === 'VERIFIED') expect(new Set(states)).toEqual(new Set(['VERIFIED']))
  if (states.includes('REJECTED')) expect(status).toBe('REJECTED')
  if (status === 'REJECTED') expect(states).toContain('REJECTED')
  // Nothing was accepted that no operator opened before, as its people read.
  for (const { reads, ...of } of kyc_info.documents)
    if (of.status === 'VERIFIED') expect(reads.length).toBeGreaterThan(0)
}

it.each(pairsOf(Object.keys(ACTS)))('%s and %s', async (a, b) => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const met = await company()
    const ended = await Promise.all(
      [a, b].map(name => outcome(ACTS[name]?.(met) ?? Promise.resolve())),
    )
    for (const of of ended) expect(LEGAL).toContain(of)
    expect(ended).toContain('done')
    await holds(met.who)
  }
})
