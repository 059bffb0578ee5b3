import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MasterKeys } from '#server/kernel/master-keys.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import { sealSmall } from './envelope.ts'
import type { FileStore } from './file-store.ts'
import { createMemoryFileStore } from './memory-file-store.ts'
import { type S3OfTests, startS3 } from './s3.test-data.ts'
import { createS3FileStore } from './s3-file-store.ts'

let dir = ''
let s3: S3OfTests
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'file-store-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(dir, { recursive: true, force: true })
})

const masterKeys = { current: 'k1', keys: { k1: randomBytes(32) } }
const stores: [string, (keys?: MasterKeys) => FileStore][] = [
  ['disk', (keys = masterKeys) => createDiskFileStore({ dir, masterKeys: keys })],
  ['S3', (keys = masterKeys) => createS3FileStore({ settings: s3.settings, masterKeys: keys })],
]
/** What was put into one in memory is in no other. */
const all: typeof stores = [...stores, ['memory', keys => createMemoryFileStore(keys)]]

describe.each(all)('every file store: %s', (_name, create) => {
  it('gives back exactly what was put, also when empty or large', async () => {
    const store = create()
    const segment = 64 * 1024
    for (const size of [0, 1, segment - 1, segment, segment + 1, 3 * segment, 3_000_000]) {
      const bytes = randomBytes(size)
      const file_uuid = randomUUID()
      await store.put(file_uuid, bytes, 'owner/file')
      expect((await store.get(file_uuid, 'owner/file')).equals(bytes)).toBe(true)
    }
  })

  it('gives a large file in pieces, and lets it go where nobody takes the rest', async () => {
    const store = create()
    const file_uuid = randomUUID()
    const bytes = randomBytes(2_000_000)
    await store.put(file_uuid, bytes, 'c')
    const pieces = await Array.fromAsync(store.read(file_uuid, 'c'))
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(100_000)
    for await (const piece of store.read(file_uuid, 'c')) {
      expect(piece.equals(bytes.subarray(0, piece.length))).toBe(true)
      break
    }
    await expect(Array.fromAsync(store.read(randomUUID(), 'c'))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    })
  })

  it('does not open in another context', async () => {
    const store = create()
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('passport'), 'owner-a')
    await expect(store.get(file_uuid, 'owner-b')).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      retriable: false,
    })
  })

  it('opens in any context what was bound to its id alone', async () => {
    const store = create()
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('passport'), file_uuid)
    expect((await store.get(file_uuid, 'owner')).toString()).toBe('passport')
  })

  it('replaces a file that is put again and forgets a removed one', async () => {
    const store = create()
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('first'), 'c')
    await store.put(file_uuid, Buffer.from('second'), 'c')
    expect((await store.get(file_uuid, 'c')).toString()).toBe('second')
    await store.remove(file_uuid)
    await store.remove(file_uuid)
    await expect(store.get(file_uuid, 'c')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  it('lists for 0 what was put a moment ago, whatever the clock of its file says', async () => {
    const store = create()
    for (let turn = 0; turn < 30; turn++) {
      const file_uuid = randomUUID()
      await store.put(file_uuid, Buffer.from('c'), 'c')
      expect((await Array.fromAsync(store.list(0))).flat()).toContain(file_uuid)
    }
  })

  it('lists what is in it, and leaves out what was put only now', async () => {
    const store = create()
    const [kept, gone] = [randomUUID(), randomUUID()]
    for (const file_uuid of [kept, gone]) await store.put(file_uuid, Buffer.from('x'), 'c')
    await store.remove(gone)
    const listed = (await Array.fromAsync(store.list(0))).flat()
    expect(listed).toContain(kept)
    expect(listed).not.toContain(gone)
    expect((await Array.fromAsync(store.list(60_000))).flat()).not.toContain(kept)
    expect(await store.sweep(0)).toBe(0)
  })

  it('refuses an id that is not a UUID, so that no path leaves the store', async () => {
    const store = create()
    for (const id of ['../../etc/passwd', '', 'a/b', randomUUID().toUpperCase()]) {
      await expect(store.put(id, Buffer.from('x'), 'c')).rejects.toMatchObject({
        code: 'FILE_ID_INVALID',
      })
      await expect(store.get(id, 'c')).rejects.toMatchObject({ code: 'FILE_ID_INVALID' })
      await expect(store.remove(id)).rejects.toMatchObject({ code: 'FILE_ID_INVALID' })
    }
  })
})

