import { randomBytes } from 'node:crypto'
import type { MasterKeys } from '#server/kernel/master-keys.ts'
import { fileNotFound } from './file-id.ts'
import { type FileStore, putUntil } from './file-store.ts'
import { sealedFiles } from './sealed-files.ts'

/** A store for tests that forgets everything with the process. It encrypts like the real one, so contexts bind here too. */
export function createMemoryFileStore(
  masterKeys: MasterKeys = { current: 'memory', keys: { memory: randomBytes(32) } },
): FileStore {
  const blobs = new Map<string, { readonly blob: Buffer; readonly put_at: number }>()
  const read = async (file_uuid: string): Promise<Buffer> => {
    const found = blobs.get(file_uuid)
    if (!found) throw fileNotFound()
    return found.blob
  }
  return sealedFiles(
    {
      write: async (file_uuid, { pieces }) => {
        const blob = Buffer.concat(await Array.fromAsync(pieces()))
        blobs.set(file_uuid, { blob, put_at: Date.now() })
      },
      read: async function* (file_uuid) {
        yield await read(file_uuid)
      },
      readHead: async (file_uuid, bytes) => {
        const blob = await read(file_uuid)
        return { head: blob.subarray(0, bytes), size: blob.length }
      },
      remove: async file_uuid => {
        blobs.delete(file_uuid)
      },
      list: async function* (older_than_ms) {
        const last = putUntil(older_than_ms)
        yield [...blobs].filter(([, { put_at }]) => put_at <= last).map(([file_uuid]) => file_uuid)
      },
      sweep: async () => 0,
    },
    masterKeys,
  )
}
