/** What people say of themselves with their identity documents, with the specification's labels (specification 3). */
import type { PlainDateString } from '../kernel/plain-date.ts'

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

/** The kinds of documents that are one person's alone; an address is proved by what a household may share. */
export const PERSONS_OWN = [
  'identification_document',
  'identification_document_back',
  'status_document',
] as const

/** A document's number as it is compared: however its spaces, dashes and capitals are typed it is one number. */
export function spelledNumber(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const YOUNGEST_YEARS = 18
const OLDEST_YEARS = 120

/** Whether somebody who works can have been born on a day: they are 18 to 120 years old. */
export function isPlausibleBirth(birth_date: PlainDateString, today: PlainDateString): boolean {
  const before = (years: number) => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`
  return birth_date <= before(YOUNGEST_YEARS) && birth_date > before(OLDEST_YEARS + 1)
}
