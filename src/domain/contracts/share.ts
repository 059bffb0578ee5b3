/** Showing a contract to people who are not its parties: whom, for how long, and until what happens (decision 0052). */
import { emailOf, extractEmails } from '#domain/identity/email.ts'
import { type InvalidField, invalidFields, type Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { ContractStatus } from './contract.ts'

/** How long the link of a mail shows the contract. */
export const SHARE_DAYS = 14
/** How many addresses can have a link to a contract at a time, however many calls they were given by. */
export const MOST_VIEWERS = 20

export const SHARE_STATES = ['OPEN', 'EXPIRED', 'REVOKED', 'DISCARDED'] as const
export type ShareState = (typeof SHARE_STATES)[number]

/** Whether a contract can be shown to others: it has a document, and it was not discarded. */
export function isShareable(status: ContractStatus, hasDocument: boolean): boolean {
  return hasDocument && status !== 'DISCARDED'
}

/** What became of a link; only one that is OPEN shows anything. */
export function shareState(
  { revoked_at, expires_at }: { readonly revoked_at: Date | null; readonly expires_at: Date },
  status: ContractStatus,
  now: Date,
): ShareState {
  if (revoked_at) return 'REVOKED'
  if (status === 'DISCARDED') return 'DISCARDED'
  return expires_at <= now ? 'EXPIRED' : 'OPEN'
}

/**
 * The addresses in what was given, each once, in order: free text, or a list of such texts (specification 5). Throws VALIDATION in the
 * specification's words where there is none, where one of a list holds none, and where there are more than twenty.
 */
export function viewersOf(given: string | readonly string[]): string[] {
  const texts = typeof given === 'string' ? [given] : given
  const [wrong, ...more] = texts.flatMap((text, at): InvalidField[] =>
    text.trim() === '' || extractEmails(text).length > 0
      ? []
      : [invalid(typeof given === 'string' ? [] : [at], 'identity.emails.invalid')],
  )
  if (wrong) throw invalidFields([wrong, ...more])
  const emails = extractEmails(texts.join('\n'))
  if (emails.length === 0) throw refused('identity.emails.required')
  if (emails.length > MOST_VIEWERS)
    throw refused('contracts.problems.manyViewers', { most: MOST_VIEWERS, count: emails.length })
  return emails
}

/** The words of a text that are meant as addresses and are none. */
export function unreadableEmails(text: string): string[] {
  return text
    .split(/[\s,;<>()[\]"]+/)
    .filter(word => word.includes('@') && extractEmails(word).length === 0 && !emailOf(word))
}

function refused(...said: Parameters<typeof textOf>): Problem {
  return invalidFields([invalid([], ...said)])
}

function invalid(at: readonly number[], ...said: Parameters<typeof textOf>): InvalidField {
  return { ...textOf(...said), loc: ['body', 'viewer_emails', ...at], type: 'value_error' }
}
