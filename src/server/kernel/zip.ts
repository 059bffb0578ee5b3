import { ZipWriter } from '@zip.js/zip.js'

/** A file of an archive: its path within, and its bytes in pieces. */
export type ZipFile = { readonly name: string; readonly content: AsyncIterable<Uint8Array> }

/**
 * A ZIP archive (PKWARE APPNOTE, with Zip64 where it takes that) of files as they come, of which a piece at a time is in memory. All files have
 * the time `at`. What fails while a file is made fails the archive, so that a whole one has all.
 */
export async function* zipOf(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const zip = new ZipWriter(writable, { lastModDate: at, useWebWorkers: false, keepOrder: true })
  const written = addAll(zip, files).catch(async cause => {
    await writable.abort(cause).catch(() => {})
    throw cause
  })
  // Whoever takes the bytes is told by them; until they are all taken nobody waits for this.
  written.catch(() => {})
  yield* readable
  await written
}

async function addAll(zip: ZipWriter<unknown>, files: AsyncIterable<ZipFile>): Promise<void> {
  for await (const { name, content } of files) await zip.add(name, ReadableStream.from(content))
  await zip.close()
}
