import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeFile } from '#test/harness/whole-file.ts'
import { selectEarlierName } from '../identity/index.ts'
import { type Actor, SYSTEM_ACTOR } from '../kernel/actor.ts'
import { pdfBytes, type SmallWorld, smallWorld, upload } from './small-world.test-data.ts'

let world: SmallWorld
let operator: Actor
beforeAll(async () => {
  world = await smallWorld()
  operator = await world.person('operator', 'ops@corridor.test', 'Olu Adeyemi')
})
afterAll(() => world?.end())

const home = {
  street_number_and_name: '88, rue des Érables',
  city_or_municipality: 'Montréal',
  postal_code: 'H2X 0A0',
  country_code: 'CA',
  subdivision_code: 'CA-QC',
}
const information = {
  first_name: 'Chloé',
  last_name: 'Tremblay',
  preferred_name: 'Chloé',
  phone_number: '+15145550100',
  permanent_address: home,
}
let people = 0
const contractor = () => world.contractor(`person${++people}@example.test`, 'Chloé Tremblay')
const send = (by: Actor, documents: object) =>
  world.call('putPersonalDocuments', by, { body: documents })
const both = {
  id_document_type: 'PASSPORT',
  identification_document: upload(pdfBytes('passport')),
  permanent_address_document: upload(pdfBytes('bill')),
}
const decide = (sub: string, operation: string, reason?: string, userTypes = 'contractors') =>
  world.call('changeStanding', operator, {
    params: { userTypes, sub, operation },
    body: reason === undefined ? {} : { reason },
  })

async function open(sub: string) {
  const { documents } = await world.call('getOperationsContractor', operator, { params: { sub } })
  for (const { file_uuid: file } of documents)
    await world.call('getContractorFile', operator, { params: { sub, file } })
  return documents
}

/** Opens every paper, and verifies who they are of. Everybody here sends one passport, which the operator sees. */
async function verify(sub: string) {
  const documents = await open(sub)
  return world.call('changeStanding', operator, {
    params: { userTypes: 'contractors', sub, operation: 'verify' },
    body: { used_by: usersOf(documents) },
  })
}

type Papers = Awaited<ReturnType<typeof open>>
const usersOf = (documents: Papers) => documents.flatMap(of => of.used_by.map(({ sub }) => sub))

