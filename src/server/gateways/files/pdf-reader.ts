import { fileURLToPath } from 'node:url'
import { type Child, startChild } from '#server/gateways/child.ts'
import type { DocumentRefusal } from './document-refusal.ts'
import type { PdfReading } from './pdf-reader-process.ts'

/** Reads whole PDFs, one at a time. */
export type PdfReader = {
  /** Why a PDF is refused (`inspectPdf`) or cannot be read as a document with pages, or undefined. */
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
    return 'broken' in asked ? 'NOT_READABLE' : asked.answer.refusal
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