describe.each(stores)('a master key that changed: %s', (_name, create) => {
  it('wraps every file anew without a change of its content, and the old one is needed no more', async () => {
    const k2 = randomBytes(32)
    const both = { current: 'k2', keys: { ...masterKeys.keys, k2 } }
    const [small, large] = [randomUUID(), randomUUID()]
    await create().put(small, Buffer.alloc(0), 'c')
    await create().put(large, randomBytes(100_000), 'c')
    const before = await create().get(large, 'c')
    const store = create(both)
    for (const file_uuid of [small, large]) {
      expect(await store.keyOf(file_uuid)).toBe('k1')
      expect(await store.rewrap(file_uuid)).toBe(true)
      expect(await store.rewrap(file_uuid)).toBe(false)
      expect(await store.keyOf(file_uuid)).toBe('k2')
    }
    const onlyNew = create({ current: 'k2', keys: { k2 } })
    expect((await onlyNew.get(large, 'c')).equals(before)).toBe(true)
    await expect(create().get(large, 'c')).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING' })
    await expect(store.keyOf(randomUUID())).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })
})

describe('the file store on disk', () => {
  const pathOf = (file_uuid: string): string => join(dir, file_uuid.slice(-2), `${file_uuid}.bin`)

  it('writes neither the content nor the context in clear, for the owner only, and leaves no temporary file', async () => {
    const store = createDiskFileStore({ dir, masterKeys })
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('canary-in-the-passport'), 'canary-owner')
    const blob = await readFile(pathOf(file_uuid))
    expect(blob.includes('canary')).toBe(false)
    if (process.platform !== 'win32')
      expect((await stat(pathOf(file_uuid))).mode & 0o777).toBe(0o600)
    expect(
      (await readdir(join(dir, file_uuid.slice(-2)))).filter(name => name.endsWith('.tmp')),
    ).toEqual([])
  })

  it('does not open a blob that was copied over another file of the same owner', async () => {
    const store = createDiskFileStore({ dir, masterKeys })
    const [one, two] = [randomUUID(), randomUUID()]
    await store.put(one, Buffer.from('one'), 'owner')
    await store.put(two, Buffer.from('two'), 'owner')
    await writeFile(pathOf(two), await readFile(pathOf(one)))
    await expect(store.get(two, 'owner')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  })

  it('does not open after any one byte is changed, nor when cut off anywhere', async () => {
    const store = createDiskFileStore({ dir, masterKeys })
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('short content'), 'owner')
    const whole = await readFile(pathOf(file_uuid))
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole)
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at)
      await writeFile(pathOf(file_uuid), changed)
      await expect(store.get(file_uuid, 'owner')).rejects.toMatchObject({ retriable: false })
      await writeFile(pathOf(file_uuid), whole.subarray(0, at))
      await expect(store.get(file_uuid, 'owner')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
    }
  })

  it('gives no piece that was changed, moved, repeated or taken out, and no end that was cut', async () => {
    const store = createDiskFileStore({ dir, masterKeys })
    const file_uuid = randomUUID()
    const segment = 64 * 1024 + 16
    const bytes = randomBytes(5 * 64 * 1024 + 100)
    await store.put(file_uuid, bytes, 'owner')
    const whole = await readFile(pathOf(file_uuid))
    const head = whole.length - (5 * segment + 116)
    const cut = (from: number, to: number) =>
      whole.subarray(head + from * segment, head + to * segment)
    const start = whole.subarray(0, head)
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(head + 3 * segment + 40) ^ 1, head + 3 * segment + 40)
    const others: Record<string, [Buffer, held: number]> = {
      changed: [changed, 3],
      'two exchanged': [Buffer.concat([start, cut(0, 2), cut(3, 4), cut(2, 3), cut(4, 6)]), 2],
      'one repeated': [Buffer.concat([start, cut(0, 2), cut(1, 6)]), 2],
      'one gone': [Buffer.concat([start, cut(0, 2), cut(3, 6)]), 2],
      'cut off between two': [Buffer.concat([start, cut(0, 4)]), 3],
      'its last one gone': [Buffer.concat([start, cut(0, 5)]), 4],
      'one more': [Buffer.concat([whole, cut(0, 1)]), 5],
    }
    for (const [name, [file, held]] of Object.entries(others)) {
      await writeFile(pathOf(file_uuid), file)
      const given: Buffer[] = []
      const opened = (async () => {
        for await (const piece of store.read(file_uuid, 'owner')) given.push(piece)
      })()
      await expect(opened, name).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
      expect(given.length, name).toBe(held)
      expect(bytes.subarray(0, held * 64 * 1024).equals(Buffer.concat(given)), name).toBe(true)
    }
  })

  it('opens what was sealed as one, before contents came in segments, and rewraps it', async () => {
    const store = createDiskFileStore({ dir, masterKeys })
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('x'), 'c')
    const bytes = randomBytes(200_000)
    await writeFile(pathOf(file_uuid), sealSmall(masterKeys, bytes, `${file_uuid}\0${file_uuid}`))
    expect((await store.get(file_uuid, 'c')).equals(bytes)).toBe(true)
    const k2 = randomBytes(32)
    const both = createDiskFileStore({
      dir,
      masterKeys: { current: 'k2', keys: { ...masterKeys.keys, k2 } },
    })
    expect(await both.rewrap(file_uuid)).toBe(true)
    const onlyNew = createDiskFileStore({ dir, masterKeys: { current: 'k2', keys: { k2 } } })
    expect((await onlyNew.get(file_uuid, 'c')).equals(bytes)).toBe(true)
  })

  it('uses a fresh key for each file, so equal contents give different blobs', async () => {
    const store = createDiskFileStore({ dir, masterKeys })
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('same'), 'c')
    const first = await readFile(pathOf(file_uuid))
    await store.put(file_uuid, Buffer.from('same'), 'c')
    expect((await readFile(pathOf(file_uuid))).equals(first)).toBe(false)
  })

  it('reads old files after the master key changed, and rewraps them without touching the content', async () => {
    const file_uuid = randomUUID()
    await createDiskFileStore({ dir, masterKeys }).put(file_uuid, Buffer.from('kept'), 'c')
    const before = await readFile(pathOf(file_uuid))
    const rotated = { current: 'k2', keys: { ...masterKeys.keys, k2: randomBytes(32) } }
    const store = createDiskFileStore({ dir, masterKeys: rotated })
    expect((await store.get(file_uuid, 'c')).toString()).toBe('kept')
    expect(await store.rewrap(file_uuid)).toBe(true)
    expect(await store.rewrap(file_uuid)).toBe(false)
    const after = await readFile(pathOf(file_uuid))
    expect(after.subarray(-20).equals(before.subarray(-20))).toBe(true)
    const onlyNew = createDiskFileStore({
      dir,
      masterKeys: { current: 'k2', keys: { k2: rotated.keys.k2 } },
    })
    expect((await onlyNew.get(file_uuid, 'c')).toString()).toBe('kept')
    await expect(
      createDiskFileStore({ dir, masterKeys }).get(file_uuid, 'c'),
    ).rejects.toMatchObject({
      code: 'MASTER_KEY_MISSING',
    })
  })

  it('refuses unusable master keys when it is made', () => {
    expect(() => createDiskFileStore({ dir, masterKeys: { current: 'a', keys: {} } })).toThrow(
      /No master key/,
    )
    const short = { current: 'a', keys: { a: randomBytes(16) } }
    expect(() => createDiskFileStore({ dir, masterKeys: short })).toThrow(/32 bytes/)
  })

  it('sweeps what a killed process left, and only that', async () => {
    const store = createDiskFileStore({ dir, masterKeys })
    const file_uuid = randomUUID()
    await store.put(file_uuid, Buffer.from('kept'), 'c')
    const left = `${pathOf(file_uuid)}.abcdef.tmp`
    await writeFile(left, 'half')
    await utimes(left, 1000, 1000)
    const age_ms = Date.now() - 1_000_000
    expect(await store.sweep(age_ms + 60_000)).toBe(0)
    expect(await store.sweep(age_ms - 60_000)).toBe(1)
    expect((await store.get(file_uuid, 'c')).toString()).toBe('kept')
  })
})
