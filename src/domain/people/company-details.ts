/** What a company says of itself for its verification (specification, PUT /employer/kyc; design: Second reading, `kyc`). */
import { plainLine } from '#domain/kernel/names.ts'
import { addDays, isCalendarDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { isSameName } from '#domain/kernel/same-name.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'

/** The sections of ISIC, revision 4 (United Nations, Statistical Papers M 4): what a company mainly does. */
// biome-ignore format: one line for what is one alphabet
export const INDUSTRIES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U'] as const
export type Industry = (typeof INDUSTRIES)[number]

/** A natural person who owns a part of the company, or controls it. */
export type BeneficialOwner = {
  readonly name: string
  readonly birth_date: PlainDateString
  readonly country_code: string
  /** In basis points: 10000 is the whole company. */
  readonly share_bps: number
}

/** What `verifiedDetails` reads of a company's details. */
export type CompanyDetails = {
  readonly registration_number: string
  readonly country_of_incorporation: string
  readonly date_of_incorporation: PlainDateString
  readonly registered_country: string
  readonly tax_number: string
  readonly beneficial_owners: readonly BeneficialOwner[]
}

/** Who owns this much, in basis points, has to be named. */
export const NAMED_FROM_BPS = 2_500
export const MOST_OWNERS = 20
const WHOLE_BPS = 10_000
const OLDEST_YEARS = 120
/** Whoever owns for a child, or acts for it, controls what it owns, and is named. */
const ADULT_YEARS = 18

/** What is wrong with the owners of a company, by the field of one or of all; undefined where nothing is. */
export function ownersProblem(
  owners: readonly BeneficialOwner[],
  today: PlainDateString,
): { readonly at: readonly (string | number)[]; readonly said: Text } | undefined {
  for (const [i, owner] of owners.entries()) {
    if (owner.share_bps === 0)
      return { at: [i, 'share'], said: textOf('people.problems.ownerShare') }
    if (!isBirthDate(owner.birth_date, today))
      return { at: [i, 'birth_date'], said: textOf('people.problems.ownerBirthDate') }
    if (!isAdult(owner.birth_date, today))
      return {
        at: [i, 'birth_date'],
        said: textOf('people.problems.ownerMinor', { years: ADULT_YEARS }),
      }
    if (owners.slice(0, i).some(other => isSame(other, owner)))
      return { at: [i, 'name'], said: textOf('people.problems.ownerTwice', { name: owner.name }) }
  }
  const sum = owners.reduce((total, { share_bps }) => total + share_bps, 0)
  if (sum <= WHOLE_BPS) return undefined
  return { at: [], said: textOf('people.problems.ownersAboveWhole', { percentage: sum / 100 }) }
}

function isBirthDate(date: PlainDateString, today: PlainDateString): boolean {
  return date < today && date > addDays(today, -366 * OLDEST_YEARS)
}

function isAdult(birth_date: PlainDateString, today: PlainDateString): boolean {
  const [year = ''] = today.split('-')
  return birth_date <= `${Number(year) - ADULT_YEARS}${today.slice(4)}`
}

/** The same day and the same name, as a signature would be taken for it: signs that nobody sees, accents and the order of the names set nobody apart. */
function isSame(one: BeneficialOwner, other: BeneficialOwner): boolean {
  return one.birth_date === other.birth_date && isSameName(one.name, other.name)
}

/** Some companies are older than any other date that is typed: the oldest that trade now are of the 13th century. */
const FOUNDED_FROM = '1200-01-01'

/** Whether it is a date that exists, and not before any company: since the year 1200. */
export function isFoundingDate(date: string): date is PlainDateString {
  return date >= FOUNDED_FROM && isCalendarDate(date)
}

function spelled(name: string): string {
  return plainLine(name).toLowerCase()
}

/** A host with a dot and what may follow it, with or without `https://`. */
const WEBSITE = /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/iu

/** Whether it is empty, or the address of a site of the web as people write it. */
export function isWebsite(text: string): boolean {
  return text === '' || WEBSITE.test(text)
}

/** What of the details was verified, spelled so that equal facts are equal texts: who the company is, and who owns it. */
export function verifiedDetails(details: CompanyDetails): string {
  const { registration_number, country_of_incorporation, date_of_incorporation } = details
  const owners = details.beneficial_owners.map(owner => [
    spelled(owner.name),
    owner.birth_date,
    owner.country_code,
    owner.share_bps,
  ])
  return JSON.stringify([
    registration_number,
    country_of_incorporation,
    date_of_incorporation,
    details.registered_country,
    details.tax_number,
    owners.map(owner => owner.join('\n')).sort(),
  ])
}
