import { randomBytes } from 'node:crypto'
import { openEnvelope, sealEnvelope } from './envelope.ts'
import { boundContext, fileNotFound } from './file-id.ts'
import type { FileStore } from './file-store.ts'

/** A store for tests that forgets everything with the process. It encrypts like the real one, so contexts bind here too. */
export function createMemoryFileStore(): FileStore {
  const masterKeys = { current: 'memory', keys: { memory: randomBytes(32) } }
  const blobs = new Map<string, Buffer>()
  return {
    async put(file_uuid, bytes, context) {
      blobs.set(file_uuid, sealEnvelope(masterKeys, bytes, boundContext(file_uuid, context)))
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
  }
}
