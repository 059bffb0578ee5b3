/** The rules of a new password, with the specification's messages (specification 5 and 9). */

export const MIN_PASSWORD_LENGTH = 10

/** The most that is taken: long enough for any phrase, short enough that hashing it costs no more than another. */
export const MAX_PASSWORD_LENGTH = 128

/** The fixed set of special characters. */
export const SPECIAL_CHARACTERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** Every rule that a new password breaks, in the specification's words and order; empty when it may be used. */
export function passwordProblems(password: string): string[] {
  if (password === '') return ['Password is required']
  const rules: [boolean, string][] = [
    [[...password].length >= MIN_PASSWORD_LENGTH, 'Password must be at least 10 characters long'],
    [/\p{Lu}/u.test(password), 'Password must include at least one uppercase letter'],
    [/\p{Ll}/u.test(password), 'Password must include at least one lowercase letter'],
    [/\d/.test(password), 'Password must include at least one number'],
    [
      [...password].some(char => SPECIAL_CHARACTERS.includes(char)),
      'Password must include at least one special character',
    ],
    [
      [...password].length <= MAX_PASSWORD_LENGTH,
      `Password must be at most ${MAX_PASSWORD_LENGTH} characters long`,
    ],
  ]
  return rules.filter(([kept]) => !kept).map(([, message]) => message)
}
