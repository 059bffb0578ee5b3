import { fileURLToPath } from 'node:url'
import { createChild } from '#server/gateways/child.ts'
import type { DocumentRefusal } from './document-refusal.ts'
import type { PdfReading } from './pdf-reader-process.ts'

/** Reads whole PDFs, one at a time. */
export type PdfReader = {
  /** Why a PDF is refused (`inspectPdf`) or cannot be read as a document with pages, or undefined. */
  read(bytes: Uint8Array): Promise<DocumentRefusal | undefined>
  close(): Promise<void>
}

/** No document within the bounds of `inspectPdf` takes a tenth of it, also where the process has to start on a busy machine; what does is no document. */
const LAST_RESORT_MS = 30_000
const MOST_MEGABYTES = 512
const PROCESS = fileURLToPath(new URL('./pdf-reader-process.ts', import.meta.url))

/** A reader in a process of its own, which is replaced when a document breaks it. Closed, it still answers who asks after all. */
export function createPdfReader(): PdfReader {
  const child = createChild<Uint8Array, PdfReading>(PROCESS, MOST_MEGABYTES)
  return {
    async read(bytes) {
      const asked = await child.ask(bytes, LAST_RESORT_MS)
      return 'broken' in asked ? 'NOT_READABLE' : asked.answer.refusal
    },
    async close() {
      child.renew()
    },
  }
}
