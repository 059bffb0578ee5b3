/** A file of payments for a bank, and what the bank answers: what may become of one, and what an answer does. */
import { machine } from '../kernel/machine.ts'
import type { PaymentStatus } from './payment.ts'

/** By which files money leaves. */
export const BANK_FORMATS = [
  'PAIN_001_SEPA',
  'PAIN_001_SWIFT',
  'CPA_005',
  'NACHA',
  'INTERAC_CSV',
] as const
export type BankFormat = (typeof BANK_FORMATS)[number]

/** What a channel pays: accounts, or addresses of Interac. */
export const CHANNEL_PAYS = ['ACCOUNTS', 'INTERAC'] as const
export type ChannelPays = (typeof CHANNEL_PAYS)[number]

/** Whether a channel of a format pays what it is said to pay. */
export function formatPays(format: BankFormat, pays: ChannelPays): boolean {
  return (format === 'INTERAC_CSV') === (pays === 'INTERAC')
}

/** In which currencies a format pays; null where it carries any. */
export function currenciesOf(format: BankFormat): readonly string[] | null {
  const of = {
    PAIN_001_SEPA: ['EUR'],
    PAIN_001_SWIFT: null,
    CPA_005: ['CAD', 'USD'],
    NACHA: ['USD'],
    INTERAC_CSV: ['CAD'],
  } as const
  return of[format]
}

export const BATCH_STATUSES = ['WAITING', 'RELEASED', 'DISCARDED', 'REPLACED'] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]
export type BatchAction = 'release' | 'discard' | 'replace'

/** A file waits for another person than who made it; then it is released, discarded, or made anew as another. */
export const batchMachine = machine<BatchStatus, BatchAction>({
  WAITING: { release: 'RELEASED', discard: 'DISCARDED', replace: 'REPLACED' },
  RELEASED: {},
  DISCARDED: {},
  REPLACED: {},
})

export const ANSWER_OUTCOMES = ['ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED'] as const
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number]

/** What a line of an answer does. */
export const ANSWER_DID = [
  'SETTLED',
  'FAILED',
  'RETURNED',
  'NOTHING',
  'CONTRADICTS',
  'UNKNOWN',
] as const
export type AnswerDid = (typeof ANSWER_DID)[number]

/** What is known of an attempt that a bank speaks of. */
export type Known = {
  /** Of its payment; null where another attempt of the payment was made since. */
  readonly status: PaymentStatus | null
  readonly attempt: 'SENT' | 'FAILED' | 'UNKNOWN' | 'RETURNED' | null
  readonly amount_minor: bigint
  readonly currency: string
}

/** What a bank says of it; the amount is null where it says none. */
export type Said = {
  readonly outcome: AnswerOutcome
  readonly amount: { readonly currency: string; readonly minor: bigint } | null
}

/**
 * What an answer does to an attempt: it settles, fails or returns what was sent, also where nobody knew what became of it. What was known, comes late or says that the bank will pay
 * does nothing. What contradicts what is known moves no money either: somebody has to ask the bank.
 */
export function decideAnswer(known: Known, { outcome, amount }: Said): AnswerDid {
  const another =
    amount !== null && (amount.minor !== known.amount_minor || amount.currency !== known.currency)
  if (outcome === 'ACCEPTED') return another ? 'CONTRADICTS' : 'NOTHING'
  if (known.status === 'SENT' || known.status === 'UNKNOWN' || known.status === 'SETTLED') {
    if (another) return 'CONTRADICTS'
    if (outcome === 'RETURNED') return 'RETURNED'
    if (known.status !== 'SETTLED') return outcome === 'SETTLED' ? 'SETTLED' : 'FAILED'
    return outcome === 'SETTLED' ? 'NOTHING' : 'CONTRADICTS'
  }
  // It left and came back, and the bank tells of both ways in whatever order.
  if (known.attempt === 'RETURNED' && known.status === 'RETURNED') return 'NOTHING'
  // Its money is held for its contractor, or has left again: that it was paid the first time would pay it twice.
  if (known.attempt === 'FAILED' || known.attempt === 'RETURNED')
    return outcome === 'SETTLED' ? 'CONTRADICTS' : 'NOTHING'
  return 'CONTRADICTS'
}
