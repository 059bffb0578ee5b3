import { randomBytes } from 'node:crypto'
import { openEnvelope, sealEnvelope } from './envelope.ts'
import { boundContext, fileNotFound } from './file-id.ts'
import type { FileStore } from './file-store.ts'

/** A store for tests that forgets everything with the process. It encrypts like the real one, so contexts bind here too. */
export function createMemoryFileStore(): FileStore {
  const masterKeys = { current: 'memory', keys: { memory: randomBytes(32) } }
  const blobs = new Map<string, Buffer>()
  const put_at = new Map<string, number>()
  return {
    async put(file_uuid, bytes, context) {
      blobs.set(file_uuid, sealEnvelope(masterKeys, bytes, boundContext(file_uuid, context)))
      put_at.set(file_uuid, Date.now())
    },
    async get(file_uuid, context) {
      const aad = boundContext(file_uuid, context)
      const blob = blobs.get(file_uuid)
      if (!blob) throw fileNotFound()
      return openEnvelope(masterKeys, blob, aad)
    },
    async remove(file_uuid) {
      boundContext(file_uuid, '')
      blobs.delete(file_uuid)
    },
    async *list(older_than_ms) {
      const last = Date.now() - older_than_ms
      yield [...blobs.keys()].filter(file_uuid => (put_at.get(file_uuid) ?? 0) <= last)
    },
    sweep: async () => 0,
  }
}
