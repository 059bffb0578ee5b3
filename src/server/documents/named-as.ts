import type { DocumentType } from '../gateways/files/sniff-document.ts'

const ENDINGS: Readonly<Record<DocumentType, RegExp>> = {
  'application/pdf': /\.pdf$/i,
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
}

const OWN_ENDING: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
}

/**
 * What a document is called: by a name that ends as its content does. A PDF may hold a page or a program as text, and what somebody called `.html` or
 * `.hta` is opened as that by the machine of whoever saves it. What is none of the documents that are taken in keeps its name.
 */
export function namedAs(file_name: string, mime_type: string): string {
  const own = OWN_ENDING[mime_type]
  if (!own || ENDINGS[mime_type as DocumentType].test(file_name)) return file_name
  return `${file_name.replace(/[. ]+$/, '')}${own}`
}
