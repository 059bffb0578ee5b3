/**
 * Reads PDFs alone in its process: a document that takes long to look through, that makes the library run out of memory or work for ever,
 * keeps nobody else waiting, and ends this process and no other. A thread would not do: a full heap there ends the whole server. Bytes
 * go in, why they are refused comes out.
 */
import { PDF } from '@libpdf/core'
import { MAX_DOCUMENT_PAGES } from '#domain/kernel/document-limits.ts'
import { answerParent } from '#server/gateways/answer-parent.ts'
import type { DocumentRefusal } from './document-refusal.ts'
import { inspectPdf } from './inspect-pdf.ts'

/** What became of a document: why it is refused, or nothing. */
export type PdfReading = { readonly refusal?: DocumentRefusal | undefined }

// The library reads only what was found to be within bounds.
answerParent<Uint8Array, PdfReading>(async bytes => ({
  refusal: (await inspectPdf(bytes)) ?? (await load(bytes)),
}))

async function load(bytes: Uint8Array): Promise<DocumentRefusal | undefined> {
  try {
    const pdf = await PDF.load(bytes)
    if (pdf.isEncrypted) return 'ENCRYPTED'
    if (pdf.getPageCount() > MAX_DOCUMENT_PAGES) return 'TOO_MANY_PAGES'
    return pdf.getPageCount() > 0 ? undefined : 'NOT_READABLE'
  } catch {
    return 'NOT_READABLE'
  }
}
