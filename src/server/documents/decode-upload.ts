import { type DocumentUpload, MAX_DOCUMENT_BYTES } from '#contract/kernel/codecs.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { type DocumentType, sniffDocument } from '../gateways/files/sniff-document.ts'

export type Document = {
  readonly file_name: string
  readonly mime_type: DocumentType
  readonly bytes: Uint8Array
}

const TYPE_NAMES: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
}

/**
 * The document that a body carries in `field`. VALIDATION for base64 that is not canonical (RFC 4648, 3.5) or more than 10 MB,
 * DOCUMENT_NOT_READABLE for content that is not what it says; both name the field. The name loses any folder.
 */
export function decodeUpload(upload: DocumentUpload, field: string): Document {
  const bytes = Buffer.from(upload.content, 'base64')
  if (bytes.length === 0) throw invalidField(field, 'The document is empty')
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw invalidField(field, 'The document is larger than 10 MB: make it smaller or split it')
  if (bytes.toString('base64') !== upload.content)
    throw invalidField(field, 'The document is not valid base64')
  const found = sniffDocument(bytes)
  if (found !== upload.mime_type) throw notReadable(field, upload.mime_type, found)
  return { file_name: baseName(upload.file_name), mime_type: found, bytes }
}

function notReadable(
  field: string,
  claimed: DocumentType,
  found: DocumentType | undefined,
): Problem {
  const msg = found
    ? `The document is called ${TYPE_NAMES[claimed]} but is ${TYPE_NAMES[found]}. Choose it again.`
    : `The document is not a readable ${TYPE_NAMES[claimed]}. Export it again as PDF, PNG or JPEG.`
  return new Problem('DOCUMENT_NOT_READABLE', msg, {
    fields: [{ loc: ['body', field], msg, type: 'document_not_readable' }],
  })
}

function baseName(file_name: string): string {
  const name = file_name.slice(
    Math.max(file_name.lastIndexOf('/'), file_name.lastIndexOf('\\')) + 1,
  )
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return /^\.*$/.test(plain) ? 'document' : plain
}
