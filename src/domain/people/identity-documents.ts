/** What people say of themselves with their identity documents, with the specification's labels (specification 3). */
export const ID_DOCUMENT_TYPES = ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID', 'OTHER'] as const
export type IdDocumentType = (typeof ID_DOCUMENT_TYPES)[number]
export const RESIDENCIES = ['CITIZEN', 'PERMANENT_RESIDENT', 'TEMPORARY_RESIDENT', 'OTHER'] as const
export type Residency = (typeof RESIDENCIES)[number]

/** Whether a back has anything to say: a passport's has not. */
export function hasBack(type: IdDocumentType): boolean {
  return type !== 'PASSPORT'
}

/** Who is not a citizen where they live shows by which right they do. */
export function provesStatus(residency: Residency): boolean {
  return residency !== 'CITIZEN'
}
