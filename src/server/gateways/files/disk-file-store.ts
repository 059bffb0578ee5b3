import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import type { MasterKeys } from '#server/kernel/master-keys.ts'
import type { Sealed } from './envelope.ts'
import { fileNotFound } from './file-id.ts'
import { type FileStore, putUntil } from './file-store.ts'
import { type Blobs, sealedFiles } from './sealed-files.ts'

/**
 * Keeps files encrypted at `<dir>/<2 hex>/<file_uuid>.bin`, readable by the owner of the process only.
 * Throws GatewayError at once when a master key is unusable.
 */
export function createDiskFileStore(config: { dir: string; masterKeys: MasterKeys }): FileStore {
  const { dir, masterKeys } = config
  const pathOf = (file_uuid: string): string =>
    // The last two digits are random in a version 7 id, the first ones are the same for years.
    join(dir, file_uuid.slice(-2), `${file_uuid}.bin`)
  const blobs: Blobs = {
    write: (file_uuid, blob) => writeWhole(pathOf(file_uuid), blob),
    read: file_uuid => readPieces(pathOf(file_uuid)),
    readHead: (file_uuid, bytes) => readHead(pathOf(file_uuid), bytes),
    remove: file_uuid => outside(() => rm(pathOf(file_uuid), { force: true })),
    list: older_than_ms => listFiles(dir, putUntil(older_than_ms)),
    sweep: older_than_ms => outside(() => sweepTemporary(dir, Date.now() - older_than_ms)),
  }
  return sealedFiles(blobs, masterKeys)
}

/** Temporary file, fsync, rename, fsync of the folder: at any kill the path holds the old file, the new one or nothing. */
function writeWhole(path: string, sealed: Sealed): Promise<void> {
  return outside(async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(sealed.pieces())
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } catch (cause) {
      await rm(temporary, { force: true })
      throw cause
    }
    await syncFolder(dirname(path))
  })
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; there the rename itself is journalled.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await found(() => open(path, 'r'))
  try {
    for (;;) {
      const { buffer, bytesRead } = await found(() => file.read(Buffer.alloc(READ_BYTES)))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

const READ_BYTES = 64 * 1024

function readHead(path: string, bytes: number): Promise<{ head: Buffer; size: number }> {
  return found(async () => {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
      return { head: buffer.subarray(0, bytesRead), size }
    } finally {
      await file.close()
    }
  })
}

async function found<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (isMissing(cause)) throw fileNotFound()
    throw unavailable(cause)
  }
}

/** The names in the folders of the store that were written until an instant, folder by folder. */
async function* namesIn(
  dir: string,
  last_ms: number,
): AsyncGenerator<[path: string, name: string][]> {
  for (const folder of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    if (!folder.isDirectory() || !/^[0-9a-f]{2}$/.test(folder.name)) continue
    const names: [string, string][] = []
    for (const name of await readdir(join(dir, folder.name))) {
      const path = join(dir, folder.name, name)
      // What went away meanwhile is not there.
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs <= last_ms) names.push([path, name])
    }
    yield names
  }
}

async function* listFiles(dir: string, last_ms: number): AsyncGenerator<string[]> {
  for await (const names of namesIn(dir, last_ms))
    yield names.flatMap(([, name]) => (name.endsWith('.bin') ? [name.slice(0, -4)] : []))
}

async function sweepTemporary(dir: string, last_ms: number): Promise<number> {
  let swept = 0
  for await (const names of namesIn(dir, last_ms))
    for (const [path, name] of names) {
      if (!name.endsWith('.tmp')) continue
      await rm(path, { force: true })
      swept += 1
    }
  return swept
}

async function outside<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw unavailable(cause)
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}

function unavailable(cause: unknown): GatewayError {
  const message = 'The document store could not be read or written.'
  return new GatewayError('FILE_STORE_UNAVAILABLE', message, { retriable: true, cause })
}