describe('a contractor', () => {
  it('waits for review once the documents are complete, one by one', async () => {
    const person = await contractor()
    expect(
      await send(person, { identification_document: both.identification_document }),
    ).toMatchObject({ verification_status: 'UNVERIFIED' })
    const self = await send(person, { permanent_address_document: both.permanent_address_document })
    expect(self).toMatchObject({ verification_status: 'PENDING_REVIEW' })
    expect(self.documents.map(document => [document.kind, document.status])).toEqual([
      ['identification_document', 'PENDING_REVIEW'],
      ['permanent_address_document', 'PENDING_REVIEW'],
    ])
  })

  it('with an address for mail of its own needs its document, too', async () => {
    const person = await contractor()
    await world.call('putAddress', person, { body: { ...home, kind: 'mailing' } })
    expect(await send(person, both)).toMatchObject({ verification_status: 'UNVERIFIED' })
    expect(await world.call('putPersonalInformation', person, { body: information })).toMatchObject(
      { verification_status: 'PENDING_REVIEW' },
    )
  })

  it('is rejected with a reason, sends one document again and is verified', async () => {
    const person = await contractor()
    await send(person, both)
    expect(await world.refusal(decide(person.sub, 'unverify'))).toMatchObject({
      field: 'body.reason',
    })
    const unseen = decide(person.sub, 'unverify', 'The passport is cut off.')
    expect(await world.refusal(unseen)).toMatchObject({ code: 'CONFLICT' })
    await open(person.sub)
    expect(await decide(person.sub, 'unverify', 'The passport is cut off.')).toEqual({
      verification_status: 'REJECTED',
      suspended: false,
    })
    expect(await world.call('getContractorSelf', person)).toMatchObject({
      verification_reason: 'The passport is cut off.',
      documents: [
        { status: 'REJECTED', reason: 'The passport is cut off.' },
        { status: 'REJECTED' },
      ],
    })
    expect(await send(person, both)).toMatchObject({
      verification_status: 'PENDING_REVIEW',
      verification_reason: null,
    })
    expect(await world.refusal(decide(person.sub, 'verify'))).toMatchObject({ code: 'CONFLICT' })
    expect(await verify(person.sub)).toMatchObject({ verification_status: 'VERIFIED' })
    expect(await world.refusal(decide(person.sub, 'verify'))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    const decided = world.events.filter(({ payload }) => payload.id === person.sub)
    expect(decided.map(({ type }) => type)).toEqual(Array(2).fill('people.verification_decided'))
    // Each change of the status may have ended a hold.
    const looks = world.looks.filter(of => JSON.stringify(of).includes(person.sub))
    expect(looks).toEqual(Array(4).fill({ contractor_sub: person.sub }))
  })

  it('is known by the name that was verified, also while they are reviewed again', async () => {
    const person = await contractor()
    await world.call('putPersonalInformation', person, { body: information })
    await send(person, both)
    await verify(person.sub)
    const abroad = { ...home, country_code: 'US', subdivision_code: 'US-WA' }
    expect((await world.call('putAddress', person, { body: abroad })).verification_status).toBe(
      'PENDING_REVIEW',
    )
    const renamed = { ...information, permanent_address: abroad, last_name: 'Gagnon' }
    await world.call('putPersonalInformation', person, { body: renamed })
    const before = await world.unit(person, ctx => selectEarlierName(ctx.tx, person.sub, ctx.now))
    expect(before?.name).toBe('Chloé Tremblay')
  })

  it('goes back to review by another legal name, country or document, and by nothing else', async () => {
    const person = await contractor()
    await world.call('putPersonalInformation', person, { body: information })
    await send(person, both)
    const put = async (change: object) =>
      (await world.call('putPersonalInformation', person, { body: { ...information, ...change } }))
        .verification_status
    await verify(person.sub)
    expect(await put({ phone_number: '+15145550111', preferred_name: 'Clo' })).toBe('VERIFIED')
    expect((await send(person, both)).verification_status).toBe('VERIFIED')
    expect(await put({ last_name: 'Gagnon' })).toBe('PENDING_REVIEW')
    await verify(person.sub)
    const abroad = { ...home, country_code: 'US', subdivision_code: 'US-WA' }
    expect((await world.call('putAddress', person, { body: abroad })).verification_status).toBe(
      'PENDING_REVIEW',
    )
    await verify(person.sub)
    const self = await send(person, {
      identification_document: upload(pdfBytes('another passport')),
    })
    expect(self.verification_status).toBe('PENDING_REVIEW')
    expect(self.documents.map(document => document.status)).toEqual(['PENDING_REVIEW', 'VERIFIED'])
    await verify(person.sub)
    expect(await decide(person.sub, 'unverify')).toMatchObject({
      verification_status: 'PENDING_REVIEW',
    })
  })

  it('is refused an address that does not exist, and what is no document', async () => {
    const person = await contractor()
    const wrong = world.call('putPersonalInformation', person, {
      body: { ...information, permanent_address: { ...home, subdivision_code: 'US-WA' } },
    })
    expect(await world.refusal(wrong)).toMatchObject({
      field: 'body.permanent_address.subdivision_code',
      detail: 'Province is required',
    })
    const text = send(person, { identification_document: upload(Buffer.from('no PDF')) })
    expect(await world.refusal(text)).toMatchObject({
      code: 'DOCUMENT_NOT_READABLE',
      field: 'body.identification_document',
    })
    expect(await world.refusal(send(person, {}))).toMatchObject({ code: 'VALIDATION' })
  })

  it('who calls themselves otherwise is verified again by who opened their papers since', async () => {
    const person = await contractor()
    await world.call('putPersonalInformation', person, { body: information })
    await send(person, both)
    const others = usersOf(await open(person.sub))
    await verify(person.sub)
    const other = await world.person('operator', 'ops3@corridor.test', 'Noor Haddad')
    const verifiedBy = (by: Actor) =>
      world.call('changeStanding', by, {
        params: { userTypes: 'contractors', sub: person.sub, operation: 'verify' },
        body: { used_by: others },
      })
    const toOpen = async () =>
      (await world.call('getOperationsContractor', operator, { params: { sub: person.sub } }))
        .to_open
    world.clock.set('2026-11-17T09:00:00Z')
    const renamed = { ...information, last_name: 'Somebody Else' }
    await world.call('putPersonalInformation', person, { body: renamed })
    world.clock.set('2026-11-17T10:00:00Z')
    expect(await toOpen()).toHaveLength(2)
    // Neither who opened nothing nor who opened it beside another name, whatever the body.
    for (const by of [other, operator])
      expect(await world.refusal(verifiedBy(by))).toMatchObject({ code: 'CONFLICT' })
    await open(person.sub)
    // What nobody holds against a paper leaves what was opened as it is.
    world.clock.set('2026-11-17T11:00:00Z')
    const reached = { ...renamed, phone_number: '+15145550111', preferred_name: 'Clo' }
    await world.call('putPersonalInformation', person, { body: reached })
    expect(await toOpen()).toEqual([])
    expect(await world.refusal(verifiedBy(other))).toMatchObject({ code: 'CONFLICT' })
    expect(await verifiedBy(operator)).toMatchObject({ verification_status: 'VERIFIED' })
  })

  it('sees who opened the passport; nobody else may', async () => {
    const person = await contractor()
    const stranger = await contractor()
    const self = await send(person, both)
    const [document] = self.documents
    const params = { sub: person.sub, file: document?.file_uuid }
    const file = await world.call('getContractorFile', operator, { params })
    expect((await wholeFile(file)).equals(pdfBytes('passport'))).toBe(true)
    const [seen] = await world.call('listDocuments', person)
    expect(seen?.reads).toMatchObject([
      { reader_role: 'operator', reader_name: 'Olu Adeyemi', purpose: 'verification', mine: false },
    ])
    // Another operator of the same name did not open it.
    const mine = async (by: Actor) =>
      (
        await world.call('getOperationsContractor', by, { params: { sub: person.sub } })
      ).documents.map(({ reads }) => reads.map(read => read.mine))
    expect(await mine(operator)).toEqual([[true], []])
    const namesake = await world.person('operator', 'ops2@corridor.test', 'Olu Adeyemi')
    expect(await mine(namesake)).toEqual([[false], []])
    const own = (by: Actor) =>
      world.call('getDocument', by, { params: { id: document?.document_uuid } })
    expect((await own(person)).mime_type).toBe('application/pdf')
    expect(await world.refusal(own(stranger))).toMatchObject({ code: 'NOT_FOUND' })
    const elsewhere = world.call('getContractorFile', operator, {
      params: { ...params, sub: stranger.sub },
    })
    expect(await world.refusal(elsewhere)).toMatchObject({ code: 'NOT_FOUND' })
    const rows = await world.unit(stranger, ctx =>
      ctx.tx.selectFrom('identity_document').selectAll().execute(),
    )
    expect(rows).toEqual([])
  })

  it('is suspended and reinstated once', async () => {
    const person = await contractor()
    expect(await decide(person.sub, 'suspend', 'Fraud report')).toEqual({
      verification_status: 'UNVERIFIED',
      suspended: true,
    })
    expect(await world.refusal(decide(person.sub, 'suspend'))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    expect(await decide(person.sub, 'reinstate')).toMatchObject({ suspended: false })
    expect(await world.refusal(decide('nobody', 'suspend'))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a company', () => {
  it('gets its domain at the first naming, and another one where the mail is public', async () => {
    const name = (by: Actor, corporation_name: string) =>
      world.call('putEmployerName', by, { body: { corporation_name } })
    const first = await world.employer('dana@northwind.test', 'Dana Whitfield', { unnamed: true })
    expect(await name(first, 'Northwind Robotics, Inc.')).toMatchObject({
      domain: 'northwind.test',
      verified: false,
    })
    expect(await name(first, 'Northwind Labs')).toMatchObject({ domain: 'northwind.test' })
    const second = await world.employer('lee@northwind.test', 'Lee Park', { unnamed: true })
    expect(await world.refusal(name(second, 'Northwind'))).toMatchObject({ code: 'CONFLICT' })
    const publics = await Promise.all(
      [1, 2, 3].map(n => world.employer(`studio${n}@gmail.com`, 'Ana Sousa', { unnamed: true })),
    )
    const named = await Promise.all(publics.map(by => name(by, 'Atelier Sousa')))
    expect(named.map(company => company.domain).sort()).toEqual([
      'atelier-sousa-1',
      'atelier-sousa-2',
      'atelier-sousa-3',
    ])
  })

  it('goes to review with its articles, is verified, and back by another legal name', async () => {
    const boss = await world.employer('sam@contoso.test', 'Sam Ortega', { unnamed: true })
    const hand = () =>
      world.call('putCompanyDocuments', boss, {
        body: { articles_of_incorporation: upload(pdfBytes('articles')) },
      })
    const name = (corporation_name: string) =>
      world.call('putEmployerName', boss, { body: { corporation_name } })
    expect(await hand()).toMatchObject({ verification_status: 'UNVERIFIED' })
    expect(await name('Contoso Ltd')).toMatchObject({ verification_status: 'PENDING_REVIEW' })
    const { employer_uuid: id } = await world.call('getEmployer', boss)
    const { documents } = await world.call('getOperationsEmployer', operator, { params: { id } })
    for (const { document_uuid: doc } of documents)
      await world.call('getEmployerDocument', operator, { params: { id, doc } })
    expect(await decide('contoso.test', 'verify', undefined, 'employers')).toMatchObject({
      verification_status: 'VERIFIED',
    })
    expect(await name('Contoso Ltd')).toMatchObject({ verified: true })
    expect(await name('Contoso Holding Ltd')).toMatchObject({
      verification_status: 'PENDING_REVIEW',
    })
    await decide(boss.sub, 'suspend', undefined, 'employers')
    const list = await world.call('listOperationsEmployers', operator, {
      query: { search: 'contoso' },
    })
    expect(list.items).toMatchObject([
      {
        corporation_name: 'Contoso Holding Ltd',
        suspended: true,
        contact: { name: 'Sam Ortega' },
        allowed_actions: ['verify', 'unverify', 'reinstate'],
      },
    ])
    const [document] = list.items[0]?.documents ?? []
    const params = { id: boss.employer_uuid, doc: document?.document_uuid }
    expect((await world.call('getEmployerDocument', operator, { params })).mime_type).toBe(
      'application/pdf',
    )
    expect((await world.call('getEmployer', boss)).kyc_info.documents[0]?.reads).toHaveLength(1)
  })
})

describe('the operators’ list', () => {
  it('puts those first who have waited longest, page by page', async () => {
    const waiting: string[] = []
    for (let minute = 1; minute <= 3; minute++) {
      world.clock.set(`2027-01-0${minute}T10:00:00.000Z`)
      const person = await contractor()
      await send(person, both)
      waiting.push(person.sub)
      await contractor()
    }
    const seen: (readonly [string, string])[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await world.call('listOperationsContractors', operator, {
        query: { limit: '4', ...(cursor && { cursor }) },
      })
      seen.push(...page.items.map(item => [item.sub, item.verification_status] as const))
      cursor = page.next_cursor
    }
    const all = await world.unit(SYSTEM_ACTOR, ctx =>
      ctx.tx.selectFrom('contractor').select('sub').execute(),
    )
    expect(seen.map(([sub]) => sub).sort()).toEqual(all.map(row => row.sub).sort())
    const pending = seen.filter(([, status]) => status === 'PENDING_REVIEW').map(([sub]) => sub)
    expect(seen.slice(0, pending.length).map(([sub]) => sub)).toEqual(pending)
    expect(pending.slice(-3)).toEqual(waiting)
  })
})
