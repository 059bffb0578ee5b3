/**
 * What every store has in common: contents are sealed before they reach it, under the id and the context of each file. The key of a content
 * is wrapped under the id alone, so that whoever rewraps it need not know whose it is.
 */
import { checkMasterKeys, type MasterKeys } from '#server/kernel/master-keys.ts'
import {
  HEAD_BYTES,
  keyIdOf,
  openEnvelope,
  rewrapHead,
  type Sealed,
  sealEnvelope,
} from './envelope.ts'
import { boundContext } from './file-id.ts'
import type { FileStore } from './file-store.ts'
import { takerOf } from './take-bytes.ts'

/** Where sealed bytes lie. Each write is all or nothing; what is not there is thrown as `fileNotFound`. */
export type Blobs = Pick<FileStore, 'remove' | 'list' | 'sweep'> & {
  write(file_uuid: string, sealed: Sealed): Promise<void>
  /** The bytes, piece by piece, fetched once they are asked for. */
  read(file_uuid: string): AsyncIterable<Uint8Array>
  /** The first bytes of a file, or all of a shorter one, and how long it is. */
  readHead(file_uuid: string, bytes: number): Promise<{ head: Buffer; size: number }>
}

/** A store of files on blobs. Throws GatewayError at once when a master key is unusable. */
export function sealedFiles(blobs: Blobs, masterKeys: MasterKeys): FileStore {
  checkMasterKeys(masterKeys)
  const read = (file_uuid: string, context: string): AsyncIterable<Buffer> => {
    const [ofKey, ofContent] = [boundContext(file_uuid), boundContext(file_uuid, context)]
    // Before decision 0077 contents were bound to the id alone.
    return openEnvelope(masterKeys, blobs.read(file_uuid), ofKey, [ofContent, ofKey])
  }
  return {
    put: async (file_uuid, bytes, context) => {
      const [ofKey, ofContent] = [boundContext(file_uuid), boundContext(file_uuid, context)]
      const content = { bytes, context: ofKey, contentContext: ofContent }
      await sealEnvelope(masterKeys, content, sealed => blobs.write(file_uuid, sealed))
    },
    read,
    get: async (file_uuid, context) =>
      Buffer.concat(await Array.fromAsync(read(file_uuid, context))),
    remove: async file_uuid => {
      boundContext(file_uuid)
      await blobs.remove(file_uuid)
    },
    keyOf: async file_uuid => {
      boundContext(file_uuid)
      return keyIdOf((await blobs.readHead(file_uuid, HEAD_BYTES)).head)
    },
    rewrap: async file_uuid => {
      const ofKey = boundContext(file_uuid)
      const { head: start, size } = await blobs.readHead(file_uuid, HEAD_BYTES)
      const rewrapped = rewrapHead(masterKeys, start, ofKey)
      if (!rewrapped) return false
      const { head, instead_of } = rewrapped
      await blobs.write(file_uuid, {
        size: size - instead_of + head.length,
        pieces: () => withHead(head, instead_of, blobs.read(file_uuid)),
      })
      return true
    },
    list: older_than_ms => blobs.list(older_than_ms),
    sweep: older_than_ms => blobs.sweep(older_than_ms),
  }
}

async function* withHead(head: Buffer, instead_of: number, before: AsyncIterable<Uint8Array>) {
  const from = takerOf(before)
  try {
    await from.take(instead_of)
    yield head
    for (;;) {
      const piece = await from.take(COPIED_BYTES)
      if (piece.length === 0) return
      yield piece
    }
  } finally {
    await from.close()
  }
}

const COPIED_BYTES = 64 * 1024
