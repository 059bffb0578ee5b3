import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { fileContext } from './documents/index.ts'
import { createDiskFileStore } from './gateways/files/disk-file-store.ts'
import type { FileStore } from './gateways/files/file-store.ts'
import { openFieldCipher } from './kernel/field-cipher.ts'
import { sha256 } from './kernel/ids.ts'
import type { MasterKeys } from './kernel/master-keys.ts'
import { loadSeal } from './kernel/seal-material.ts'
import { countKeys, neededBesides, rotateKeys } from './rotate-keys.ts'
import { check } from './verification/index.ts'

let dataDir: string
let world: World
let admin: Admin
let stage: CycleStage
const next = randomBytes(32)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rotate-'))
  const plain = await plainWorld()
  world = on(plain, storeOf(plain.config.masterKeys))
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 2)
  // As short as numbers of documents are in some countries, and as none is.
  for (const [at, id_document_number] of ['X1', 'AB12345'].entries())
    await call(world, stage.contractors[at] as Person, 'putPersonalDocuments', {
      body: { id_document_number },
    })
  await world.deliver()
  await world.checked(true)
  await loadSeal({ dataDir, masterKeys: world.config.masterKeys, sealP12: undefined })
})
afterAll(async () => {
  await admin.close()
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The same world with another store, or other keys. */
function on(of: World, files: FileStore, fields = of.kernel.fields): World {
  return { ...of, kernel: { ...of.kernel, fields, gateways: { ...of.kernel.gateways, files } } }
}
const storeOf = (masterKeys: MasterKeys) =>
  createDiskFileStore({ dir: join(dataDir, 'files'), masterKeys })
const both = (): MasterKeys => ({
  current: 'next',
  keys: { ...world.config.masterKeys.keys, next },
})
const depsOf = (masterKeys: MasterKeys, files = storeOf(masterKeys)) => ({
  config: { masterKeys, dataDir, sealP12: undefined },
  ownerUrl: world.databaseUrl,
  files,
  checked: { ...world.checking, masterKeys },
})

type FileRow = Parameters<typeof fileContext>[0] & { file_uuid: string; sha256: string }

/** Every document that the database knows, opened and compared. */
async function openAll(files: FileStore): Promise<number> {
  const rows = await admin.rows<FileRow>(
    'select file_uuid, sha256, kind, employer_uuid, contractor_sub from stored_file where removed_at is null',
  )
  for (const row of rows)
    expect(sha256(await files.get(row.file_uuid, fileContext(row)))).toBe(row.sha256)
  return rows.length
}

it('wraps everything by another key, killed at any file and run again, and the old key can go', async () => {
  const use = await countKeys(depsOf(both()))
  expect(Object.keys(use.documents)).toEqual(['test'])
  for (const kind of ['documents', 'fields', 'mails', 'row seals', 'seal'] as const)
    expect([kind, use[kind].test ?? 0]).not.toEqual([kind, 0])
  const documents = use.documents.test ?? 0
  expect(documents).toBeGreaterThan(5)

  // Each run dies one file further than the one before, which wrapped one more.
  for (let done = 0; done < documents; done += 1) {
    const store = storeOf(both())
    let rewrapped = 0
    const dying: FileStore = {
      ...store,
      rewrap: async file_uuid => {
        const changed = await store.rewrap(file_uuid)
        if (changed && ++rewrapped === 1) throw new Error('killed')
        return changed
      },
    }
    await expect(rotateKeys(depsOf(both(), dying))).rejects.toThrow('killed')
    const { documents: left } = await countKeys(depsOf(both()))
    expect(left).toEqual(
      done + 1 === documents ? { next: documents } : { next: done + 1, test: documents - done - 1 },
    )
    expect(await openAll(storeOf(both()))).toBe(documents)
  }
  // A server that was not told of the new key yet writes on meanwhile.
  const { sub } = stage.contractors[0] as Person
  const slow = on(world, storeOf(world.config.masterKeys))
  await call(slow, stage.operator, 'sendMessage', {
    params: { sub },
    body: { subject: 'Late', full_text: 'Written under the older key.' },
  })
  expect(neededBesides(await countKeys(depsOf(both())), 'next')).toHaveProperty('test')

  expect(await rotateKeys(depsOf(both()))).toMatchObject({ unreadable: [], broken: [] })
  const after = await countKeys(depsOf(both()))
  expect(neededBesides(after, 'next')).toEqual({})
  const again = await rotateKeys(depsOf(both()))
  expect(again.use).toEqual(after)

  const only: MasterKeys = { current: 'next', keys: { next } }
  expect(await openAll(storeOf(only))).toBe(documents)
  const fields = await openFieldCipher(world.kernel.db, only)
  const later = on(world, storeOf(only), fields)
  const { items } = await call(later, { sub, email: '' } as Person, 'listMessages', {
    query: { limit: 5 },
  })
  expect(items[0]?.full_text).toBe('Written under the older key.')
  const self = await call(later, stage.contractors[0] as Person, 'getContractorSelf', {})
  expect(self.phone_number).toBe('+2348012345678')
  await loadSeal({ dataDir, masterKeys: only, sealP12: undefined })
  const verdicts = await check({ ...world.checking, masterKeys: only }, { all: true, keep: false })
  expect(verdicts.filter(({ violations }) => violations.length > 0)).toEqual([])
}, 120_000)

it('does not finish while something does not open, and names it', async () => {
  const folder = join(dataDir, 'files', (await readdir(join(dataDir, 'files')))[0] ?? '')
  const [name = ''] = await readdir(folder)
  await writeFile(join(folder, name), 'somebody wrote over it')
  const rotated = await rotateKeys(depsOf({ ...both(), current: 'test' }))
  expect(rotated.unreadable).toEqual([name.replace('.bin', '')])
  expect(neededBesides(rotated.use, 'test')).toEqual({ '?': 1 })
}, 60_000)
