import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeFile } from '#test/harness/whole-file.ts'
import type { Actor } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { pdfBytes, type SmallWorld, smallWorld } from '../people/small-world.test-data.ts'
import { fileContext } from './file-context.ts'
import { fileReads, readFile, storeFile } from './index.ts'

let world: SmallWorld
let owner: Actor
let operator: Actor
beforeAll(async () => {
  world = await smallWorld()
  owner = await world.contractor('chloe@tremblay.test', 'Chloé Tremblay')
  operator = await world.person('operator', 'ops@corridor.test', 'Olu Adeyemi')
})
afterAll(() => world?.end())

const store = (bytes: Uint8Array) =>
  world.unit(owner, ctx =>
    storeFile(ctx, {
      kind: 'identification_document',
      employer_uuid: null,
      contractor_sub: owner.sub,
      file_name: 'passport.pdf',
      mime_type: 'application/pdf',
      bytes,
    }),
  )

describe('stored files', () => {
  it('give back what was put, and show their owner who opened them', async () => {
    const bytes = pdfBytes('passport')
    const file_uuid = await store(bytes)
    const file = await world.unit(operator, ctx => readFile(ctx, file_uuid, 'verification'))
    expect((await wholeFile(file)).equals(bytes)).toBe(true)
    expect(file).toMatchObject({ file_name: 'passport.pdf', mime_type: 'application/pdf' })
    const reads = await world.unit(owner, async ctx =>
      (await fileReads(ctx, [file_uuid]))(file_uuid),
    )
    expect(reads).toEqual([
      {
        reader_role: 'operator',
        reader_name: 'Olu Adeyemi',
        purpose: 'verification',
        read_at: world.clock.now(),
        mine: false,
      },
    ])
    const audited = await world.unit(operator, ctx =>
      ctx.tx
        .selectFrom('audit_entry')
        .select(['action', 'actor_sub'])
        .where('entity', '=', 'file')
        .execute(),
    )
    expect(audited).toEqual([{ action: 'open', actor_sub: operator.sub }])
  })

  it('do not exist for strangers, nor under a made-up id', async () => {
    const file_uuid = await store(pdfBytes('address'))
    const stranger = await world.contractor('amir@haddad.test', 'Amir Haddad')
    const read = (by: Actor, id: string) =>
      world.refusal(world.unit(by, ctx => readFile(ctx, id, 'own')))
    expect(await read(stranger, file_uuid)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await read(owner, newUuid())).toMatchObject({ code: 'NOT_FOUND' })
    const reads = await world.unit(owner, async ctx =>
      (await fileReads(ctx, [file_uuid]))(file_uuid),
    )
    expect(reads).toEqual([])
  })

  it.each([
    ['somebody else’s', { contractor_sub: 'another' }],
    ['something else', { kind: 'status_document' }],
  ])('that a row says are %s do not open', async (_name, said) => {
    const file_uuid = await store(pdfBytes('mine'))
    const files = world.kernel.gateways.files
    const row = { kind: 'identification_document', employer_uuid: null, contractor_sub: owner.sub }
    expect((await files.get(file_uuid, fileContext(row))).equals(pdfBytes('mine'))).toBe(true)
    await expect(files.get(file_uuid, fileContext({ ...row, ...said }))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    })
  })

  it('that were exchanged on disk are not given out', async () => {
    const [a, b] = [await store(pdfBytes('a')), await store(pdfBytes('b'))]
    await world.kernel.gateways.files.put(a, pdfBytes('b'), a)
    const open = async (id: string) =>
      wholeFile(await world.unit(owner, ctx => readFile(ctx, id, 'own')))
    await expect(open(a)).rejects.toThrow('is the one that was put')
    expect((await open(b)).length).toBeGreaterThan(0)
  })
})
