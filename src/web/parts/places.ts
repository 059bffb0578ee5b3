import { LOCALE } from '#web/words/words.tsx'

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'region' })

/** The English name of a country (ISO 3166-1 alpha-2); the code itself where it has none. */
export function countryName(code: string): string {
  try {
    return NAMES.of(code.slice(0, 2).toUpperCase()) ?? code
  } catch {
    return code
  }
}
