/** E-mail addresses: the pattern and the specification's messages (specification 5). */
import { type Text, textOf } from '#domain/kernel/words.ts'

/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, without the brackets). */
const MAX_LENGTH = 254

/**
 * The one pattern of addresses: for screens, the API, invitations and the identity provider, which takes no more than this
 * (`email.ts` of its tests holds the two together). Each piece is read once, so no input makes it slow.
 */
export const EMAIL_PATTERN =
  /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*(?<!')@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** Whether the text is an address that mail can be sent to. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return text.length <= MAX_LENGTH && at <= 64 && EMAIL_PATTERN.test(text)
}

/**
 * The one spelling under which an address is counted, looked up, stored, invited and sent to: without spaces around it, in
 * small letters. Undefined for all that is no address; what holds a character that nobody sees is none (`\p{C}`: control,
 * format, unassigned), also where cutting it out would leave one.
 */
export function emailOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > 2 * MAX_LENGTH || /\p{C}/u.test(given))
    return undefined
  const text = given.trim()
  return isEmail(text) ? text.toLowerCase() : undefined
}

/** Where a dot says nothing, and under which name all of it is one. */
const GOOGLE: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address is a spelling of, by which mails to it are counted and stopped: what follows a `+` is its owner's own sign
 * (RFC 5233), and Google reads no dots. Nothing is sent there, and nobody logs in by it. Takes one spelling of an address, see `emailOf`.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const name = local.replace(/(?<=.)\+.*$/, '')
  return GOOGLE.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** An address as it is shown to who may not know it: `a•••@example.com` says which mailbox to look into to its owner alone. */
export function hidden(email: string): string {
  return email.replace(/^(.).*(?=@)/u, '$1•••')
}

/** What is wrong with an e-mail address, in the specification's words; undefined when nothing is. */
export function emailProblem(text: string): Text | undefined {
  if (text.trim() === '') return textOf('identity.emails.required')
  return emailOf(text) ? undefined : textOf('identity.emails.invalid')
}

/** The addresses in free text, each once, in order: viewers of a contract are given so (specification 5). */
export function extractEmails(text: string): string[] {
  const found = text
    .split(/[\s,;<>()[\]"]+/)
    // What is longer is none, and is not looked at letter by letter.
    .filter(word => word.length <= 2 * MAX_LENGTH)
    .map(word => word.replace(/^mailto:/i, '').replace(/[.:]+$/, ''))
    .flatMap(word => emailOf(word) ?? [])
  return [...new Set(found)]
}
