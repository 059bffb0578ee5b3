/**
 * A batch of payments: rows that a company sends in, each of which one line item pays once its person has joined (decision 0110). Where a
 * batch and its rows stand is read off the items and their payments, and never stored.
 */

import { PERSON_HEADS } from '../kernel/list-heads.ts'

/** What a file of payments says of each; the first four are needed. */
export const BATCH_FIELDS = ['email', 'amount', 'currency', 'reference', 'name', 'words'] as const
export type BatchField = (typeof BATCH_FIELDS)[number]

/** What the columns of a file of payments are called; folded as `folded` does. */
export const BATCH_HEADS: Readonly<Record<BatchField, readonly string[]>> = {
  email: [...PERSON_HEADS.email, 'recipient', 'recipientemail', 'payee', 'payeeemail'],
  name: [...PERSON_HEADS.name, 'recipientname', 'payeename'],
  amount: ['amount', 'sum', 'betrag', 'importe', 'montant', 'importo', 'valor', 'kwota'],
  currency: ['currency', 'currencycode', 'wahrung', 'moneda', 'devise', 'valuta', 'moeda'],
  reference: [
    ...['reference', 'ref', 'paymentid', 'paymentreference', 'invoice', 'invoicenumber'],
    ...['referenz', 'referencia', 'riferimento'],
  ],
  words: ['words', 'note', 'description', 'memo', 'message', 'text', 'notiz', 'concepto'],
}
export const NEEDED_FIELDS = ['email', 'amount', 'currency', 'reference'] as const

export const MOST_BATCH_ROWS = 10_000
export const MAX_REFERENCE = 100
export const MAX_ROW_WORDS = 140
/** How far ahead a batch may be paid. */
export const MOST_DAYS_AHEAD = 366

/**
 * Where a row stands, what needs somebody first: FAILED did not arrive; HELD waits for something that its blockers name; UNINVITED and INVITED
 * wait for their person; DECLINED is a person who said no; WAITING is to be approved; APPROVED leaves on the pay date; SENT left.
 */
export const ROW_STATES = [
  'FAILED',
  'HELD',
  'DECLINED',
  'UNINVITED',
  'INVITED',
  'WAITING',
  'APPROVED',
  'SENT',
  'SETTLED',
  'CANCELLED',
] as const
export type RowState = (typeof ROW_STATES)[number]

/** Where a batch stands: what its rows have the most left of. */
export const BATCH_STATES = ['CANCELLED', 'JOINING', 'APPROVING', 'PAYING', 'SETTLED'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** How many rows of a currency stand somewhere, and what they come to. */
export type RowCount = {
  readonly state: RowState
  readonly currency: string
  readonly rows: number
  readonly amount_minor: bigint
}

/** How many rows stand where, whatever keeps them there. */
export type BatchProgress = {
  readonly joining: number
  readonly waiting: number
  readonly paying: number
  readonly settled: number
  readonly cancelled: number
  /** Of people who said no: they are not paid, and keep nothing waiting. */
  readonly declined: number
}

const PROGRESS: Readonly<Record<RowState, keyof BatchProgress>> = {
  FAILED: 'paying',
  HELD: 'paying',
  DECLINED: 'declined',
  UNINVITED: 'joining',
  INVITED: 'joining',
  WAITING: 'waiting',
  APPROVED: 'paying',
  SENT: 'paying',
  SETTLED: 'settled',
  CANCELLED: 'cancelled',
}

/** As what a batch that is over is told: all of it arrived, or everybody declined. */
export const TOLD_STATES = ['SETTLED', 'CANCELLED'] as const
export type ToldState = (typeof TOLD_STATES)[number]

/** How many rows stand where, of rows that are counted by their states. */
export function progressOfRows(counts: readonly Pick<RowCount, 'state' | 'rows'>[]): BatchProgress {
  const progress = { joining: 0, waiting: 0, paying: 0, settled: 0, cancelled: 0, declined: 0 }
  for (const { state, rows } of counts) progress[PROGRESS[state]] += rows
  return progress
}

/**
 * Where a batch stands whose rows are counted so: what is to be done first decides; one whose rows all went, by being taken back or declined, is
 * CANCELLED. What was approved before it was cancelled goes on. The list's filter says the same in SQL (`batch.report.store.ts`).
 */
export function batchState({ joining, waiting, paying, settled }: BatchProgress): BatchState {
  if (waiting > 0) return 'APPROVING'
  if (paying > 0) return 'PAYING'
  if (joining > 0) return 'JOINING'
  return settled > 0 ? 'SETTLED' : 'CANCELLED'
}

/** Of rows of a batch that are not paid. */
export const NOT_PAID: readonly RowState[] = ['DECLINED', 'CANCELLED']

export const BATCH_ACTIONS = ['cancel'] as const
export type BatchAction = (typeof BATCH_ACTIONS)[number]

/** What may be done about a batch as a whole: what nobody approved yet is cancelled, and what was approved goes on. */
export function batchActions({ joining, waiting }: BatchProgress): readonly BatchAction[] {
  return joining + waiting > 0 ? BATCH_ACTIONS : []
}

export const BATCH_STEPS = ['sent_in', 'approved', 'funded', 'paid'] as const
export type BatchStepKey = (typeof BATCH_STEPS)[number]
/** DONE; NOW is under way; WAITS for somebody who is to act; WRONG: some of it failed; LATER comes after them. */
export const STEP_STATES = ['DONE', 'NOW', 'WAITS', 'WRONG', 'LATER'] as const
export type BatchStep = {
  readonly key: BatchStepKey
  readonly state: (typeof STEP_STATES)[number]
  /** How many rows it is done for, and of how many. */
  readonly done: number
  readonly of: number
}

/** The way of a batch of which something is to be paid; `failed`: rows that did not arrive; `short`: whether money lacks for it. */
export function batchSteps(
  { joining, waiting, paying, settled }: BatchProgress,
  { failed, short }: { readonly failed: number; readonly short: boolean },
): BatchStep[] {
  const of = joining + waiting + paying + settled
  if (of === 0) return []
  const approved = paying + settled
  const step = (key: BatchStepKey, done: number, state: BatchStep['state']): BatchStep => ({
    ...{ key, done, of },
    state: done === of ? 'DONE' : state,
  })
  return [
    step('sent_in', of, 'DONE'),
    // Whose people have not joined is nothing to approve yet.
    step('approved', approved, waiting > 0 ? 'WAITS' : approved > 0 ? 'NOW' : 'LATER'),
    short
      ? { key: 'funded', state: 'WAITS', done: settled, of }
      : step('funded', approved, approved > 0 ? 'NOW' : 'LATER'),
    step('paid', settled, failed > 0 ? 'WRONG' : paying > 0 ? 'NOW' : 'LATER'),
  ]
}
