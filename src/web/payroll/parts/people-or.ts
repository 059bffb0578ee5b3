import { LOCALE } from '#web/words/words.tsx'

const either = new Intl.ListFormat(LOCALE, { type: 'disjunction' })

/** `Lee Raman, Noor Haddad, or Ana Souza`: anyone of these people. */
export function peopleOr(names: readonly string[]): string {
  return either.format(names)
}

const all = new Intl.ListFormat(LOCALE, { type: 'conjunction' })

/** `Lee Raman, Noor Haddad, and Ana Souza`: all of these people. */
export function peopleAnd(names: readonly string[]): string {
  return all.format(names)
}
