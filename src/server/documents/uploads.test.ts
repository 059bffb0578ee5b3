/** Documents as they come in and as they go: screened, counted, and removed once nobody needs them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, type Person, signUpContractor } from '#db/seed/cast.ts'
import { openPapers } from '#db/seed/papers.ts'
import { samplePdf } from '#db/seed/sample-pdf.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import { givenEmployer, givenOperator, person, testWorld, type World } from '#test/harness/world.ts'
import { exif, jpeg, pdf, png } from '../gateways/files/document-corpus.test-data.ts'
import {
  createClamdScanner,
  createSignatureScanner,
  type VirusScanner,
} from '../gateways/files/virus-scanner.ts'
import { jobsOf } from '../jobs.ts'
import { newUuid, sha256 } from '../kernel/ids.ts'
import { retireDocuments } from '../people/index.ts'
import { storeFile, sweepFiles } from './index.ts'

let world: World
let admin: Admin
let operator: Person
let contractor: Person
let number = 0

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  operator = await givenOperator(world)
})
beforeEach(async () => {
  world.clock.set('2026-03-02T10:00:00Z')
  contractor = person(`uploader${++number}@okafor.test`)
  await signUpContractor(world, contractor, {
    first_name: 'Amara',
    last_name: 'Okafor',
    country_code: 'NG',
    subdivision_code: 'NG-LA',
    phone_number: '+2348012345678',
    street: '14 Adeola Street',
    city: 'Lagos',
  })
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const sent = (bytes: Buffer, mime_type = 'application/pdf') =>
  ({ file_name: 'a.pdf', mime_type, content: bytes.toString('base64') }) as never
const handIn = (documents: Record<string, Buffer>, who = contractor) =>
  call(world, who, 'putPersonalDocuments', {
    body: Object.fromEntries(Object.entries(documents).map(([kind, bytes]) => [kind, sent(bytes)])),
  })
const files = (who = contractor) =>
  admin.rows<{ file_uuid: string; kind: string; removed: boolean }>(
    'select file_uuid, kind, removed_at is not null removed from stored_file where contractor_sub = $1 order by created_at, file_uuid',
    [who.sub],
  )
/** The passport of the sign-up: one of the two files that it hands in. */
const passport = async () => (await files()).find(({ kind }) => kind === 'identification_document')
/** Rows as if somebody had handed in that many, of so many bytes each. */
const fill = (count: number, bytes: number, owner: { sub?: string; employer_uuid?: string }) =>
  admin.rows(
    `insert into stored_file (file_uuid, contractor_sub, employer_uuid, kind, file_name, mime_type, size_bytes, sha256, created_at, created_by)
      select gen_random_uuid(), $1, $2, 'old', 'a.pdf', 'application/pdf', $4, '', now(), '' from generate_series(1, $3) n`,
    [owner.sub ?? null, owner.employer_uuid ?? null, count, bytes],
  )

describe('a document that does harm', () => {
  it.each([
    ['a script', pdf({ catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }), /holds a script/],
    ['a program', pdf({ catalog: '/OpenAction << /S /Launch /F (x) >>' }), /starts a program/],
    [
      'a file',
      pdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }),
      /holds other files/,
    ],
    ['a password', pdf({ trailer: '/Encrypt << /V 1 >>' }), /is encrypted/],
  ])('is refused with words that say how to mend it: %s', async (_name, bytes, words) => {
    const before = await files()
    const refused = handIn({ status_document: bytes })
    await expect(refused).rejects.toMatchObject({
      code: 'DOCUMENT_REFUSED',
      detail: expect.stringMatching(words),
      fields: [{ loc: ['body', 'status_document'] }],
    })
    await expect(refused).rejects.toMatchObject({
      detail: expect.stringMatching(/Print it to PDF|Take its password away/),
    })
    expect(await files()).toEqual(before)
  })

  it('is refused when it is a picture that unfolds too far, or no picture at all', async () => {
    const put = (bytes: Buffer) =>
      call(world, contractor, 'putPersonalDocuments', {
        body: { status_document: sent(bytes, 'image/png') },
      })
    await expect(
      put(png({ width: 30_000, height: 30_000, data: Buffer.alloc(9) })),
    ).rejects.toMatchObject({
      code: 'DOCUMENT_REFUSED',
      detail: 'The picture, or one in the PDF, has more than 50 megapixels. Make it smaller.',
    })
    await expect(put(png({ data: Buffer.alloc(99, 7) }))).rejects.toMatchObject({
      code: 'DOCUMENT_NOT_READABLE',
    })
    await put(png())
  })

  it('is kept without what a picture tells of who took it, and so do its owner and who reviews it get it', async () => {
    const taken = jpeg({ segments: [exif({ turn: 6, place: 'N 59.91273 E 10.74609' })] })
    const content = taken.toString('base64')
    const { documents } = await call(world, contractor, 'putPersonalDocuments', {
      body: { status_document: { file_name: 'a.jpg', mime_type: 'image/jpeg', content } },
    })
    const kept = documents.find(({ kind }) => kind === 'status_document')
    const opened = await call(world, contractor, 'getDocument', {
      params: { id: kept?.document_uuid ?? '' },
    })
    const bytes = await wholeFile(opened)
    expect(bytes.includes('59.91273')).toBe(false)
    expect(bytes.length).toBe(jpeg().length + 36)
    expect(kept).toMatchObject({ size_bytes: bytes.length, sha256: sha256(bytes) })
  })

  it('keeps the others of its request out, too: all are taken, or none', async () => {
    const before = await files()
    const bad = pdf({ catalog: '/OpenAction << /S /JavaScript /JS (1) >>' })
    const both = handIn({ identification_document: samplePdf('new'), status_document: bad })
    await expect(both).rejects.toMatchObject({ code: 'DOCUMENT_REFUSED' })
    expect(await files()).toEqual(before)
  })
})

