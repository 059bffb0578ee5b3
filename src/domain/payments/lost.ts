/** What went wrong with a payment, and who acts then. By itself, since every home asks it and none needs the machine. */
/** What went wrong, the worst first: nobody knows, it came back, it never left. */
export const WRONG_STATUSES = ['UNKNOWN', 'RETURNED', 'FAILED'] as const
export type WrongStatus = (typeof WRONG_STATUSES)[number]

/** Whether something went wrong about a payment, or about a pay in the words of `payState`. */
export function isWrong(status: string | null): status is WrongStatus {
  return WRONG_STATUSES.some(wrong => wrong === status)
}

/**
 * What did not arrive and whose money is back. It is kept for its contractor, who names another account; operators may retry it to one
 * that is mended. What keeps it wherever it goes waits for operators first (`keptBy`).
 */
export const KEPT_STATUSES = ['FAILED', 'RETURNED'] as const
export type KeptStatus = (typeof KEPT_STATUSES)[number]

/** Whether a payment did not arrive and waits for another account of its contractor's. */
export function isKept(status: string | null): status is KeptStatus {
  return KEPT_STATUSES.some(kept => kept === status)
}

/** Whether all of a pay has left, in the words of `payState`, and nothing about that is wrong. */
export function hasLeft(state: string | undefined): boolean {
  return state === 'ON_THE_WAY' || state === 'ARRIVED'
}
