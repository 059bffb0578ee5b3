/** What an identity document says of itself: sealed, whole, and looked at again when it changes. */
import { describe, expect, it } from 'vitest'
import { call, type Person, upload } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import type { World } from '#test/harness/world.ts'
import { withPapers } from './papers.test-data.ts'

let world: World
let admin: Admin
let operator: Person
const { contractor, self, review, paper, open, reject, verify } = withPapers(told => {
  ;({ world, admin, operator } = told)
})

describe('what an identity document says', () => {
  const details = {
    id_document_type: 'NATIONAL_ID' as const,
    residency: 'PERMANENT_RESIDENT' as const,
    citizenship: 'MX',
    id_document_number: 'G00482915',
    id_document_country: 'MX',
    id_document_expires_on: '2031-08-22',
    birth_date: '1991-03-14',
  }

  it('is sealed but for its end, and read whole by who reviews it', async () => {
    const who = await contractor()
    await call(world, who, 'putPersonalDocuments', {
      body: { ...details, identification_document_back: upload('back.pdf', 'The back') },
    })
    const kept = await paper(who, 'identification_document')
    expect(kept).toMatchObject({
      number_label: '•• 2915',
      issuing_country: 'MX',
      citizenship: 'MX',
      expires_on: '2031-08-22',
      residency: 'PERMANENT_RESIDENT',
    })
    expect(JSON.stringify(await self(who))).not.toContain('G00482915')
    const seen = await review(who)
    expect([(await self(who)).birth_date, seen.birth_date]).toEqual(['1991-03-14', '1991-03-14'])
    expect(seen.documents.find(of => of.kind === 'identification_document')?.number).toBe(
      'G00482915',
    )
    expect(seen.documents.map(of => of.kind)).toContain('identification_document_back')
    const list = await call(world, operator, 'listOperationsContractors', { query: { limit: 200 } })
    for (const value of ['G00482915', '1991-03-14'])
      expect(JSON.stringify(list)).not.toContain(value)
    const rows = await admin.rows<{ row: string }>(
      'select to_json(d)::text "row" from identity_document d',
    )
    for (const value of ['G00482915', '1991-03-14'])
      expect(JSON.stringify(rows)).not.toContain(value)
  })

  it('asks who is no citizen by which right they live there, and is complete with that', async () => {
    const who = await contractor()
    await call(world, who, 'putPersonalDocuments', { body: details })
    const flags = async () => (await call(world, who, 'getMe')).documents_completed
    expect(await flags()).toBe(false)
    await call(world, who, 'putPersonalDocuments', {
      body: {
        status_document: upload('permit.pdf', 'A permit'),
        status_document_expires_on: '2027-01-01',
      },
    })
    expect(await flags()).toBe(true)
    expect(await paper(who, 'status_document')).toMatchObject({ expires_on: '2027-01-01' })
  })

  it('is not verified while what it asks for was not sent, by whichever way, and says what is missing', async () => {
    const who = await contractor()
    await verify(who, await open(who))
    await call(world, who, 'putPersonalDocuments', { body: { residency: 'PERMANENT_RESIDENT' } })
    expect((await self(who)).verification_status).toBe('PENDING_REVIEW')
    expect((await review(who)).missing).toEqual(['status_document'])
    const missing = {
      code: 'TRANSITION_NOT_ALLOWED',
      text: 'people.problems.documentMissing',
      params: { kind: 'status_document' },
    }
    const documents = await open(who)
    await expect(verify(who, documents)).rejects.toMatchObject(missing)
    await expect(verify(who)).rejects.toMatchObject(missing)
    const { document_uuid, sha256, version } = await paper(who, 'identification_document')
    const accept = (of: typeof version) =>
      call(world, operator, 'decideDocument', {
        params: { userTypes: 'contractors', sub: who.sub, document: document_uuid },
        body: { decision: 'verify', sha256, version: of },
      })
    await expect(accept(version)).rejects.toMatchObject(missing)
    await call(world, who, 'putPersonalDocuments', {
      body: { status_document: upload('card.pdf', 'A card of residence') },
    })
    expect((await review(who)).missing).toEqual([])
    await verify(who, await open(who))
    expect((await self(who)).verification_status).toBe('VERIFIED')
  })

  it('that is changed is looked at again, and that alone', async () => {
    const who = await contractor()
    await verify(who, await open(who))
    await call(world, who, 'putPersonalDocuments', { body: { id_document_number: 'X1' } })
    const after = await self(who)
    expect(after.verification_status).toBe('PENDING_REVIEW')
    expect(after.documents.map(of => of.status)).toEqual(['PENDING_REVIEW', 'VERIFIED'])
    const { version } = after.documents[0] ?? {}
    await call(world, who, 'putPersonalDocuments', { body: { id_document_number: 'X1' } })
    expect((await self(who)).documents[0]?.version).toBe(version)
    await call(world, who, 'putPersonalDocuments', { body: { birth_date: '1990-01-01' } })
    expect((await self(who)).documents[0]?.version).toBe((version ?? 0) + 1)
  })

  it('is of the paper that it is about: another paper says nothing yet, a rejected one sent again still does', async () => {
    const who = await contractor()
    await call(world, who, 'putPersonalDocuments', { body: details })
    await open(who)
    await reject(who, await paper(who, 'identification_document'))
    const send = (text: string) =>
      call(world, who, 'putPersonalDocuments', {
        body: { identification_document: upload('id.pdf', text) },
      })
    await send('Sharper')
    expect(await paper(who, 'identification_document')).toMatchObject({ number_label: '•• 2915' })
    await send('Another one')
    expect((await self(who)).birth_date).toBe('1991-03-14')
    expect(await paper(who, 'identification_document')).toMatchObject({
      number_label: null,
      expires_on: null,
      citizenship: 'MX',
    })
  })

  it('is refused for a country that is none, and for a day that is past', async () => {
    const who = await contractor()
    for (const [field, value] of [
      ['id_document_country', 'XX'],
      ['citizenship', 'XX'],
      ['id_document_expires_on', '2026-11-22'],
      ['birth_date', '2015-01-01'],
      ['birth_date', '1191-03-14'],
      ['status_document_expires_on', '2020-01-01'],
    ] as const)
      await expect(
        call(world, who, 'putPersonalDocuments', { body: { [field]: value } }),
      ).rejects.toMatchObject({ fields: [expect.objectContaining({ loc: ['body', field] })] })
  })
})
