/** What writers and readers of bank files take and answer. All of them are pure: no file, no clock, no chance; whoever calls gives everything. */
import type { Money } from '#domain/kernel/money.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Text } from '#domain/kernel/words.ts'

/** What is wrong with one field, of an order or of the set-up that a file is written with, and how to mend it. */
export type FieldProblem = { readonly field: string; readonly text: Text }

/** An order that a file cannot carry, with every reason. */
export type Refusal = { readonly attempt_uuid: string; readonly problems: readonly FieldProblem[] }

/** An order as it stands in a file: the reference under which the bank will speak of it, and the name as it was spelled there. */
export type WrittenPayment = {
  readonly attempt_uuid: string
  readonly reference: string
  readonly name: string
}

/**
 * A file as it would be sent, with what is in it and what is not. One order that cannot be written stops no other; `file` is null where
 * none can, or where the set-up is wrong, which `setup` says.
 */
export type PreparedFile = {
  readonly file: Uint8Array | null
  readonly payments: readonly WrittenPayment[]
  readonly refused: readonly Refusal[]
  readonly totals: { readonly count: number; readonly amounts: readonly Money[] }
  readonly setup: readonly FieldProblem[]
}

/** Why a bank did not pay: its own code, and what that means in words. */
export type BankReason = { readonly code: string; readonly text: Text }

export const OUTCOMES = ['ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED'] as const
/** ACCEPTED: the bank will pay; SETTLED: it did; REJECTED: it never will; RETURNED: it did, and the money came back. */
export type Outcome = (typeof OUTCOMES)[number]

/** What became of a payment, or of all payments of a batch or of a file at once. */
export type PaymentOutcome = {
  readonly of: 'PAYMENT' | 'BATCH' | 'FILE'
  /** The reference that we wrote: end-to-end id, cross reference or trace number; the id of the batch or the file. */
  readonly reference: string
  readonly outcome: Outcome
  /** Null where the answer does not say it: then it is the amount that was ordered. */
  readonly amount: Money | null
  readonly date: PlainDateString | null
  readonly reason: BankReason | null
  /** The bank's own reference. */
  readonly bank_reference: string | null
}

/** Where in a file something is wrong, and how to mend it. */
export type FileProblem = {
  /** From 1; null where it is about the whole file. */
  readonly line: number | null
  /** The element, field or column. */
  readonly element: string | null
  readonly text: Text
}

/** What a file says, whole, or everything that is wrong with it. */
export type FileRead<Content> =
  | { readonly content: Content }
  | { readonly problems: readonly [FileProblem, ...FileProblem[]] }

/** What an answer of a bank says of our orders, with the sums by outcome and currency of what is said with an amount. */
export type Answers = {
  readonly outcomes: readonly PaymentOutcome[]
  readonly totals: readonly OutcomeTotal[]
}

export type OutcomeTotal = {
  readonly outcome: Outcome
  readonly count: number
  readonly amount: Money
}

/** The sums of outcomes that have an amount, by outcome and currency, in the order in which they first stand. */
export function outcomeTotals(outcomes: readonly PaymentOutcome[]): OutcomeTotal[] {
  const sums = new Map<
    string,
    { outcome: Outcome; count: number; currency: string; minor: bigint }
  >()
  for (const { outcome, amount } of outcomes) {
    if (!amount) continue
    const key = `${outcome} ${amount.currency}`
    const sum = sums.get(key) ?? { outcome, count: 0, currency: amount.currency, minor: 0n }
    sums.set(key, { ...sum, count: sum.count + 1, minor: sum.minor + amount.minor })
  }
  return [...sums.values()].map(({ outcome, count, currency, minor }) => ({
    outcome,
    count,
    amount: { currency, minor },
  }))
}