describe('a scanner', () => {
  const scannedBy = (scanner: VirusScanner) => {
    const { refusalOf } = world.kernel.gateways.screen
    const screen = {
      ...world.kernel.gateways.screen,
      refusalOf: async (...[bytes, type]: Parameters<typeof refusalOf>) =>
        (await refusalOf(bytes, type)) ??
        ((await scanner.scan(bytes)) ? ('INFECTED' as const) : undefined),
    }
    const gateways = { ...world.kernel.gateways, screen }
    return { ...world, kernel: { ...world.kernel, gateways } }
  }
  const put = (stage: World) =>
    call(stage, contractor, 'putPersonalDocuments', {
      body: { status_document: sent(samplePdf('signature')) },
    })

  it('that finds something keeps the document out, and nothing of it is kept', async () => {
    const before = await files()
    await expect(put(scannedBy(createSignatureScanner('signature', 'X')))).rejects.toMatchObject({
      code: 'DOCUMENT_REFUSED',
      detail: expect.stringContaining('holds a virus'),
    })
    expect(await files()).toEqual(before)
    await put(scannedBy(createSignatureScanner('another', 'X')))
  })

  it('that is away is waited for: nothing is taken unchecked', async () => {
    const before = await files()
    const away = createClamdScanner('tcp://127.0.0.1:1')
    await expect(put(scannedBy(away))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await files()).toEqual(before)
  })
})

