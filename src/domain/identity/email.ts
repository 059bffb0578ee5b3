/** E-mail addresses: the pattern and the specification's messages (specification 5). */

/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, without the brackets). */
const MAX_LENGTH = 254

/** One part before the @ and a host with a dot after it; each piece is read once, so no input makes it slow. */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

/** The message on the forgot-password form, which is longer than the others'. */
export const INVALID_RESET_EMAIL = 'Invalid email address. Please enter a valid email.'

/** Whether the text is an address that mail can be sent to. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return text.length <= MAX_LENGTH && at <= 64 && EMAIL_PATTERN.test(text)
}

/** What is wrong with an e-mail address, in the specification's words; undefined when nothing is. */
export function emailProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Email is required'
  return isEmail(text.trim()) ? undefined : 'Invalid email address'
}

/** The one spelling under which addresses are stored and compared: trimmed, in small letters. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** The addresses in free text, each once, in order: viewers of a contract are given so (specification 5). */
export function extractEmails(text: string): string[] {
  const found = text
    .split(/[\s,;<>()[\]"]+/)
    .map(word => word.replace(/^mailto:/i, '').replace(/[.:]+$/, ''))
    .filter(isEmail)
    .map(normalizeEmail)
  return [...new Set(found)]
}
