/**
 * Clauses for work in a country that can be added to a contract, as templates with a version. What a version says never changes: other words
 * are another version, so that what was offered and what was signed stays what it was.
 */
export const COUNTRY_CLAUSES = ['CA.1', 'US.1', 'GENERAL.1'] as const
export type CountryClauses = (typeof COUNTRY_CLAUSES)[number]

/** What each template says something of, in its order. */
export const CLAUSE_SUBJECTS = [
  'status',
  'taxes',
  'confidentiality',
  'property',
  'ending',
  'advice',
] as const

/** The template that fits where somebody works; the general one for every other country. */
export function clausesFor(country_code: string | null): CountryClauses {
  return COUNTRY_CLAUSES.find(code => code.split('.')[0] === country_code) ?? 'GENERAL.1'
}
