/** Canada's pattern (specification 5): letters that its post uses, the two halves joined, spaced or hyphenated. */
import { type Text, textOf } from '#domain/kernel/words.ts'

const CANADIAN = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i

/** What is wrong with a postal code; undefined for none, since not every place has one. Other countries' are not judged. */
export function postalCodeProblem(country_code: string, postal_code: string): Text | undefined {
  if (country_code !== 'CA' || postal_code.trim() === '') return undefined
  return CANADIAN.test(postal_code.trim()) ? undefined : textOf('kernel.postalCodes.canadian')
}
