/** The rules of a new password, with the specification's messages (specification 5 and 9). */
import { type Text, textOf } from '#domain/kernel/words.ts'

export const MIN_PASSWORD_LENGTH = 10

/** The most that is taken: long enough for any phrase, short enough that hashing it costs no more than another. */
export const MAX_PASSWORD_LENGTH = 128

/** The fixed set of special characters. */
export const SPECIAL_CHARACTERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** Every rule that a new password breaks, in the specification's words and order; empty when it may be used. */
export function passwordProblems(password: string): Text[] {
  if (password === '') return [textOf('identity.passwords.required')]
  const rules: [boolean, Text][] = [
    [[...password].length >= MIN_PASSWORD_LENGTH, textOf('identity.passwords.short')],
    [/\p{Lu}/u.test(password), textOf('identity.passwords.uppercase')],
    [/\p{Ll}/u.test(password), textOf('identity.passwords.lowercase')],
    [/\d/.test(password), textOf('identity.passwords.number')],
    [
      [...password].some(char => SPECIAL_CHARACTERS.includes(char)),
      textOf('identity.passwords.special'),
    ],
    [
      [...password].length <= MAX_PASSWORD_LENGTH,
      textOf('identity.passwords.long', { most: MAX_PASSWORD_LENGTH }),
    ],
  ]
  return rules.filter(([kept]) => !kept).map(([, message]) => message)
}
