import { fileURLToPath } from 'node:url'
import { MAX_DOCUMENT_PAGES } from '#domain/kernel/document-limits.ts'
import { type Child, startChild } from '#server/gateways/child.ts'
import type { DocumentRefusal } from './document-refusal.ts'
import type { PdfReading } from './pdf-reader-process.ts'

/** Reads whole PDFs, one at a time. */
export type PdfReader = {
  /** Why a PDF that `inspectPdf` let pass cannot be read as a document with pages, or undefined. */
  read(bytes: Uint8Array): Promise<DocumentRefusal | undefined>
  close(): Promise<void>
}

/** No document within the bounds of `inspectPdf` takes a tenth of it; what does is no document. */
const LAST_RESORT_MS = 10_000
const MOST_MEGABYTES = 512
const PROCESS = fileURLToPath(new URL('./pdf-reader-process.ts', import.meta.url))

/** A reader in a process of its own, which starts with the first document and is replaced when one breaks it. */
export function createPdfReader(): PdfReader {
  let child: Child<Uint8Array, PdfReading> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = () => {
    child?.end()
    child = undefined
  }
  const readNow = async (bytes: Uint8Array): Promise<DocumentRefusal | undefined> => {
    child ??= startChild(PROCESS, MOST_MEGABYTES)
    const asked = await child.ask(bytes, LAST_RESORT_MS)
    if ('broken' in asked) end()
    if ('broken' in asked || 'failure' in asked.answer) return 'NOT_READABLE'
    if (asked.answer.encrypted) return 'ENCRYPTED'
    if (asked.answer.pages > MAX_DOCUMENT_PAGES) return 'TOO_MANY_PAGES'
    return asked.answer.pages > 0 ? undefined : 'NOT_READABLE'
  }
  return {
    read(bytes) {
      const result = last.then(() => readNow(bytes))
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      await last
      end()
    },
  }
}
