/** What operators decide about people and companies, from each state, and the lists in which they find who waits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person, signUpContractor, signUpEmployer, upload } from '#db/seed/cast.ts'
import { openPapers } from '#db/seed/papers.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { makeOperator } from '#server/identity/index.ts'
import { sayText } from '#server/kernel/words.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { givenOperator, person, plainWorld, type World } from '#test/harness/world.ts'

type Operation = 'verify' | 'unverify' | 'suspend' | 'reinstate'
type Kind = 'employers' | 'contractors'

let world: World
let admin: Admin
let operator: Person
let second: Person
let serial = 0
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  operator = await givenOperator(world)
  second = person('emeka@corridor.test')
  const names = { first_name: 'Emeka', last_name: 'Kalu', role: 'verifier' as const }
  await world.unit(ctx => makeOperator(ctx, { ...second, ...names, created_at: ctx.now }))
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})

const NAMES = {
  first_name: 'Amara',
  last_name: 'Okafor',
  country_code: 'CA',
  subdivision_code: 'CA-ON',
  phone_number: '+14165550142',
  street: '1 Front Street',
  city: 'Toronto',
}
/** A contractor or company that waits for review: its name for the operators, and who it is. */
async function waiting(kind: Kind): Promise<{ kind: Kind; sub: string; who: Person }> {
  serial += 1
  const who = person(`boss@${kind}${serial}.test`)
  if (kind === 'contractors') {
    await signUpContractor(world, who, NAMES)
    return seen({ kind, sub: who.sub, who })
  }
  await signUpEmployer(world, who, { ...NAMES, corporation_name: `Company ${serial}` })
  const { employer_uuid } = await call(world, who, 'getEmployer')
  return seen({ kind, sub: employer_uuid, who })
}
/** Both operators opened what there is. */
async function seen<T extends { kind: Kind; sub: string }>(one: T): Promise<T> {
  for (const by of [operator, second]) await openPapers(world, by, one.kind, one.sub)
  return one
}
/** One that handed nothing in. */
async function fresh(): Promise<{ kind: Kind; sub: string }> {
  serial += 1
  const who = person(`p${serial}@fresh.test`)
  const { street: _, city: __, ...names } = NAMES
  await call(world, who, 'signUp', {
    body: {
      ...names,
      type: 'contractor',
      preferred_name: 'A',
      is_partner: false,
      how_did_you_hear_about_us: 'Friends',
    },
  })
  return { kind: 'contractors', sub: who.sub }
}
const decide = (
  { kind, sub }: { kind: Kind; sub: string },
  operation: Operation,
  reason?: string,
  who = operator,
) =>
  call(world, who, 'changeStanding', {
    params: { userTypes: kind, sub, operation },
    body: { reason },
  })
/** What a refusal says, as who is refused reads it. */
const refused = (problem: unknown) => {
  if (problem instanceof Problem) return [problem.code, sayText(problem)]
  throw problem
}
const entries = async ({ sub }: { sub: string }) => {
  const rows = await admin.rows<{ action: string }>(
    "select action from audit_entry where $1 = any(entity_uuids) and entity in ('employer', 'contractor') and actor_sub = $2 order by seq",
    [sub, operator.sub],
  )
  return rows.map(({ action }) => action)
}

