import type { DocumentUpload } from '#contract/kernel/codecs.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { DocumentRefusal } from '../gateways/files/document-refusal.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Document, decodeUpload } from './decode-upload.ts'

const WORDS: Readonly<Record<DocumentRefusal, string>> = {
  NOT_READABLE: 'The document cannot be read: it is broken. Export it again as PDF, PNG or JPEG.',
  ENCRYPTED: 'The PDF is encrypted. Take its password away, or print it to PDF, and send that.',
  SCRIPT: 'The PDF holds a script. Print it to PDF, which leaves the script out, and send that.',
  LAUNCH: 'The PDF starts a program. Print it to PDF, which leaves that out, and send that.',
  EMBEDDED_FILE:
    'The PDF holds other files. Print it to PDF, which leaves them out, and send that.',
  TOO_MANY_PIXELS: 'The picture has more than 50 megapixels. Make it smaller.',
  TOO_COMPRESSED:
    'The picture unfolds to more than a hundred times its size. Save it again, or take another one.',
  INFECTED: 'The document holds a virus. Check your device, then send a clean copy.',
}

/**
 * The document that a body carries in `field`, fit to be kept and shown to others: decoded (see `decodeUpload`) and screened.
 * DOCUMENT_NOT_READABLE or DOCUMENT_REFUSED, which name the field; UNAVAILABLE while the scanner of the installation is away.
 * Asks outside parties, so no row is locked meanwhile.
 */
export async function takeUpload(
  { gateways, log }: Pick<Ctx, 'gateways' | 'log'>,
  upload: DocumentUpload,
  field: string,
): Promise<Document> {
  const document = decodeUpload(upload, field)
  const refusal = await gateways.screen.refusalOf(document.bytes, document.mime_type).catch(notNow)
  if (!refusal) return document
  if (refusal !== 'NOT_READABLE')
    log.warn({ refusal, field, sha256: sha256(document.bytes) }, 'a document was refused')
  const code = refusal === 'NOT_READABLE' ? 'DOCUMENT_NOT_READABLE' : 'DOCUMENT_REFUSED'
  const msg = WORDS[refusal]
  const type = refusal === 'NOT_READABLE' ? 'document_not_readable' : refusal.toLowerCase()
  throw new Problem(code, msg, { fields: [{ loc: ['body', field], msg, type }] })
}

function notNow(cause: unknown): never {
  if (!(cause instanceof GatewayError)) throw cause
  throw new Problem('UNAVAILABLE', 'Documents cannot be checked just now. Try again shortly.', {
    cause,
  })
}
