import type { DocumentUpload } from '#contract/kernel/codecs.ts'
import { invalidFields, Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import type { DocumentRefusal } from '../gateways/files/document-refusal.ts'
import { withoutMetadata } from '../gateways/files/strip-picture.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Document, decodeUpload } from './decode-upload.ts'

const WORDS: Readonly<Record<DocumentRefusal, TextKey>> = {
  NOT_READABLE: 'documents.refusals.notReadable',
  ENCRYPTED: 'documents.refusals.encrypted',
  SCRIPT: 'documents.refusals.script',
  LAUNCH: 'documents.refusals.launch',
  EMBEDDED_FILE: 'documents.refusals.embeddedFile',
  EXTERNAL_FILE: 'documents.refusals.externalFile',
  TOO_MANY_PAGES: 'documents.refusals.tooManyPages',
  TOO_LARGE_PAGE: 'documents.refusals.tooLargePage',
  TOO_MANY_PIXELS: 'documents.refusals.tooManyPixels',
  TOO_NESTED: 'documents.refusals.tooNested',
  TOO_COMPRESSED: 'documents.refusals.tooCompressed',
  INFECTED: 'documents.refusals.infected',
}

/**
 * The document that a body carries in `field`, fit to be kept and shown to others: decoded (see `decodeUpload`), screened, and, of a
 * picture, without what tells where it was taken. DOCUMENT_NOT_READABLE or DOCUMENT_REFUSED, which name the field; UNAVAILABLE while the scanner of the installation is away.
 * Asks outside parties, so no row is locked meanwhile.
 */
export async function takeUpload(
  { gateways, log }: Pick<Ctx, 'gateways' | 'log'>,
  upload: DocumentUpload,
  field: string,
): Promise<Document> {
  const document = decodeUpload(upload, field)
  const found = await gateways.screen.refusalOf(document.bytes, document.mime_type).catch(notNow)
  const bytes = found ? undefined : withoutMetadata(document.bytes, document.mime_type)
  if (bytes) return { ...document, bytes }
  const refusal = found ?? 'NOT_READABLE'
  if (refusal !== 'NOT_READABLE')
    log.warn({ refusal, field, sha256: sha256(document.bytes) }, 'a document was refused')
  const code = refusal === 'NOT_READABLE' ? 'DOCUMENT_NOT_READABLE' : 'DOCUMENT_REFUSED'
  const type = refusal === 'NOT_READABLE' ? 'document_not_readable' : refusal.toLowerCase()
  throw invalidFields([{ text: WORDS[refusal], loc: ['body', field], type }], code)
}

function notNow(cause: unknown): never {
  if (!(cause instanceof GatewayError)) throw cause
  throw new Problem('UNAVAILABLE', 'documents.problems.notCheckedNow', {
    cause,
  })
}