describe.each(['contractors', 'employers'] as const)('the standing of %s', kind => {
  it('who wait: verified, or rejected with a reason that they read', async () => {
    const one = await waiting(kind)
    await expect(decide(one, 'unverify')).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [expect.objectContaining({ loc: ['body', 'reason'] })],
    })
    expect(await decide(one, 'unverify', 'The copy is blurred')).toEqual({
      verification_status: 'REJECTED',
      suspended: false,
    })
    expect(await outcome(decide(one, 'unverify', 'again'))).toBe('TRANSITION_NOT_ALLOWED')
    // Its owner was told to send the papers again.
    expect(await outcome(decide(one, 'verify'))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await entries(one)).toEqual(['unverify'])
    const next = await waiting(kind)
    expect(await decide(next, 'verify')).toMatchObject({ verification_status: 'VERIFIED' })
    expect(await outcome(decide(next, 'verify'))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await decide(next, 'unverify')).toMatchObject({ verification_status: 'PENDING_REVIEW' })
    expect(await entries(next)).toEqual(['verify', 'unverify'])
  })

  it('is suspended once and reinstated once, whatever was decided of its papers', async () => {
    const one = await waiting(kind)
    expect(await outcome(decide(one, 'reinstate'))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await decide(one, 'suspend', 'A question')).toMatchObject({ suspended: true })
    expect(await outcome(decide(one, 'suspend'))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await decide(one, 'verify')).toEqual({
      verification_status: 'VERIFIED',
      suspended: true,
    })
    expect(await decide(one, 'reinstate')).toEqual({
      verification_status: 'VERIFIED',
      suspended: false,
    })
    expect(await entries(one)).toEqual(['suspend', 'verify', 'reinstate'])
  })

  it('is decided once by two at once: the second is told what it is by then', async () => {
    const one = await waiting(kind)
    const verified = await Promise.all([1, 2, 3].map(() => outcome(decide(one, 'verify'))))
    expect(verified.sort()).toEqual(['TRANSITION_NOT_ALLOWED', 'TRANSITION_NOT_ALLOWED', 'done'])
    expect(await entries(one)).toEqual(['verify'])
    const said = await admin.rows(
      "select from outbox_event where type = 'people.verification_decided' and payload->>'id' = $1",
      [one.sub],
    )
    expect(said).toHaveLength(1)
    const both = await Promise.all([
      outcome(decide(one, 'suspend')),
      outcome(decide(one, 'unverify')),
    ])
    expect(both).toEqual(['done', 'done'])
    expect(await decide(one, 'verify')).toEqual({
      verification_status: 'VERIFIED',
      suspended: true,
    })
  })

  it('is decided once by fifty at once, of two operators: the others are told in words what it is by then', async () => {
    const one = await waiting(kind)
    const told = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        decide(one, 'verify', undefined, n % 2 === 0 ? operator : second).catch(refused),
      ),
    )
    const said = Map.groupBy(told, answer => JSON.stringify(answer))
    expect([...said].map(([answer, { length }]) => [length, JSON.parse(answer)]).sort()).toEqual([
      [1, { verification_status: 'VERIFIED', suspended: false }],
      [
        49,
        ['TRANSITION_NOT_ALLOWED', expect.stringMatching(/^This verification is VERIFIED, so it/)],
      ],
    ])
    const audited = await admin.rows(
      "select action from audit_entry where $1 = any(entity_uuids) and entity in ('employer', 'contractor') and actor_sub = any($2)",
      [one.sub, [operator.sub, second.sub]],
    )
    expect(audited).toEqual([{ action: 'verify' }])
    const mailed = await admin.rows(
      "select from outbox_event where type = 'people.verification_decided' and payload->>'id' = $1",
      [one.sub],
    )
    expect(mailed).toHaveLength(1)
  })

  it('is that of nobody for a name that nobody has', async () => {
    for (const operation of ['verify', 'unverify', 'suspend', 'reinstate'] as const)
      for (const sub of ['nobody', '00000000-0000-4000-8000-000000000000'])
        expect(await outcome(decide({ kind, sub }, operation, 'x'))).toBe('NOT_FOUND')
  })
})

it('who handed nothing in is neither verified nor rejected', async () => {
  const one = await fresh()
  expect(await outcome(decide(one, 'verify'))).toBe('TRANSITION_NOT_ALLOWED')
  expect(await outcome(decide(one, 'unverify', 'x'))).toBe('TRANSITION_NOT_ALLOWED')
  expect(await decide(one, 'suspend')).toEqual({
    verification_status: 'UNVERIFIED',
    suspended: true,
  })
})

it('a company is named by its domain as well', async () => {
  const one = await waiting('employers')
  const { domain } = await call(world, one.who, 'getEmployer')
  expect(await decide({ kind: 'employers', sub: domain ?? '' }, 'verify')).toMatchObject({
    verification_status: 'VERIFIED',
  })
})

