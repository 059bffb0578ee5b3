/** Sealed words are of what stands beside them: what a process of before writes, which knows of none, takes them away. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { sealWords } from '#server/kernel/sealed-words.ts'
import type { Admin } from '#test/harness/admin.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { givenEmployer, type World } from '#test/harness/world.ts'
import { withPapers } from './papers.test-data.ts'

let world: World
let admin: Admin
let operator: Person
const { contractor, self, paper, open, reject } = withPapers(told => {
  ;({ world, admin, operator } = told)
})
const WORDS = 'This is a bill of your landlord.'

/** A contractor one of whose papers was rejected in words, which lie sealed. */
async function rejected() {
  const who = await contractor()
  await open(who)
  const bill = await paper(who, 'permanent_address_document')
  await reject(who, bill, 'OTHER', WORDS)
  return { who, bill }
}

it('mails of a rejected paper carry the sealed words', async () => {
  await rejected()
  await world.deliver()
  const texts = (await waitingMails(world, admin)).map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringContaining(WORDS))
})

describe('a process of before that', () => {
  it('has somebody reviewed and rejects them anew, in words or in none, leaves none of before', async () => {
    const { who } = await rejected()
    expect(await self(who)).toMatchObject({ verification_reason: WORDS })
    const writes = (set: string) =>
      admin.rows(`update contractor set ${set} where sub = $1`, [who.sub])
    await writes("verification = 'PENDING_REVIEW', verification_reason = null")
    expect(await self(who)).toMatchObject({ verification_reason: null })
    await writes("verification = 'REJECTED', verification_reason = null")
    expect(await self(who)).toMatchObject({ verification_reason: null })
    await writes("verification_reason = 'Other words.'")
    expect(await self(who)).toMatchObject({ verification_reason: 'Other words.' })
  })

  it('rejects again without words takes away those of before, and what it writes of anything else leaves them', async () => {
    const { who } = await rejected()
    const writes = (set: string) =>
      admin.rows(`update contractor set ${set} where sub = $1`, [who.sub])
    await writes('changed_at = now(), version = version + 1')
    expect(await self(who)).toMatchObject({ verification_reason: WORDS })
    await writes("verification = 'REJECTED', verification_reason = null")
    expect(await self(who)).toMatchObject({ verification_reason: null })
  })

  it('decides about a paper anew, by a reason of the list or by none, leaves no words of before', async () => {
    for (const set of [
      "status = 'REJECTED', reason = null, reason_code = 'NOT_SHARP', decided_at = now()",
      "status = 'PENDING_REVIEW', reason = null, reason_code = null, decided_at = null",
    ]) {
      const { who, bill } = await rejected()
      const writes = (columns: string) =>
        admin.rows(`update identity_document set ${columns} where document_uuid = $1`, [
          bill.document_uuid,
        ])
      await writes('superseded_at = null')
      expect(await paper(who, 'permanent_address_document')).toMatchObject({ reason: WORDS })
      await writes(set)
      const { reason } = await paper(who, 'permanent_address_document')
      expect(reason).not.toBe(WORDS)
    }
  })

  it('verifies a company, or rejects it in other words, leaves none of before', async () => {
    const owner = await givenEmployer(world, operator)
    const { employer_uuid } = owner
    const reason = async () => (await call(world, owner, 'getEmployer')).verification_reason
    const writes = (set: string, ...values: unknown[]) =>
      admin.rows(`update employer set ${set} where employer_uuid = $1`, [employer_uuid, ...values])
    const say = async () => {
      const sealed = await world.unit(async ctx => sealWords(ctx, 'employer', employer_uuid, WORDS))
      await writes(
        "verification = 'REJECTED', verification_reason = null, sealed_reason = $2",
        sealed,
      )
      expect(await reason()).toBe(WORDS)
    }
    await say()
    await writes("verification = 'VERIFIED', verification_reason = null")
    await writes("verification = 'REJECTED', verification_reason = null")
    expect(await reason()).toBeNull()
    await say()
    await writes("verification_reason = 'Other words.'")
    expect(await reason()).toBe('Other words.')
    await writes('verification_reason = null')
    expect(await reason()).toBeNull()
  })
})

describe('why somebody is suspended', () => {
  const why = 'Two papers of one number.'
  it('is read by who is asked to reinstate them, stands in no audit, and goes with it', async () => {
    const who = await contractor()
    const owner = await givenEmployer(world, operator)
    for (const [userTypes, sub] of [
      ['contractors', who.sub],
      ['employers', owner.employer_uuid],
    ] as const) {
      const change = (operation: 'suspend' | 'reinstate', body: object) =>
        call(world, operator, 'changeStanding', { params: { userTypes, sub, operation }, body })
      const read = async () =>
        (userTypes === 'employers'
          ? await call(world, operator, 'getOperationsEmployer', { params: { id: sub } })
          : await call(world, operator, 'getOperationsContractor', { params: { sub } })
        ).suspension
      expect(await read()).toBeNull()
      await change('suspend', { reason: why })
      expect(await read()).toMatchObject({ reason: why })
      const audited = await admin.rows<{ said: string }>(
        "select after::text said from audit_entry where action in ('suspend', 'reinstate')",
      )
      expect(audited.filter(({ said }) => said.includes(why))).toEqual([])
      await change('reinstate', {})
      expect(await read()).toBeNull()
      await change('suspend', {})
      expect(await read()).toMatchObject({ reason: null })
      await change('reinstate', {})
    }
  })

  it('is never what was said before a process of before suspended them anew', async () => {
    const who = await contractor()
    const params = { userTypes: 'contractors', sub: who.sub, operation: 'suspend' } as const
    await call(world, operator, 'changeStanding', { params, body: { reason: why } })
    await admin.rows('update person set suspended_at = null where sub = $1', [who.sub])
    await admin.rows('update person set suspended_at = now() where sub = $1', [who.sub])
    const { suspension } = await call(world, operator, 'getOperationsContractor', {
      params: { sub: who.sub },
    })
    expect(suspension).toMatchObject({ reason: null })
  })
})
