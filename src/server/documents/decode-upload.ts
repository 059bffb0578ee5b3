import type { DocumentUpload } from '#contract/kernel/codecs.ts'
import { MAX_DOCUMENT_BYTES } from '#domain/kernel/document-limits.ts'
import { invalidField, invalidFields, type Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { type DocumentType, sniffDocument } from '../gateways/files/sniff-document.ts'
import { namedAs } from './named-as.ts'

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
 * DOCUMENT_NOT_READABLE for content that is not what it says; both name the field. The name loses any folder, and ends as the content does.
 */
export function decodeUpload(upload: DocumentUpload, field: string): Document {
  const bytes = Buffer.from(upload.content, 'base64')
  if (bytes.length === 0) throw invalidField(field, 'documents.problems.empty')
  if (bytes.length > MAX_DOCUMENT_BYTES) throw invalidField(field, 'documents.problems.tooLarge')
  if (bytes.toString('base64') !== upload.content)
    throw invalidField(field, 'documents.problems.notBase64')
  const found = sniffDocument(bytes)
  if (found !== upload.mime_type) throw notReadable(field, upload.mime_type, found)
  return { file_name: namedAs(baseName(upload.file_name), found), mime_type: found, bytes }
}

function notReadable(
  field: string,
  claimed: DocumentType,
  found: DocumentType | undefined,
): Problem {
  const names = { claimed: TYPE_NAMES[claimed], ...(found && { found: TYPE_NAMES[found] }) }
  const said = textOf(
    found ? 'documents.problems.calledOtherwise' : 'documents.problems.notReadable',
    names,
  )
  return invalidFields(
    [{ ...said, loc: ['body', field], type: 'document_not_readable' }],
    'DOCUMENT_NOT_READABLE',
  )
}

function baseName(file_name: string): string {
  const name = file_name.slice(
    Math.max(file_name.lastIndexOf('/'), file_name.lastIndexOf('\\')) + 1,
  )
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return /^\.*$/.test(plain) ? 'document' : plain
}
