import { newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertFile } from './file.store.ts'
import { fileContext } from './file-context.ts'

export type FileToStore = {
  /** What it is to its owner, such as `identification_document`. */
  readonly kind: string
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
  readonly file_name: string
  /** Whether somebody called it so who hands it in: then the name is sealed. */
  readonly named_by_owner?: boolean | undefined
  readonly mime_type: string
  readonly bytes: Uint8Array
}

/**
 * Keeps a file encrypted and answers its new `file_uuid`. The bytes go first, so that a row always has its file; when the
 * transaction fails, what stays behind is a file that nobody can name, until the next sweep.
 */
export async function storeFile(ctx: Ctx, { bytes, ...file }: FileToStore): Promise<string> {
  const file_uuid = newUuid()
  await ctx.gateways.files.put(file_uuid, bytes, fileContext(file))
  await insertFile(ctx, {
    ...file,
    file_uuid,
    size_bytes: bytes.length,
    sha256: sha256(bytes),
    created_at: ctx.now,
    created_by: ctx.actor.sub,
  })
  return file_uuid
}