it('papers that come while they are judged wait for another judgement', async () => {
  const one = await waiting('contractors')
  await decide(one, 'unverify', 'The passport is out of date')
  const self = await call(world, one.who, 'getContractorSelf')
  expect(self.documents.map(of => of.status)).toEqual(['REJECTED', 'REJECTED'])
  const body = {
    id_document_type: 'PASSPORT' as const,
    residency: 'CITIZEN' as const,
    identification_document: upload('new.pdf', 'A new passport'),
    permanent_address_document: upload('bill.pdf', 'A new bill'),
  }
  await Promise.all([
    call(world, one.who, 'putPersonalDocuments', { body }),
    outcome(decide(one, 'verify')),
  ])
  const after = await call(world, one.who, 'getContractorSelf')
  expect(['PENDING_REVIEW', 'VERIFIED']).toContain(after.verification_status)
  if (after.verification_status === 'VERIFIED')
    expect(after.documents.every(of => of.status === 'VERIFIED')).toBe(true)
})

describe('what is decided', () => {
  it('is what was looked at: papers or details that came since are not verified unseen', async () => {
    for (const kind of ['contractors', 'employers'] as const) {
      const one = await waiting(kind)
      const found = async () => {
        const query = { search: one.who.email, limit: 50 }
        const { items } = await (kind === 'employers'
          ? call(world, operator, 'listOperationsEmployers', { query })
          : call(world, operator, 'listOperationsContractors', { query }))
        return items[0]?.version
      }
      const version = await found()
      if (kind === 'employers')
        await call(world, one.who, 'putCompanyDocuments', {
          body: { business_license: upload('license.pdf', 'Another company') },
        })
      else
        await call(world, one.who, 'putPersonalDocuments', {
          body: { identification_document: upload('new.pdf', 'Somebody else') },
        })
      const verify = (seen: number | undefined) =>
        call(world, operator, 'changeStanding', {
          params: { userTypes: kind, sub: one.sub, operation: 'verify' },
          body: { version: seen },
        })
      await expect(verify(version)).rejects.toMatchObject({ code: 'CONFLICT' })
      // A request that names nothing, as the specification's own, is of what was opened all the same.
      for (const named of [await found(), undefined])
        await expect(verify(named)).rejects.toMatchObject({ text: 'people.problems.openFirst' })
      await openPapers(world, second, kind, one.sub)
      await expect(verify(undefined)).rejects.toMatchObject({ text: 'people.problems.openFirst' })
      await seen(one)
      expect((await verify(await found())).verification_status).toBe('VERIFIED')
    }
  })
})

