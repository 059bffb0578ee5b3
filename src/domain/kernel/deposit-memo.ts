/** How a payment says whose it is where keys make no addresses: all pay one account of ours, and the memo of each names its company (decision 0233). */
import { remainder97 } from './mod97.ts'

/** The first number, so that the shortest memo has six digits. */
const FIRST = 1000
/** What is told of a longer one: no network of these takes as much as a memo, but one in a note. */
const LONGEST = 100
const MARK = '?memo='

/** Where a deposit is paid: an address, and the memo that says whose it is; null where the address does. */
export type Place = { readonly address: string; readonly memo: string | null }

/** The memo of a number: digits of which the last two prove the others (ISO 7064 MOD 97-10), so that one that was mistyped is nobody's. */
export function memoOf(number: number): string {
  const body = String(FIRST + number)
  return `${body}${String(98 - remainder97(`${body}00`)).padStart(2, '0')}`
}

/** Both in one text, by which it is kept whose a place is. */
export function placeOf({ address, memo }: Place): string {
  return memo === null ? address : `${address}${MARK}${memo}`
}

/** What such a text says. */
export function readPlace(text: string): Place {
  const at = text.indexOf(MARK)
  if (at < 0) return { address: text, memo: null }
  return { address: text.slice(0, at), memo: text.slice(at + MARK.length) }
}

/** What anybody wrote as a memo, as it is kept: in one line, without what nobody sees, and no longer than is read; empty where there is nothing. */
export function writtenMemo(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return [...line].slice(0, LONGEST).join('').trim()
}
