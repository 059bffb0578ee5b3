/** Whatever becomes of somebody's review meets whatever else does: each pair ends as if one had come after the other, and nothing is verified that nobody opened. */
import { expect, it } from 'vitest'
import { call, type Person, upload } from '#db/seed/cast.ts'
import { makeOperator } from '#server/identity/index.ts'
import { heavy } from '#test/harness/heavy.ts'
import { outcome } from '#test/harness/races.ts'
import { person, type World } from '#test/harness/world.ts'
import { MARIANA, withPapers } from './papers.test-data.ts'

const ROUNDS = heavy(1, 20)
let world: World
let operator: Person
const { contractor, self, paper, open, accept, reject, verify } = withPapers(told => {
  ;({ world, operator } = told)
})
let second: Person | undefined
let round = 0

async function colleague(): Promise<Person> {
  if (second) return second
  second = person('emeka@corridor.test')
  const names = { first_name: 'Emeka', last_name: 'Kalu', role: 'verifier' as const }
  const who = second
  await world.unit(ctx => makeOperator(ctx, { ...who, ...names, created_at: ctx.now }))
  return who
}

const HOME = {
  street_number_and_name: '1 Front Street',
  apartment_or_unit_number: '',
  city_or_municipality: 'Toronto',
  postal_code: 'M5J 2X5',
  country_code: 'CA',
  subdivision_code: 'CA-ON',
}
type Seen = Awaited<ReturnType<typeof open>>
const standing = (who: Person, operation: 'unverify' | 'suspend' | 'reinstate', by = operator) =>
  call(world, by, 'changeStanding', {
    params: { userTypes: 'contractors', sub: who.sub, operation },
    body: { reason: 'Something is wrong.' },
  })
const ofKind = (seen: Seen, kind: string) => {
  const found = seen.find(of => of.kind === kind)
  if (!found) throw new Error(`no ${kind}`)
  return found
}

/** What is done about somebody, by papers as both operators opened them. */
const ACTS: Record<string, (who: Person, seen: Seen) => Promise<unknown>> = {
  verify: (who, seen) => verify(who, seen),
  'verify by another': async (who, seen) => verify(who, seen, await colleague()),
  'accept one': (who, seen) => accept(who, ofKind(seen, 'identification_document')),
  'reject one': (who, seen) => reject(who, ofKind(seen, 'permanent_address_document')),
  'reject all': who => standing(who, 'unverify'),
  suspend: who => standing(who, 'suspend'),
  'hand in another passport': who =>
    call(world, who, 'putPersonalDocuments', {
      body: { identification_document: upload('passport.pdf', `Passport ${++round}`) },
    }),
  'hand in another bill': who =>
    call(world, who, 'putPersonalDocuments', {
      body: { permanent_address_document: upload('bill.pdf', `Bill ${++round}`) },
    }),
  'say another number': who =>
    call(world, who, 'putPersonalDocuments', { body: { id_document_number: `N${++round}` } }),
  rename: who =>
    call(world, who, 'putPersonalInformation', {
      body: {
        first_name: MARIANA.first_name,
        last_name: `Salgado ${String.fromCharCode(65 + (++round % 26))}`,
        middle_name: '',
        preferred_name: MARIANA.first_name,
        phone_number: MARIANA.phone_number,
        permanent_address: HOME,
      },
    }),
  move: who =>
    call(world, who, 'putAddress', {
      body: { ...HOME, kind: 'permanent', street_number_and_name: `${++round} King Street` },
    }),
  'say another address for mail': who =>
    call(world, who, 'putAddress', {
      body: { ...HOME, kind: 'mailing', street_number_and_name: `${++round} Queen Street` },
    }),
  claim: async who =>
    call(world, await colleague(), 'claimReview', {
      params: { userTypes: 'contractors', sub: who.sub },
      body: { take_over: true },
    }),
}
const NAMES = Object.keys(ACTS)
const PAIRS = NAMES.flatMap((a, n) => NAMES.slice(n).map(b => [a, b] as const))
const LEGAL = ['done', 'CONFLICT', 'TRANSITION_NOT_ALLOWED']

/** What must be true of everybody, whoever was first. */
async function holds(who: Person) {
  const { verification_status: status, documents } = await self(who)
  const states = documents.map(of => of.status)
  if (status === 'VERIFIED') expect(new Set(states)).toEqual(new Set(['VERIFIED']))
  if (states.includes('REJECTED')) expect(status).toBe('REJECTED')
  if (status === 'REJECTED') expect(states).toContain('REJECTED')
  // Nothing was accepted that no operator opened before, as the owner reads.
  for (const { reads, ...of } of documents)
    if (of.status === 'VERIFIED') expect(reads.length).toBeGreaterThan(0)
}

it.each(PAIRS)('%s and %s', async (a, b) => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const who = await contractor()
    const seen = await open(who)
    await open(who, await colleague())
    const ended = await Promise.all(
      [a, b].map(name => outcome(ACTS[name]?.(who, seen) ?? Promise.resolve())),
    )
    for (const of of ended) expect(LEGAL).toContain(of)
    expect(ended).toContain('done')
    await holds(who)
    expect(await paper(who, 'identification_document')).toBeTruthy()
  }
})
