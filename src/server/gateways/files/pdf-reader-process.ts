/**
 * Reads PDFs with a library, alone in its process: a document that makes it run out of memory, or work for ever, ends this
 * process and no other. A thread would not do: a full heap there ends the whole server. Bytes go in, what they are comes out.
 */
import { PDF } from '@libpdf/core'

/** What the library made of a document: how many pages, or why it could not. */
export type PdfReading =
  | { readonly pages: number; readonly encrypted: boolean }
  | { readonly failure: string }

process.on('message', (bytes: Uint8Array) => {
  void read(bytes).then(reading => process.send?.(reading))
})
process.on('disconnect', () => process.exit())

async function read(bytes: Uint8Array): Promise<PdfReading> {
  try {
    const pdf = await PDF.load(bytes)
    return { pages: pdf.getPageCount(), encrypted: pdf.isEncrypted }
  } catch (cause) {
    return { failure: String(cause) }
  }
}
