/**
 * Which form of the United States a contractor gives whom, and for how long it holds. Sources: Instructions for the Requester of Form W-9
 * (March 2024), Instructions for Form W-8BEN (October 2021) and for Form W-8BEN-E (October 2021), Treas. Reg. 1.1441-1(e)(4)(ii).
 * Corridor files nothing and withholds nothing.
 */
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'

export const TAX_FORM_KINDS = ['W-9', 'W-8BEN', 'W-8BEN-E'] as const
export type TaxFormKind = (typeof TAX_FORM_KINDS)[number]

/** Who is paid: a person in their own name, or a company of theirs. */
export const TAXPAYER_KINDS = ['INDIVIDUAL', 'ENTITY'] as const
export type TaxpayerKind = (typeof TAXPAYER_KINDS)[number]

/** What a taxpayer of the United States is to its tax law (line 3a of Form W-9). */
export const TAX_CLASSIFICATIONS = [
  'INDIVIDUAL',
  'C_CORPORATION',
  'S_CORPORATION',
  'PARTNERSHIP',
  'TRUST_OR_ESTATE',
  'LLC_C',
  'LLC_S',
  'LLC_P',
] as const
export type TaxClassification = (typeof TAX_CLASSIFICATIONS)[number]

/** What a foreign entity is to chapter 3 (line 4 of Form W-8BEN-E), as far as such a form is made here. */
export const ENTITY_TYPES = ['CORPORATION', 'PARTNERSHIP', 'DISREGARDED', 'ESTATE'] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

/** Whether an entity of this type gives a Form W-8BEN-E as it is made here: the others give one of another kind, or their owner gives one. */
export function isMadeHere(type: EntityType): boolean {
  return type === 'CORPORATION'
}

export const TAX_REASONS = [
  'PAYER_NOT_US',
  'NOT_ANSWERED',
  'US_PERSON',
  'FOREIGN_PERSON',
  'FOREIGN_ENTITY',
] as const
export type TaxReason = (typeof TAX_REASONS)[number]

const US = 'US'
/**
 * Whose citizens are citizens of the United States: its own, and by birth those of four of its territories (8 U.S.C. 1402, 1406, 1407; 48 U.S.C.
 * 1801 note). Who is born in American Samoa is a national and no citizen (8 U.S.C. 1408), and gives a Form W-8BEN unless they live in the
 * United States; who is a citizen as well chooses the United States. A company of any territory is a foreign one (26 U.S.C. 7701(a)(4), (9)).
 */
const CITIZENS: ReadonlySet<string> = new Set([US, 'GU', 'MP', 'PR', 'VI'])

/** What decides the form. */
export type Taxpayer = {
  readonly kind: TaxpayerKind
  /** Where the person is a citizen, or where the entity was set up; ISO 3166-1. */
  readonly country_code: string
  /** Where an individual lives for tax: their permanent address. */
  readonly residence: string
  /** Whether an individual holds a green card, or is otherwise a resident of the United States for its tax. */
  readonly us_resident: boolean
}

/** The form that a payer is owed, with the reason; none for a payer outside the United States, and none known before the questions are answered. */
export function neededTaxForm(
  payer_country: string,
  taxpayer: Taxpayer | undefined,
): { readonly kind: TaxFormKind | null; readonly reason: TaxReason } {
  if (!isOwedForms(payer_country)) return { kind: null, reason: 'PAYER_NOT_US' }
  if (!taxpayer) return { kind: null, reason: 'NOT_ANSWERED' }
  if (isUsPerson(taxpayer)) return { kind: 'W-9', reason: 'US_PERSON' }
  return taxpayer.kind === 'ENTITY'
    ? { kind: 'W-8BEN-E', reason: 'FOREIGN_ENTITY' }
    : { kind: 'W-8BEN', reason: 'FOREIGN_PERSON' }
}

/** Whether a payer that is registered in this country is owed forms at all. */
export function isOwedForms(payer_country: string): boolean {
  return payer_country === US
}

/** A citizen or resident of the United States, or an entity that was set up there (26 U.S.C. 7701(a)(30)). */
export function isUsPerson({ kind, country_code, residence, us_resident }: Taxpayer): boolean {
  if (kind === 'ENTITY') return country_code === US
  return CITIZENS.has(country_code) || us_resident || residence === US
}

/**
 * What a form that was signed holds by: where one of these is another by now, what it says is no longer so, and another is owed (Treas. Reg.
 * 1.1441-1(e)(4)(ii)(D), a change in circumstances; Form W-9, a changed name). A move within a country is none.
 */
export type FormBasis = {
  /** First, middle and last name of an individual, a line each. */
  readonly names?: string
  /** ISO 3166-1, where the form names it or the treaty of which, or follows from it. */
  readonly residence?: string
}

/** By what the form holds that a taxpayer gives a payer in the United States. */
export function basisOf(
  taxpayer: Taxpayer,
  { first_name, middle_name, last_name }: Readonly<Record<NamePart, string>>,
): FormBasis {
  if (taxpayer.kind === 'ENTITY') return {}
  const names = [first_name, middle_name, last_name].join('\n')
  const anywhere = isUsPerson({ ...taxpayer, residence: '' })
  return anywhere ? { names } : { names, residence: taxpayer.residence }
}

type NamePart = 'first_name' | 'middle_name' | 'last_name'

/** The last day on which a form holds: the last of the third year after it was signed; a Form W-9 holds until what it says changes. */
export function validThrough(
  kind: TaxFormKind,
  signed_on: PlainDateString,
): PlainDateString | null {
  return kind === 'W-9' ? null : `${Number(signed_on.slice(0, 4)) + 3}-12-31`
}

export const TAX_FORM_STATES = ['VALID', 'EXPIRES_SOON', 'EXPIRED', 'OUTDATED'] as const
export type TaxFormState = (typeof TAX_FORM_STATES)[number]

const SOON_DAYS = 60

/**
 * How a form stands on a day, for who signed it as for who has it: OUTDATED where what it holds by (`FormBasis`) is another by now, EXPIRES_SOON
 * in its last sixty days.
 */
export function taxFormState(
  form: { readonly valid_through: PlainDateString | null; readonly outdated: boolean },
  today: PlainDateString,
): TaxFormState {
  const { valid_through, outdated } = form
  if (outdated) return 'OUTDATED'
  if (valid_through === null) return 'VALID'
  if (valid_through < today) return 'EXPIRED'
  const days = Temporal.PlainDate.from(today).until(valid_through, { largestUnit: 'day' }).days
  return days < SOON_DAYS ? 'EXPIRES_SOON' : 'VALID'
}

const TOLD_DAYS_BEFORE = 30

/** Forms that hold until this day or less are told to who signed them, once each: thirty days before, or later where that was missed. */
export function toldToExpireUntil(today: PlainDateString): PlainDateString {
  return addDays(today, TOLD_DAYS_BEFORE)
}
