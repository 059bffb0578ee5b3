import type { DocumentRefusal } from './document-refusal.ts'
import { inspectJpeg, inspectPng } from './inspect-picture.ts'
import { createPdfReader } from './pdf-reader.ts'
import type { DocumentType } from './sniff-document.ts'
import type { VirusScanner } from './virus-scanner.ts'

/** Judges documents as they come in. */
export type DocumentScreen = {
  /** Why a document is not taken in although it is of this type, or undefined. Throws GatewayError SCANNER_UNAVAILABLE. */
  refusalOf(bytes: Uint8Array, type: DocumentType): Promise<DocumentRefusal | undefined>
  close(): Promise<void>
}

/** The screen of this installation: what documents may hold, that they can be read, and what a scanner says, if there is one. */
export function createDocumentScreen({ scanner }: { scanner?: VirusScanner } = {}): DocumentScreen {
  const reader = createPdfReader()
  const inspect = async (bytes: Uint8Array, type: DocumentType) => {
    if (type === 'image/png') return inspectPng(bytes)
    if (type === 'image/jpeg') return inspectJpeg(bytes)
    return reader.read(bytes)
  }
  return {
    async refusalOf(bytes, type) {
      const refusal = await inspect(bytes, type)
      if (refusal || !scanner) return refusal
      return (await scanner.scan(bytes)) ? 'INFECTED' : undefined
    },
    close: () => reader.close(),
  }
}
