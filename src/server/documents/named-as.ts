import type { DocumentType } from '../gateways/files/sniff-document.ts'

/** How the name of each ends; the first where it does not yet. */
const ENDINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
} satisfies Record<DocumentType, readonly [string, ...string[]]>

/**
 * What a document is called: by a name that ends as its content does. A PDF may hold a page or a program as text, and what somebody called `.html` or
 * `.hta` is opened as that by the machine of whoever saves it. What is none of the documents that are taken in keeps its name.
 */
export function namedAs(file_name: string, mime_type: string): string {
  const endings = ENDINGS[mime_type]
  const name = file_name.toLowerCase()
  if (!endings || endings.some(ending => name.endsWith(ending))) return file_name
  return `${file_name.replace(/[. ]+$/, '')}${endings[0]}`
}
