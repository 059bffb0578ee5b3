/** Many who sign one contract at once, and two drafts of one role that are signed at once, against PostgreSQL. */
import { describe, expect, it } from 'vitest'
import { actorOf, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInItsWorld, outcome } from '#test/harness/races.ts'
import { type CycleStage, givenApprovableCycle, type World } from '#test/harness/world.ts'

const AT_ONCE = 50
let world: World
let admin: Admin
eachInItsWorld((opened, its) => {
  world = opened
  admin = its
})

type Cast = CycleStage & { readonly person: Person }
const stageOf = async (): Promise<Cast> => {
  const stage = await givenApprovableCycle(world, 1)
  return { ...stage, person: stage.contractors[0] as Person }
}
const id = () => crypto.randomUUID()
const times = <T>(work: () => Promise<T>) => Array.from({ length: AT_ONCE }, work)

async function draft(
  { employer, person, id: of }: Cast,
  contract_uuid: string,
  role = 'Illustrator',
): Promise<void> {
  await call(world, employer, 'putContract', {
    params: { id: contract_uuid },
    body: {
      contractor_sub: person.sub,
      role,
      effective_date: '2026-03-02',
      contract_start_date: '2026-03-02',
      contract_end_date: null,
      currency: 'USD',
      paid: true,
      pay_policy_uuid: of.policy_uuid,
      hourly_rate: { currency: 'USD', minor: 4_000n },
      scheduled_hours: 1_000,
      exhibit_a: '',
    },
  })
  await call(world, employer, 'makeContractPdf', { params: { id: contract_uuid } })
}

async function approve({ employer }: Cast, contract_uuid: string) {
  const { name } = await actorOf(world, employer)
  return call(world, employer, 'approveContract', {
    params: { id: contract_uuid },
    body: {
      employer_signer_email: employer.email,
      employer_signer_name: name,
      employer_signer_title: 'Director',
    },
  })
}

async function sign({ person }: Cast, contract_uuid: string, pdf_sha256: string | null) {
  const { name } = await actorOf(world, person)
  await call(world, person, 'getContractText', { params: { id: contract_uuid } })
  return call(world, person, 'signContract', {
    params: { id: contract_uuid },
    body: { name, pdf_sha256: pdf_sha256 ?? '' },
  })
}

/** What is kept of a contract: its status, its signatures, and what was recorded of it. */
const kept = (contract_uuid: string) =>
  admin.rows<{ status: string; signatures: number; approvals: number; signings: number }>(
    `select status, (select count(*)::int from contract_signature s where s.contract_uuid = k.contract_uuid) signatures,
        (select count(*)::int from audit_entry where action = 'approve' and entity = 'contract' and k.contract_uuid::text = any(entity_uuids::text[])) approvals,
        (select count(*)::int from audit_entry where action = 'sign' and entity = 'contract' and k.contract_uuid::text = any(entity_uuids::text[])) signings
      from contract k where contract_uuid = $1`,
    [contract_uuid],
  )

describe('one contract', () => {
  it(`that ${AT_ONCE} approve at once is offered once, and that ${AT_ONCE} sign at once runs once`, async () => {
    const cast = await stageOf()
    const contract_uuid = id()
    await draft(cast, contract_uuid)
    const approved = await Promise.all(times(() => outcome(approve(cast, contract_uuid))))
    expect(approved.toSorted()).toEqual([
      ...Array(AT_ONCE - 1).fill('TRANSITION_NOT_ALLOWED'),
      'done',
    ])
    const { pdf_sha256 } = await call(world, cast.person, 'getContract', {
      params: { id: contract_uuid },
    })
    const signed = await Promise.all(times(() => outcome(sign(cast, contract_uuid, pdf_sha256))))
    expect(signed.toSorted()).toEqual([
      ...Array(AT_ONCE - 1).fill('TRANSITION_NOT_ALLOWED'),
      'done',
    ])
    expect(await kept(contract_uuid)).toEqual([
      { status: 'ACTIVE', signatures: 2, approvals: 1, signings: 1 },
    ])
    expect(await world.broken()).toEqual([])
  })
})

