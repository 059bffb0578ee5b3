/** What people say of themselves with their identity documents, with the specification's labels (specification 3). */
export const ID_DOCUMENT_TYPES = ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID', 'OTHER'] as const
export type IdDocumentType = (typeof ID_DOCUMENT_TYPES)[number]
export const ID_DOCUMENT_TYPE_LABELS: Readonly<Record<IdDocumentType, string>> = {
  PASSPORT: 'Passport',
  DRIVERS_LICENSE: "Driver's License",
  NATIONAL_ID: 'National ID',
  OTHER: 'Other',
}

export const RESIDENCIES = ['CITIZEN', 'PERMANENT_RESIDENT', 'TEMPORARY_RESIDENT', 'OTHER'] as const
export type Residency = (typeof RESIDENCIES)[number]
export const RESIDENCY_LABELS: Readonly<Record<Residency, string>> = {
  CITIZEN: 'Citizen',
  PERMANENT_RESIDENT: 'Permanent Resident',
  TEMPORARY_RESIDENT: 'Temporary Resident',
  OTHER: 'Other',
}
