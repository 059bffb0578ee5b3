import { createHash } from 'node:crypto'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import type { ReadPurpose } from '#domain/documents/read-purpose.ts'
import { assert } from '#domain/kernel/assert.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type FileRead,
  insertReads,
  nameOfFile,
  selectFile,
  selectFiles,
  selectNewestFile,
  selectOpened,
  selectReads,
} from './file.store.ts'
import { fileContext } from './file-context.ts'
import { namedAs } from './named-as.ts'

/** A document as it is opened: its pieces leave the store, and are proven, once they are asked for. */
export type OpenedFile = FileInPieces & { readonly size_bytes: number }

/**
 * Opens a file that the actor may see, else NOT_FOUND. Its owner sees who opened it, when and why (design: Promises, 8), so the
 * unit of work must be one that writes; also where the store is away when its pieces are asked for.
 */
export async function readFile(
  ctx: Ctx,
  file_uuid: string,
  purpose: ReadPurpose,
): Promise<OpenedFile> {
  const file = await seenFile(ctx, file_uuid)
  await recordReads(ctx, [file], purpose)
  return opened(ctx, file)
}

/** Opens a file for whoever has a link that shows it. They are nobody here: who gave them the link records that they opened it. */
export async function readByLink(ctx: Ctx, file_uuid: string): Promise<OpenedFile> {
  return opened(ctx, await seenFile(ctx, file_uuid))
}

type SeenFile = NonNullable<Awaited<ReturnType<typeof selectFile>>>

async function seenFile(ctx: Ctx, file_uuid: string): Promise<SeenFile> {
  const file = await selectFile(ctx.tx, file_uuid)
  if (!file) throw new Problem('NOT_FOUND', 'documents.problems.noSuchDocument')
  return file
}

function opened(ctx: Ctx, file: SeenFile): OpenedFile {
  const { mime_type, size_bytes } = file
  const file_name = namedAs(nameOfFile(ctx.fields, file), mime_type)
  return { file_name, mime_type, size_bytes, pieces: piecesOf(ctx, file) }
}

/**
 * Opens files that are one document in pieces, in their order; each leaves the store when it is its turn. NOT_FOUND unless the actor may
 * see all of them. That it was opened is recorded as of any other, once.
 */
export async function readPieces(
  ctx: Ctx,
  file_uuids: readonly string[],
  purpose: ReadPurpose,
): Promise<AsyncIterable<Uint8Array>> {
  const found = new Map(
    (await selectFiles(ctx.tx, file_uuids)).map(file => [file.file_uuid, file] as const),
  )
  const files = file_uuids.flatMap(file_uuid => found.get(file_uuid) ?? [])
  const [first] = files
  if (!first || files.length < file_uuids.length)
    throw new Problem('NOT_FOUND', 'documents.problems.noSuchDocument')
  await recordReads(ctx, [first], purpose)
  return (async function* () {
    for (const file of files) yield* piecesOf(ctx, file)
  })()
}

/**
 * Opens many files, of which each leaves the store when it is asked for, also after the transaction. Those that the actor may not see, or
 * that were removed, are undefined. That they were opened is recorded, of all at once.
 */
export async function openFiles(
  ctx: Ctx,
  file_uuids: readonly string[],
  purpose: ReadPurpose,
): Promise<(file_uuid: string) => AsyncIterable<Uint8Array> | undefined> {
  const files = await selectFiles(ctx.tx, file_uuids)
  await recordReads(ctx, files, purpose)
  const found = new Map(files.map(file => [file.file_uuid, file]))
  return file_uuid => {
    const file = found.get(file_uuid)
    return file && piecesOf(ctx, file)
  }
}

/**
 * The bytes of the newest file of a kind and name of an employer, for our own use: nobody sees them, so no read is recorded.
 * Undefined when there is none that the actor may see.
 */
export async function loadOwnFile(
  ctx: Ctx,
  wanted: { kind: string; file_name: string; employer_uuid: string },
): Promise<Uint8Array | undefined> {
  const found = await selectNewestFile(ctx.tx, wanted.kind, wanted.file_name, wanted.employer_uuid)
  const file = found && (await selectFile(ctx.tx, found.file_uuid))
  return file && Buffer.concat(await Array.fromAsync(piecesOf(ctx, file)))
}

type Read = Omit<FileRead, 'file_uuid' | 'reader_sub'> & { readonly mine: boolean }

/** Who opened each of these files, newest first; `mine` says that it was the actor. */
export async function fileReads(
  ctx: Ctx,
  file_uuids: readonly string[],
): Promise<(file_uuid: string) => Read[]> {
  const reads = file_uuids.length > 0 ? await selectReads(ctx.tx, file_uuids) : []
  const byFile = Map.groupBy(reads, read => read.file_uuid)
  return of =>
    (byFile.get(of) ?? []).map(({ file_uuid: _, reader_sub, ...read }) => ({
      ...read,
      mine: reader_sub === ctx.actor.sub,
    }))
}

/** Which of these files the actor opened, since an instant; whenever that was for null. */
export function openedFiles(
  ctx: Ctx,
  file_uuids: readonly string[],
  since: Date | null,
): Promise<Set<string>> {
  return selectOpened(ctx.tx, ctx.actor.sub, file_uuids, since)
}

type Opened = {
  readonly file_uuid: string
  readonly employer_uuid: string | null
  readonly kind: string
}

async function recordReads(
  ctx: Ctx,
  files: readonly Opened[],
  purpose: ReadPurpose,
): Promise<void> {
  const { sub: reader_sub, role: reader_role } = ctx.actor
  const ids = files.map(file => file.file_uuid)
  await insertReads(ctx.tx, ids, { reader_sub, reader_role, purpose, read_at: ctx.now })
  for (const alike of Map.groupBy(files, file => `${file.employer_uuid}/${file.kind}`).values()) {
    const { employer_uuid = null, kind = '' } = alike[0] ?? {}
    ctx.audit({
      action: 'open',
      entity: 'file',
      entity_uuids: alike.map(file => file.file_uuid),
      employer_uuid,
      after: { kind, purpose },
    })
  }
}

/** The last piece is given once all of them together are what was put. */
async function* piecesOf(
  { gateways }: Pick<Ctx, 'gateways'>,
  file: Parameters<typeof fileContext>[0] & { file_uuid: string; sha256: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  for await (const piece of gateways.files.read(file.file_uuid, fileContext(file))) {
    if (held) yield held
    held = piece
    hash.update(piece)
  }
  const same = hash.digest('hex') === file.sha256
  assert(same, `the stored file ${file.file_uuid} is the one that was put`)
  if (held) yield held
}