describe('the room for documents', () => {
  it('of one person is 200 documents, and the refusal says so', async () => {
    await fill(197, 10, contractor)
    await handIn({ status_document: samplePdf('the last one') })
    await expect(handIn({ status_document: samplePdf('one more') })).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      detail: expect.stringMatching(/^At most 200 documents, and you keep 200/),
    })
    // The same again is no more than there is.
    await handIn({ status_document: samplePdf('the last one') })
  })

  it('of one person is 200 MB, and the refusal says so', async () => {
    await fill(19, 10 * 1024 * 1024, contractor)
    const large = () => pdf({ objects: [Buffer.alloc(6 * 1024 * 1024, (++number % 26) + 97)] })
    await handIn({ status_document: large() })
    await expect(handIn({ status_document: large() })).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      detail: expect.stringMatching(/^At most 200 MB, and you keep 196 MB/),
    })
  })

  it('is not found twice by two requests at once', async () => {
    await fill(197, 10, contractor)
    const answers = await Promise.allSettled([
      handIn({ status_document: samplePdf('one') }),
      handIn({ identification_document: samplePdf('two') }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it("is a company's own, and nobody else's", async () => {
    const employer = await givenEmployer(world, operator, `boss${number}@northwind.test`)
    await fill(198, 10, { employer_uuid: employer.employer_uuid })
    const put = (mark: string) =>
      call(world, employer, 'putCompanyDocuments', {
        body: { business_license: sent(samplePdf(mark)) },
      })
    await put('fits')
    await expect(put('does not')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    await handIn({ status_document: samplePdf('of a person') })
  })
})

const bytesOf = (file_uuid: string) =>
  world.kernel.gateways.files.keyOf(file_uuid).then(
    () => 'there',
    (error: { code: string }) => error.code,
  )
const night = async () => {
  while ((await world.unit(retireDocuments)) > 0);
  return sweepFiles(world.kernel, 0)
}

describe('a document that was replaced', () => {
  it('is removed after 30 days, when nobody ever verified it', async () => {
    const first = await passport()
    await handIn({ identification_document: samplePdf('better') })
    world.clock.set('2026-04-01T09:59:59Z')
    await night()
    expect(await bytesOf(first?.file_uuid ?? '')).toBe('there')
    world.clock.set('2026-04-01T10:00:00Z')
    expect(await night()).toBeGreaterThan(0)
    expect(await bytesOf(first?.file_uuid ?? '')).toBe('FILE_NOT_FOUND')
    expect((await files()).filter(({ removed }) => removed)).toEqual([{ ...first, removed: true }])
    await expect(
      call(world, contractor, 'getDocument', { params: { id: first?.file_uuid ?? '' } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const removals = await admin.rows(
      "select from audit_entry where action = 'remove' and entity = 'file' and entity_uuids @> $1",
      [[first?.file_uuid]],
    )
    expect(removals).toHaveLength(1)
    expect(await night()).toBe(0)
  })

  it('stays when somebody was verified by it, also after that was taken back', async () => {
    const stand = (operation: 'verify' | 'unverify') =>
      call(world, operator, 'changeStanding', {
        params: { userTypes: 'contractors', sub: contractor.sub, operation },
        body: {},
      })
    await openPapers(world, operator, 'contractors', contractor.sub)
    await stand('verify')
    await stand('unverify')
    const first = await passport()
    await handIn({ identification_document: samplePdf('newer') })
    world.clock.set('2027-03-01T10:00:00Z')
    await night()
    expect(await bytesOf(first?.file_uuid ?? '')).toBe('there')
    expect((await files()).filter(({ removed }) => removed)).toEqual([])
  })

  it('makes room', async () => {
    await fill(197, 10, contractor)
    await handIn({ identification_document: samplePdf('the last one') })
    await expect(handIn({ status_document: samplePdf('x') })).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    })
    world.clock.set('2026-05-01T10:00:00Z')
    await night()
    await handIn({ status_document: samplePdf('x') })
  })
})

describe('bytes that nobody can name', () => {
  it('are swept: those of a transaction that did not commit, and no others', async () => {
    const { files: store } = world.kernel.gateways
    const listed = async () => (await Array.fromAsync(store.list(0))).flat().length
    const before = await listed()
    const failing = world.unit(async ctx => {
      await storeFile(ctx, {
        kind: 'status_document',
        employer_uuid: null,
        contractor_sub: contractor.sub,
        file_name: 'a.pdf',
        mime_type: 'application/pdf',
        bytes: samplePdf('lost'),
      })
      throw new Error('the power went')
    })
    await expect(failing).rejects.toThrow('the power went')
    expect(await listed()).toBe(before + 1)
    // What may still get its row is left alone.
    expect(await sweepFiles(world.kernel)).toBe(0)
    expect(await sweepFiles(world.kernel, 0)).toBe(1)
    expect(await listed()).toBe(before)
  })

  it('and one that does not go keeps none of the others, nor does what else the night forgets', async () => {
    const { files: store } = world.kernel.gateways
    const { sweep_files } = jobsOf({} as never).work
    const lost = [newUuid(), newUuid()]
    for (const id of lost) await store.put(id, Buffer.from('x'), id)
    const remove = vi.spyOn(store, 'remove').mockRejectedValueOnce(new Error('the disk is ill'))
    await expect(sweepFiles(world.kernel, 0)).rejects.toThrow('the disk is ill')
    expect(await sweepFiles(world.kernel, 0)).toBe(1)
    expect(remove).toHaveBeenCalledTimes(3)
    const swept = vi.spyOn(store, 'sweep')
    const unit = () => Promise.reject(new Error('a row does not open'))
    const night = sweep_files?.({}, { kernel: world.kernel, unit })
    await expect(night).rejects.toThrow('a row does not open')
    expect(swept).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })

  it('are not touched where the folder seems to be of another database', async () => {
    const { files: store } = world.kernel.gateways
    const strangers = Array.from({ length: 300 }, () => newUuid())
    for (const id of strangers) await store.put(id, Buffer.from('x'), id)
    expect(await sweepFiles(world.kernel, 0)).toBe(0)
    const [one = ''] = strangers
    expect((await store.get(one, one)).toString()).toBe('x')
    // What was given up is known to be ours, however many strangers there are.
    const first = await passport()
    await handIn({ identification_document: samplePdf('better') })
    world.clock.set('2026-04-01T10:00:00Z')
    expect(await night()).toBe(1)
    expect(await bytesOf(first?.file_uuid ?? '')).toBe('FILE_NOT_FOUND')
    expect((await store.get(one, one)).toString()).toBe('x')
  })
})
