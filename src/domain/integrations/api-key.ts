/** Keys by which machines of an employer call the API: what each may do, from where and until when. */

/** What a key may be allowed. None of them approves, pays, or gives access. */
export const KEY_SCOPES = [
  'batches:read',
  'batches:write',
  'events:read',
  'funding:read',
  'reports:read',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Whether there is such a scope by now: a key may be older than the list. */
export function isKeyScope(scope: string): scope is KeyScope {
  return KEY_SCOPES.some(one => one === scope)
}

/** What a sandbox has of its own. Everything else is about real money: there its keys read of a company that has nothing. */
const SANDBOX_SCOPES: readonly KeyScope[] = ['batches:read', 'batches:write', 'events:read']

/** Whether a sandbox has what a scope is about of its own. */
export function isOfSandbox(scope: KeyScope): boolean {
  return SANDBOX_SCOPES.includes(scope)
}

/** How many keys may work at once, of each kind; and as many whose place others took, until they end. */
export const MOST_KEYS = 20
export const MOST_KEY_ADDRESSES = 20

/** A key works for at most a year. */
export const LONGEST_KEY_DAYS = 366
/** How long the key before works on beside the one that takes its place. */
export const OVERLAP_DAYS = 7
const SOON_DAYS = 14
const NEW_HOURS = 24
const DAY_MS = 24 * 60 * 60 * 1000

/** What begins every key, by which it is told from a token of a person. */
export const KEY_MARK = 'cor_'
/** How much of a key is kept as it is, to know it by. */
export const KEY_PREFIX_LENGTH = 14

/** A key of a secret: its beginning says whether money can move by it. */
export function spellKey(sandbox: boolean, secret: string): string {
  return `${KEY_MARK}${sandbox ? 'test' : 'live'}_${secret}`
}

export const KEY_STATES = ['NEW', 'WORKS', 'ENDS_SOON', 'ENDED', 'REVOKED'] as const
export type KeyState = (typeof KEY_STATES)[number]

export type KeyTimes = {
  readonly created_at: Date
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
}

/** Where a key stands at an instant. New is one that nobody used yet, for a day. */
export function keyState(
  { created_at, expires_at, revoked_at, last_used_at }: KeyTimes,
  now: Date,
): KeyState {
  if (revoked_at) return 'REVOKED'
  const left_ms = expires_at.getTime() - now.getTime()
  if (left_ms <= 0) return 'ENDED'
  if (left_ms <= SOON_DAYS * DAY_MS) return 'ENDS_SOON'
  const age_ms = now.getTime() - created_at.getTime()
  return !last_used_at && age_ms < NEW_HOURS * 60 * 60 * 1000 ? 'NEW' : 'WORKS'
}

export const KEY_ACTIONS = ['replace', 'revoke'] as const
export type KeyAction = (typeof KEY_ACTIONS)[number]

/** What may be done about a key where it stands; one that another took the place of is replaced no second time. */
export function keyActions(state: KeyState, replaced = false): readonly KeyAction[] {
  if (state === 'ENDED' || state === 'REVOKED') return []
  return replaced ? ['revoke'] : KEY_ACTIONS
}

/** When a key ends whose place another takes: after the overlap, and never later than it would. */
export function endOfReplaced(expires_at: Date, now: Date): Date {
  return new Date(Math.min(expires_at.getTime(), now.getTime() + OVERLAP_DAYS * DAY_MS))
}

/** How many whole days a key has left; 0 on its last. */
export function daysLeft(expires_at: Date, now: Date): number {
  return Math.max(0, Math.floor((expires_at.getTime() - now.getTime()) / DAY_MS))
}

/** When a key of so many days ends. */
export function endOfKey(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS)
}