describe('the lists', () => {
  type Query = {
    limit: number
    cursor?: string
    search?: string
    verification?: 'UNVERIFIED' | 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'
  }
  const page = (kind: Kind, query: Query, who = operator) =>
    kind === 'employers'
      ? call(world, who, 'listOperationsEmployers', { query })
      : call(world, who, 'listOperationsContractors', { query })
  const everyPage = async (kind: Kind, limit: number, more: Partial<Query> = {}) => {
    const rows: { id: string; status: string }[] = []
    let cursor: string | undefined
    do {
      const { items, next_cursor } = await page(kind, { ...more, limit, ...(cursor && { cursor }) })
      for (const item of items)
        rows.push({
          id: 'sub' in item ? item.sub : item.employer_uuid,
          status: item.verification_status,
        })
      cursor = next_cursor ?? undefined
    } while (cursor)
    return rows
  }

  it.each(['employers', 'contractors'] as const)(
    'of %s name each once whatever the page, those who wait first, also of one instant',
    async kind => {
      for (let n = 0; n < 3; n++) await waiting(kind)
      const whole = await everyPage(kind, 100)
      const { counts } = await page(kind, { limit: 1 })
      expect(whole).toHaveLength(Object.values(counts).reduce((a, b) => a + b, 0))
      for (const limit of [1, 2, 3]) expect(await everyPage(kind, limit)).toEqual(whole)
      const rank = whole.map(({ status }) => (status === 'PENDING_REVIEW' ? 0 : 1))
      expect(rank).toEqual(rank.toSorted())
      for (const verification of ['PENDING_REVIEW', 'VERIFIED', 'REJECTED', 'UNVERIFIED'] as const)
        expect(await everyPage(kind, 2, { verification })).toEqual(
          whole.filter(({ status }) => status === verification),
        )
    },
  )

  it('are searched by name and address, of a text as it stands', async () => {
    const { who } = await waiting('contractors')
    const { sub, who: boss } = await waiting('employers')
    const found = async (kind: Kind, search: string) =>
      (await everyPage(kind, 50, { search })).map(({ id }) => id)
    expect(await found('contractors', who.email)).toEqual([who.sub])
    expect(await found('contractors', ' AMARA okafor ')).toContain(who.sub)
    expect(await found('employers', boss.email)).toEqual([sub])
    expect(await found('employers', `company ${serial}`)).toEqual([sub])
    const wei = person('wei@zhang.test')
    await signUpContractor(world, wei, { ...NAMES, first_name: '伟', last_name: '张' })
    for (const name of ['张伟', '伟 张', '张 伟', '张'])
      expect(await found('contractors', name)).toEqual([wei.sub])
    const ines = person('ines@example.test')
    await signUpContractor(world, ines, { ...NAMES, first_name: 'Inês', last_name: 'D’Ávila' })
    await world.unit(({ tx }) =>
      tx.updateTable('person').set({ middle_name: 'Zoë' }).where('sub', '=', ines.sub).execute(),
    )
    for (const name of ['d’avila inês', 'Ine\u0302s', 'ZOE', 'zoë d’ávila'])
      expect(await found('contractors', name), name).toEqual([ines.sub])
    for (const kind of ['employers', 'contractors'] as const)
      for (const nobody of ['%', '_', 'nobody at all'])
        expect(await found(kind, nobody)).toEqual([])
  })

  it('offer to decide only to who may, and only what the state allows', async () => {
    const treasurer = person('tre@corridor.test')
    const names = { first_name: 'Tre', last_name: 'Asure', role: 'treasurer' as const }
    await world.unit(ctx => makeOperator(ctx, { ...treasurer, ...names, created_at: ctx.now }))
    for (const kind of ['employers', 'contractors'] as const) {
      const { items } = await page(kind, { limit: 100 })
      for (const item of items) {
        const offered: readonly string[] = item.allowed_actions
        expect(offered.includes('verify')).toBe(
          ['PENDING_REVIEW', 'REJECTED'].includes(item.verification_status),
        )
        expect(offered.includes(item.suspended ? 'reinstate' : 'suspend')).toBe(true)
      }
      const seen = await page(kind, { limit: 100 }, treasurer)
      expect(seen.items.flatMap(item => item.allowed_actions)).toEqual([])
      await expect(page(kind, { limit: 5, cursor: 'x' })).rejects.toMatchObject({
        code: 'VALIDATION',
      })
    }
  })
})

it('a company that is suspended gains nobody by what it asked before', async () => {
  const company = await waiting('employers')
  await decide(company, 'verify')
  const chloe = person('chloe@tremblay.test')
  await signUpContractor(world, chloe, NAMES)
  const { email } = chloe
  await call(world, company.who, 'inviteContractor', { body: { email, role: 'Designer' } })
  const invited = async () => {
    const [invitation] = await call(world, chloe, 'listInvitations')
    if (!invitation) throw new Error('an invitation')
    return invitation
  }
  const { invitation_uuid, blocked } = await invited()
  expect(blocked).toBeNull()
  const accept = () => call(world, chloe, 'acceptInvitation', { params: { id: invitation_uuid } })
  await decide(company, 'suspend', 'A question')
  expect(await invited()).toMatchObject({
    status: 'INVITED',
    blocked: { said: { text: 'people.problems.companySuspended' } },
  })
  await expect(accept()).rejects.toMatchObject({ text: 'people.problems.companySuspended' })
  await decide(company, 'reinstate')
  expect(await accept()).toMatchObject({ status: 'ACCEPTED', blocked: null })
})
