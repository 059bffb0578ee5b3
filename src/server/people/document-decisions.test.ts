/** Papers decided one by one, of what was opened, by one operator at a time; and what that makes of the whole. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person, signUpEmployer, upload } from '#db/seed/cast.ts'
import { makeOperator } from '#server/identity/index.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { person, type World } from '#test/harness/world.ts'
import { MARIANA, withPapers } from './papers.test-data.ts'

let world: World
let admin: Admin
let operator: Person
let other: Person
const { contractor, self, review, paper, open, accept, reject, verify } = withPapers(told => {
  ;({ world, admin, operator } = told)
})
beforeAll(async () => {
  other = person('emeka@corridor.test')
  const names = { first_name: 'Emeka', last_name: 'Kalu', role: 'verifier' as const }
  await world.unit(ctx => makeOperator(ctx, { ...other, ...names, created_at: ctx.now }))
})

describe('one document', () => {
  it('is rejected with a standard reason that its owner reads, sent again alone, and verified', async () => {
    const who = await contractor()
    const [passport, bill] = await open(who)
    if (!passport || !bill) throw new Error('two papers')
    expect(await accept(who, bill)).toEqual({
      document_status: 'VERIFIED',
      verification_status: 'PENDING_REVIEW',
    })
    expect(await reject(who, passport)).toEqual({
      document_status: 'REJECTED',
      verification_status: 'REJECTED',
    })
    const told = await self(who)
    expect(told.verification_reason).toMatch(/^Please take the picture again/)
    expect(told.documents).toMatchObject([
      { status: 'REJECTED', reason_code: 'NOT_SHARP', reason: told.verification_reason },
      { status: 'VERIFIED', reason: null },
    ])
    const again = await call(world, who, 'putPersonalDocuments', {
      body: { identification_document: upload('passport.pdf', 'A sharp passport') },
    })
    expect(again.verification_status).toBe('PENDING_REVIEW')
    expect(again.documents.map(of => of.status)).toEqual(['PENDING_REVIEW', 'VERIFIED'])
    expect(again.documents[0]).toMatchObject({ document_type: 'PASSPORT', residency: 'CITIZEN' })
    const seen = await open(who)
    expect(await verify(who, seen)).toMatchObject({ verification_status: 'VERIFIED' })
    expect((await self(who)).documents.map(of => of.status)).toEqual(['VERIFIED', 'VERIFIED'])
  })

  it('is rejected in the operator’s own words, which "something else" needs', async () => {
    const who = await contractor()
    await open(who)
    const bill = await paper(who, 'permanent_address_document')
    await expect(reject(who, bill, 'OTHER')).rejects.toMatchObject({
      fields: [expect.objectContaining({ loc: ['body', 'reason'] })],
    })
    await reject(who, bill, 'OTHER', 'This is a bill of your landlord.')
    expect(await paper(who, 'permanent_address_document')).toMatchObject({
      reason_code: 'OTHER',
      reason: 'This is a bill of your landlord.',
    })
    const mails = await admin.rows(
      "select from outbox_event where type = 'people.document_rejected' and payload->>'document_uuid' = $1",
      [bill.document_uuid],
    )
    expect(mails).toHaveLength(1)
  })

  it('is neither accepted nor rejected by who did not open it, whoever else did', async () => {
    const who = await contractor()
    await open(who, other)
    const passport = await paper(who, 'identification_document')
    for (const decide of [accept, reject])
      await expect(decide(who, passport)).rejects.toMatchObject({
        text: 'people.problems.openFirst',
      })
    const whole = { userTypes: 'contractors', sub: who.sub, operation: 'unverify' } as const
    await expect(
      call(world, operator, 'changeStanding', { params: whole, body: { reason: 'Cut off' } }),
    ).rejects.toMatchObject({ text: 'people.problems.openFirst' })
    expect(await self(who)).toMatchObject({ verification_status: 'PENDING_REVIEW' })
    await open(who)
    expect(await reject(who, passport)).toMatchObject({ document_status: 'REJECTED' })
  })

  it('that was accepted by mistake is rejected, and the other way about', async () => {
    const who = await contractor()
    const seen = await open(who)
    await verify(who, seen)
    expect(await reject(who, await paper(who, 'identification_document'))).toMatchObject({
      verification_status: 'REJECTED',
    })
    expect(await accept(who, await paper(who, 'identification_document'))).toMatchObject({
      verification_status: 'PENDING_REVIEW',
    })
  })

  it('is not accepted unseen: not opened, sent anew, said to be another, or decided meanwhile', async () => {
    const who = await contractor()
    const unread = await paper(who, 'identification_document')
    expect(await outcome(accept(who, unread))).toBe('CONFLICT')
    const [passport] = await open(who)
    if (!passport) throw new Error('a passport')
    expect(await outcome(accept(who, { ...passport, sha256: '0'.repeat(64) }))).toBe('CONFLICT')
    await call(world, who, 'putPersonalDocuments', { body: { id_document_type: 'NATIONAL_ID' } })
    expect(await outcome(accept(who, passport))).toBe('CONFLICT')
    const described = await paper(who, 'identification_document')
    expect(described.document_uuid).toBe(passport.document_uuid)
    await call(world, who, 'putPersonalDocuments', {
      body: { identification_document: upload('new.pdf', 'Somebody else') },
    })
    expect(await outcome(accept(who, described))).toBe('CONFLICT')
    await open(who)
    const now = await paper(who, 'identification_document')
    expect(await outcome(accept(who, now))).toBe('done')
    expect(await outcome(reject(who, now))).toBe('CONFLICT')
    expect(await outcome(accept(who, now))).toBe('CONFLICT')
  })

  it('is nobody else’s: another’s document is not found', async () => {
    const [who, stranger] = [await contractor(), await contractor()]
    const theirs = await paper(stranger, 'identification_document')
    expect(await outcome(accept(who, theirs))).toBe('NOT_FOUND')
    expect(await outcome(accept(who, { ...theirs, document_uuid: newUuid() }))).toBe('NOT_FOUND')
    expect((await paper(stranger, 'identification_document')).status).toBe('PENDING_REVIEW')
  })

  it('that fifty decide at once is decided once', async () => {
    const who = await contractor()
    const [passport] = await open(who)
    if (!passport) throw new Error('a passport')
    await open(who, other)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        outcome(
          n % 2 === 0
            ? accept(who, passport, n % 4 === 0 ? operator : other)
            : reject(who, passport),
        ),
      ),
    )
    expect(outcomes.filter(of => of === 'done')).toHaveLength(1)
    expect(outcomes.filter(of => of === 'CONFLICT')).toHaveLength(49)
    const after = await paper(who, 'identification_document')
    expect(after.version).toBe(passport.version + 1)
    const entries = await admin.rows(
      "select from audit_entry where $1 = any(entity_uuids) and action in ('verify_document', 'reject_document')",
      [who.sub],
    )
    expect(entries).toHaveLength(1)
  })

  it('and another that are rejected at once leave the whole rejected, and both to be sent again', async () => {
    const who = await contractor()
    const [passport, bill] = await open(who)
    if (!passport || !bill) throw new Error('two papers')
    const both = await Promise.all([
      outcome(reject(who, passport)),
      outcome(reject(who, bill, 'TOO_OLD')),
    ])
    expect(both).toEqual(['done', 'done'])
    const after = await self(who)
    expect(after.verification_status).toBe('REJECTED')
    expect(after.documents.map(of => of.status)).toEqual(['REJECTED', 'REJECTED'])
  })
})

describe('the whole', () => {
  it('is verified by the documents that were opened, and by no others', async () => {
    const who = await contractor()
    const seen = await open(who)
    expect(await outcome(verify(who, seen.slice(0, 1)))).toBe('CONFLICT')
    await call(world, who, 'putPersonalDocuments', {
      body: { status_document: upload('permit.pdf', 'A permit') },
    })
    expect(await outcome(verify(who, seen))).toBe('CONFLICT')
    const { documents } = await self(who)
    expect(await outcome(verify(who, documents))).toBe('CONFLICT')
    expect(await outcome(verify(who, await open(who)))).toBe('done')
  })

  it('is not verified while a document is rejected, whether documents are named or not', async () => {
    const who = await contractor()
    const [passport] = await open(who)
    if (!passport) throw new Error('a passport')
    await reject(who, passport)
    expect(await outcome(verify(who, await open(who)))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await outcome(verify(who))).toBe('TRANSITION_NOT_ALLOWED')
    expect((await self(who)).documents.map(of => of.status)).toEqual(['REJECTED', 'PENDING_REVIEW'])
  })

  it('of a company follows the same way', async () => {
    const boss = person('boss@salgado.test')
    await signUpEmployer(world, boss, { ...MARIANA, corporation_name: 'Salgado Ltd' })
    const { employer_uuid, kyc_info } = await call(world, boss, 'getEmployer')
    const [articles] = kyc_info.documents
    if (!articles) throw new Error('articles')
    const { document_uuid, sha256, version } = articles
    const doc = { id: employer_uuid, doc: document_uuid }
    await call(world, operator, 'getEmployerDocument', { params: doc })
    const where = { userTypes: 'employers' as const, sub: employer_uuid }
    const answer = await call(world, operator, 'decideDocument', {
      params: { ...where, document: document_uuid },
      body: { decision: 'reject', sha256, version, reason_code: 'CUT_OFF' },
    })
    expect(answer.verification_status).toBe('REJECTED')
    const again = await call(world, boss, 'putCompanyDocuments', {
      body: { articles_of_incorporation: upload('whole.pdf', 'All of the articles') },
    })
    expect(again.verification_status).toBe('PENDING_REVIEW')
    const shown = await call(world, operator, 'getOperationsEmployer', {
      params: { id: employer_uuid },
    })
    expect(shown).toMatchObject({
      corporation_name: 'Salgado Ltd',
      documents: [{ status: 'PENDING_REVIEW' }],
    })
  })
})

describe('a claim', () => {
  const claim = (who: Person, by = operator, take_over = false) =>
    call(world, by, 'claimReview', {
      params: { userTypes: 'contractors', sub: who.sub },
      body: { take_over },
    })
  const release = (who: Person, by = operator) =>
    call(world, by, 'releaseReview', { params: { userTypes: 'contractors', sub: who.sub } })

  it('is one operator’s: two at the same moment have one effect, and the other is told who', async () => {
    const who = await contractor()
    const both = await Promise.all([outcome(claim(who)), outcome(claim(who, other))])
    expect(both.toSorted()).toEqual(['CONFLICT', 'done'])
    const [winner, loser] = both[0] === 'done' ? [operator, other] : [other, operator]
    const seen = (await review(who, loser)).claim
    expect(seen).toMatchObject({ mine: false })
    expect((await review(who, winner)).claim).toMatchObject({ mine: true, name: seen?.name })
    await expect(claim(who, loser)).rejects.toMatchObject({
      code: 'CONFLICT',
      params: { name: seen?.name },
    })
    const rows = await admin.rows('select from review_claim where contractor_sub = $1', [who.sub])
    expect(rows).toHaveLength(1)
  })

  it('keeps others from deciding, until it is given back, taken over, or nothing happened for a while', async () => {
    const who = await contractor()
    await open(who, other)
    const [passport] = await open(who)
    if (!passport) throw new Error('a passport')
    await claim(who)
    expect(await outcome(accept(who, passport, other))).toBe('CONFLICT')
    expect(await outcome(verify(who, undefined, other))).toBe('CONFLICT')
    await release(who, other)
    expect((await review(who)).claim).toMatchObject({ mine: true })
    await release(who)
    expect((await review(who)).claim).toBeNull()
    await claim(who)
    expect(await claim(who, other, true)).toMatchObject({ mine: true })
    expect(await outcome(accept(who, passport))).toBe('CONFLICT')
    world.clock.set('2026-11-23T10:14:00Z')
    expect(await outcome(accept(who, passport))).toBe('CONFLICT')
    await open(who, other)
    world.clock.set('2026-11-23T10:28:00Z')
    expect(await outcome(accept(who, passport))).toBe('CONFLICT')
    world.clock.set('2026-11-23T10:30:00Z')
    expect((await review(who)).claim).toBeNull()
    expect(await outcome(accept(who, passport))).toBe('done')
    expect((await claim(who)).mine).toBe(true)
    await verify(who, await open(who))
    expect((await review(who)).claim).toBeNull()
  })

  it('leads past those whom others look at, and around', async () => {
    const [one, two, three] = [await contractor(), await contractor(), await contractor()]
    await claim(two, other)
    expect((await review(one)).place.next).toBe(three.sub)
    expect((await review(three)).place.previous).toBe(one.sub)
    const { place } = await review(three)
    expect(place.at).toBe(place.of)
    expect(place.next).not.toBe(three.sub)
    const found = await call(world, operator, 'listOperationsContractors', {
      query: { limit: 200 },
    })
    expect(found.items.find(of => of.sub === two.sub)?.claim).toMatchObject({
      name: 'Emeka Kalu',
      mine: false,
    })
    expect(await outcome(claim(person('nobody@x.test')))).toBe('NOT_FOUND')
  })
})
