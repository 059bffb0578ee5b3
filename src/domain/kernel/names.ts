/** What people and companies are called on every page and in every mail; statements ask `app.person_name` and `app.employer_name`. */
import { withoutUnseen } from './unseen-signs.ts'

/** The most characters that a role may have, in an invitation as in a contract. */
export const MAX_ROLE_LENGTH = 120

/**
 * A line in one way of writing it: signs that stand for others as these (NFKC), nothing that is not seen where it is no spelling, and one space where there are
 * several, of whatever kind.
 */
export function plainLine(text: string): string {
  return withoutUnseen(text.normalize('NFKC')).replace(/\s+/gu, ' ').trim()
}

/** The most characters that a whole name may have by which somebody is invited. */
export const MAX_PERSON_NAME = 200

export type PersonNames = { readonly first_name: string; readonly last_name: string }

/** Han, Kana and Hangul, as the ranges that PostgreSQL's expressions know them by too. */
const EAST_ASIAN =
  /^[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]+$/u

/**
 * First and last name, or what is given instead where neither is known. Names in Chinese, Japanese and Korean writing begin with the
 * family's and have no space, as their owners write them (CLDR, person names: surnames first, native spaces none).
 */
export function personName({ first_name, last_name }: PersonNames, otherwise = ''): string {
  const familyFirst = last_name + first_name
  if (first_name && last_name && EAST_ASIAN.test(familyFirst)) return familyFirst
  return `${first_name} ${last_name}`.trim() || otherwise
}

/** First, middle and last name, as on papers; in Chinese, Japanese and Korean writing the family's first, like `personName`. */
export function wholeName({
  middle_name,
  first_name,
  last_name,
}: PersonNames & { readonly middle_name: string }): string {
  return personName({ first_name: [first_name, middle_name].filter(Boolean).join(' '), last_name })
}

/**
 * A whole name in two, `Lovelace, Ada` as `Ada Lovelace`: a guess to begin with, which its owner corrects. What has no space is a first name.
 */
export function namesOfWhole(name: string): PersonNames {
  const [family = '', given] = name.split(',').map(part => part.trim())
  if (given) return { first_name: given, last_name: family }
  const parts = family.split(/\s+/)
  const last_name = parts.length > 1 ? (parts.pop() ?? '') : ''
  return { first_name: parts.join(' '), last_name }
}

type EmployerNames = {
  readonly business_name: string
  readonly corporation_name: string
  readonly domain: string | null
}

/** The name that a company goes by: that of its business, else that of the corporation, else its domain. */
export function employerName({ business_name, corporation_name, domain }: EmployerNames): string {
  return business_name || corporation_name || (domain ?? '')
}

/** The name that a company is registered under, or what it goes by where that is not known. */
export function legalName(names: EmployerNames): string {
  return names.corporation_name || employerName(names)
}
