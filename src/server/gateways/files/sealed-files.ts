/**
 * What every store has in common: contents are sealed before they reach it, under the id and the context of each file. The key of a content
 * is wrapped under the id alone, so that whoever rewraps it need not know whose it is.
 */
import { checkMasterKeys, type MasterKeys } from '#server/kernel/master-keys.ts'
import { HEAD_BYTES, keyIdOf, openEnvelope, rewrapEnvelope, sealEnvelope } from './envelope.ts'
import { boundContext } from './file-id.ts'
import type { FileStore } from './file-store.ts'

/** Where sealed bytes lie. Each write is all or nothing; what is not there is thrown as `fileNotFound`. */
export type Blobs = Pick<FileStore, 'remove' | 'list' | 'sweep'> & {
  write(file_uuid: string, blob: Buffer): Promise<void>
  read(file_uuid: string): Promise<Buffer>
  /** The first bytes of a file, or all of a shorter one. */
  readHead(file_uuid: string, bytes: number): Promise<Buffer>
}

/** A store of files on blobs. Throws GatewayError at once when a master key is unusable. */
export function sealedFiles(blobs: Blobs, masterKeys: MasterKeys): FileStore {
  checkMasterKeys(masterKeys)
  return {
    put: async (file_uuid, bytes, context) => {
      const [ofKey, ofContent] = [boundContext(file_uuid), boundContext(file_uuid, context)]
      await blobs.write(file_uuid, sealEnvelope(masterKeys, bytes, ofKey, ofContent))
    },
    get: async (file_uuid, context) => {
      const [ofKey, ofContent] = [boundContext(file_uuid), boundContext(file_uuid, context)]
      // Before decision 0077 contents were bound to the id alone.
      return openEnvelope(masterKeys, await blobs.read(file_uuid), ofKey, [ofContent, ofKey])
    },
    remove: async file_uuid => {
      boundContext(file_uuid)
      await blobs.remove(file_uuid)
    },
    keyOf: async file_uuid => {
      boundContext(file_uuid)
      return keyIdOf(await blobs.readHead(file_uuid, HEAD_BYTES))
    },
    rewrap: async file_uuid => {
      const ofKey = boundContext(file_uuid)
      const rewrapped = rewrapEnvelope(masterKeys, await blobs.read(file_uuid), ofKey)
      if (rewrapped) await blobs.write(file_uuid, rewrapped)
      return rewrapped !== undefined
    },
    list: older_than_ms => blobs.list(older_than_ms),
    sweep: older_than_ms => blobs.sweep(older_than_ms),
  }
}