describe('two drafts of one role', () => {
  it('that both are sent and signed at once: one runs', async () => {
    const cast = await stageOf()
    const drafts = [id(), id()]
    for (const contract_uuid of drafts) await draft(cast, contract_uuid)
    const whole = (contract_uuid: string) =>
      approve(cast, contract_uuid).then(offer => sign(cast, contract_uuid, offer.pdf_sha256))
    await Promise.all(drafts.map(contract_uuid => outcome(whole(contract_uuid))))
    const states = (await Promise.all(drafts.map(kept))).flat().map(({ status }) => status)
    expect(states.filter(status => status === 'ACTIVE')).toHaveLength(1)
    expect(await world.broken()).toEqual([])
  })
})

describe('two roles that look the same', () => {
  const ROLE = 'Cook I'
  /** A capital C and two letters o of Cyrillic, and a small letter L. */
  const CYRILLIC = '\u0421\u043e\u043ek I'
  const SMALL_L = 'Cook l'

  it('are one: the second is refused by name when it is drafted, and goes on as it is written there', async () => {
    const cast = await stageOf()
    const first = id()
    await draft(cast, first, ROLE)
    // The same draft in other letters is no second one.
    await draft(cast, first, SMALL_L)
    await draft(cast, first, ROLE)
    const refused = {
      code: 'VALIDATION',
      fields: [expect.objectContaining({ loc: ['body', 'role'], params: { role: ROLE } })],
    }
    for (const role of [CYRILLIC, SMALL_L])
      await expect(draft(cast, id(), role)).rejects.toMatchObject(refused)
    const { pdf_sha256 } = await approve(cast, first)
    await sign(cast, first, pdf_sha256)
    await expect(draft(cast, id(), SMALL_L)).rejects.toMatchObject(refused)
    const next = id()
    await draft(cast, next, 'COOK I')
    const params = { id: next }
    expect(await call(world, cast.employer, 'getContract', { params })).toMatchObject({
      revision: 2,
    })
  })

  it('that got past the draft and are sent and signed at once: one runs, and none beside it', async () => {
    const cast = await stageOf()
    const [one, other, late] = [id(), id(), id()]
    // Two drafts at one moment do not see each other; one that was sent before the rule is signed after it.
    const rename = (contract_uuid: string, role: string) =>
      admin.rows('update contract set role = $2 where contract_uuid = $1', [contract_uuid, role])
    await draft(cast, one, ROLE)
    await draft(cast, other, 'Baker')
    await draft(cast, late, 'Waiter')
    await rename(other, SMALL_L)
    const sent = await approve(cast, late)
    await rename(late, SMALL_L)
    const whole = (contract_uuid: string) =>
      approve(cast, contract_uuid).then(offer => sign(cast, contract_uuid, offer.pdf_sha256))
    const ends = await Promise.all([one, other].map(contract_uuid => outcome(whole(contract_uuid))))
    expect(ends.toSorted()).toEqual(['TRANSITION_NOT_ALLOWED', 'TRANSITION_NOT_ALLOWED'])
    await rename(late, 'Waiter')
    const again = await Promise.all(
      [one, other].map(contract_uuid => outcome(whole(contract_uuid))),
    )
    expect(again.toSorted()).toEqual(['TRANSITION_NOT_ALLOWED', 'done'])
    // Like either of the two, whichever runs.
    await rename(late, CYRILLIC)
    expect(await outcome(sign(cast, late, sent.pdf_sha256))).toBe('TRANSITION_NOT_ALLOWED')
    const states = (await Promise.all([one, other, late].map(kept))).flat()
    expect(states.filter(({ status }) => status === 'ACTIVE')).toHaveLength(1)
    expect(await world.broken()).toEqual([])
  })
})
