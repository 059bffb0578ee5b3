import type { DocumentRefusal } from './document-refusal.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { inspectJpeg, inspectPng } from './inspect-picture.ts'
import { createPdfReader } from './pdf-reader.ts'
import type { DocumentType } from './sniff-document.ts'

/** Judges documents as they come in. */
export type DocumentScreen = {
  /** Why a document is not taken in although it is of this type, or undefined. */
  refusalOf(bytes: Uint8Array, type: DocumentType): Promise<DocumentRefusal | undefined>
  close(): Promise<void>
}

/** The screen of this installation: what documents may hold, and that they can be read. */
export function createDocumentScreen(): DocumentScreen {
  const reader = createPdfReader()
  return {
    async refusalOf(bytes, type) {
      if (type === 'image/png') return inspectPng(bytes)
      if (type === 'image/jpeg') return inspectJpeg(bytes)
      // The library reads only what was found to be within bounds.
      return inspectPdf(bytes) ?? reader.read(bytes)
    },
    close: () => reader.close(),
  }
}
