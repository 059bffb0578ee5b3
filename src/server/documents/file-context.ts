/**
 * What the content of a stored file is bound to beside its id, of which each version of a document has one of its own: whose it is, and
 * what it is to them. A row that says otherwise by now does not open it.
 */
export function fileContext(file: {
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
  readonly kind: string
}): string {
  return [file.kind, file.employer_uuid ?? '', file.contractor_sub ?? ''].join('\0')
}
