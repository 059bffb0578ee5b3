/**
 * What two people decide about somebody who is like an entry of a list. One operator may say that it is not the same; that it is, a
 * second one confirms. Payments wait as long as it is open, said to be the same, or confirmed.
 */
import { machine } from '#domain/kernel/machine.ts'

export const HIT_STATUSES = ['OPEN', 'CLAIMED', 'CONFIRMED', 'CLEARED', 'LAPSED'] as const
export type HitStatus = (typeof HIT_STATUSES)[number]

/** What operators do with it; `lapse` is what a new list does to an entry that it leaves out. */
export const HIT_ACTIONS = ['clear', 'claim', 'confirm', 'refuse', 'reopen'] as const
export type HitAction = (typeof HIT_ACTIONS)[number]

export const hitMachine = machine<HitStatus, HitAction | 'lapse' | 'change'>({
  OPEN: { clear: 'CLEARED', claim: 'CLAIMED', lapse: 'LAPSED', change: 'OPEN' },
  CLAIMED: { confirm: 'CONFIRMED', refuse: 'OPEN', lapse: 'LAPSED', change: 'OPEN' },
  CONFIRMED: { reopen: 'OPEN' },
  CLEARED: {},
  LAPSED: {},
})

/** While a hit stands here, nothing is paid. */
export const HOLDING: readonly HitStatus[] = ['OPEN', 'CLAIMED', 'CONFIRMED']

/** What is looked at together: what waits for an answer, what has one, and what holds. A confirmed one has its answer, and holds. */
export const HIT_VIEWS = ['waiting', 'answered', 'holding'] as const
export const VIEWED: Readonly<Record<(typeof HIT_VIEWS)[number], readonly HitStatus[]>> = {
  waiting: ['OPEN', 'CLAIMED'],
  answered: ['CONFIRMED', 'CLEARED', 'LAPSED'],
  holding: HOLDING,
}

/** Actions without words do not exist but the yes of the second person. */
export function needsWords(action: HitAction): boolean {
  return action !== 'confirm'
}

/** Whether the same person who said that it is the same would answer their own question. */
export function isOwnAnswer(action: HitAction, by: string, claimed_by: string | null): boolean {
  return action === 'confirm' && claimed_by === by
}

/** What a person may do with a hit. */
export function hitActions(status: HitStatus, by: string, claimed_by: string | null): HitAction[] {
  return HIT_ACTIONS.filter(
    action => hitMachine.next(status, action) !== undefined && !isOwnAnswer(action, by, claimed_by),
  )
}

const DAY_MS = 86_400_000
/** From this age on a list is said to be old. */
export const OLD_FROM_DAYS = 7

/** The whole days since a list was imported. */
export function ageInDays(imported_at: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - imported_at.getTime()) / DAY_MS))
}
