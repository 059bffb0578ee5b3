/** Links that are mailed: how long they work, as the mails say, and what is said of one that does not. */
import { Problem, type ProblemCode } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'

export const CONFIRM_HOURS = 24
export const RESET_MINUTES = 30
export const LOG_IN_MINUTES = 15

/** Why a link does not work; `withdrawn` also where a newer one took its place, `unknown` where there never was such a link. */
export type LinkEnd = 'used' | 'withdrawn' | 'expired' | 'unknown'

/** What is kept of a mailed link. */
export type KeptLink = {
  readonly used: boolean
  readonly withdrawn: boolean
  readonly ends_at: Date
}

/**
 * Why a link does not work at `now`; undefined for one that does. What happened first counts. Tokens cannot be guessed, so that
 * nobody but the bearer learns it.
 */
export function linkEnd(link: KeptLink | undefined, now: Date): LinkEnd | undefined {
  if (!link) return 'unknown'
  if (link.used) return 'used'
  if (link.withdrawn) return 'withdrawn'
  return now < link.ends_at ? undefined : 'expired'
}

const ENDS: Readonly<Record<LinkEnd, Text & { readonly code: ProblemCode }>> = {
  used: { code: 'LINK_USED', ...textOf('identity.links.used') },
  withdrawn: { code: 'LINK_NOT_VALID', ...textOf('identity.links.withdrawn') },
  expired: { code: 'LINK_EXPIRED', ...textOf('identity.links.expired') },
  unknown: { code: 'LINK_NOT_VALID', ...textOf('identity.links.unknown') },
}

/** What is answered to whoever opens a link that ended: LINK_USED, LINK_EXPIRED or LINK_NOT_VALID, and what to do. */
export function deadLink(end: LinkEnd): Problem {
  const { code, text } = ENDS[end]
  return new Problem(code, text)
}
