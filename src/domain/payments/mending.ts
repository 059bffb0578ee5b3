/**
 * What operators may do about a payment that went wrong, or that turns out to have: one rule for the work list, its buttons and the calls
 * behind them (decision 0080).
 */
import { isKept } from './lost.ts'
import type { PaymentStatus } from './payment.ts'

/** How long a rail may stay silent to who hands a payment over before nobody knows what became of it. */
export const SILENT_MS = 3 * 3_600_000

/**
 * ask: the rail again. lose: nobody knows what became of it. left, not_left: two operators' word. return: it came back. retry, redirect:
 * send it again. forgo: its rail takes it no more, where it never did. retry_beside: that as well, by two, although an attempt before could arrive beside it. give_back: to its employer. close: what the rail says against the word of two was looked into.
 */
export const MEND_ACTIONS = [
  'ask',
  'lose',
  'left',
  'not_left',
  'return',
  'retry',
  'redirect',
  'retry_beside',
  'forgo',
  'give_back',
  'close',
] as const
export type MendAction = (typeof MEND_ACTIONS)[number]

/** What two operators say together, whatever it comes to. */
export const WORDS_OF_TWO = [
  'left',
  'not_left',
  'retry_beside',
  'forgo',
] as const satisfies readonly MendAction[]

/** Why a payment came back, as an operator records it. */
export const RETURN_REASONS = [
  'ACCOUNT_CLOSED',
  'ACCOUNT_UNKNOWN',
  'NAME_DIFFERS',
  'REFUSED_BY_BANK',
  'REFUSED_BY_PAYEE',
  'DETAILS_MISSING',
  'OTHER',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export type MendFacts = {
  readonly status: PaymentStatus
  /** Whether it was paid by others than Corridor. */
  readonly outside: boolean
  /** What its rail says against the word of two operators, until that is looked into. */
  readonly rail_said: 'SENT' | 'FAILED' | null
  /** Whether it says so of the last attempt, and whether of one that is recorded as failed. */
  readonly of_last: boolean
  readonly of_failed: boolean
  /** Whether it left by a rail that follows its chain: what became of it the chain tells, and nothing comes back on one. */
  readonly by_chain: boolean
  /** Whether it was to leave by such a rail so long ago that it is late. */
  readonly overdue: boolean
  /** Whether its rail refused it since an attempt before could arrive beside it. */
  readonly by_two: boolean
  /** Whether the destination that it goes to is in use. */
  readonly in_use: boolean
  /** Whether its contractor has another one of its currency in use. */
  readonly other: boolean
}

/** The actions that a payment allows, the most likely first. While its rail contradicts the word of two, nothing of it is sent or given away. */
export function mendsOf({
  status,
  outside,
  rail_said,
  of_last,
  of_failed,
  by_chain,
  overdue,
  by_two,
  in_use,
  other,
}: MendFacts): MendAction[] {
  if (rail_said === 'SENT') return status === 'FAILED' && of_failed ? ['left', 'close'] : ['close']
  if (rail_said === 'FAILED')
    return status === 'SETTLED' && of_last ? ['return', 'close'] : ['close']
  if (status === 'UNKNOWN') return ['ask', 'left', 'not_left']
  if (status === 'EXECUTING') return by_chain && overdue ? ['forgo'] : []
  if (by_chain && (status === 'SENT' || status === 'SETTLED')) return []
  if (status === 'SENT') return ['return', 'lose']
  if (status === 'SETTLED' && !outside) return ['return']
  if (!isKept(status)) return []
  return [
    ...(other ? (['redirect'] as const) : []),
    ...(in_use ? (['retry'] as const) : []),
    ...(in_use && by_two ? (['retry_beside'] as const) : []),
    'give_back',
  ]
}

/** Whether what was to leave at an instant has waited for its rail for longer than one may be silent. */
export function isOverdue(left_at: Date | null, now: Date): boolean {
  return left_at !== null && now.getTime() - left_at.getTime() > SILENT_MS
}

export type Heard = {
  readonly status: PaymentStatus
  /** Whether the rail answers about the payment's last attempt. */
  readonly current: boolean
  /** Whether the rail had taken it before anybody doubted. */
  readonly was_sent: boolean
  readonly word: 'LEFT' | 'NOT_LEFT' | null
}

/**
 * What the answer of a rail about an attempt that was in doubt does: it ends the doubt, or contradicts the word that ended it. That a rail
 * says again what it had said before is no news.
 */
export function hear(
  { status, current, was_sent, word }: Heard,
  outcome: 'SENT' | 'FAILED',
): 'sent' | 'failed' | 'contradicts' | 'nothing' {
  if (outcome === 'SENT' && was_sent) return 'nothing'
  if (word !== null) return (word === 'LEFT') === (outcome === 'SENT') ? 'nothing' : 'contradicts'
  if (!current || status !== 'UNKNOWN') return 'nothing'
  return outcome === 'SENT' ? 'sent' : 'failed'
}

export type Turned = {
  readonly status: PaymentStatus
  /** Whether it is of the payment's last attempt. */
  readonly current: boolean
  /** What is recorded of the attempt. */
  readonly outcome: string | null
  readonly word: 'LEFT' | 'NOT_LEFT' | null
  /** What the rail was last heard to say against that, and whether that stands open, or a person closed it. */
  readonly said: 'SENT' | 'FAILED' | null
  readonly open: boolean
  readonly closed_by_person: boolean
}

/**
 * What it does that a rail which follows its chain says the opposite of what is recorded of an attempt, whoever recorded it: it contradicts (SENT: it arrived, or
 * may arrive yet; FAILED: it never will); it is over, since both say the same again; or it is nothing new.
 */
export function hearTurned(
  { status, current, outcome, word, said, open, closed_by_person }: Turned,
  told: 'SENT' | 'FAILED' | 'SETTLED' | 'RETURNED',
): 'SENT' | 'FAILED' | 'over' | 'nothing' {
  const live = told === 'SENT' || told === 'SETTLED'
  const arrived = current && status === 'SETTLED'
  const against =
    arrived && told === 'SENT'
      ? 'SENT'
      : arrived && !live
        ? 'FAILED'
        : !arrived && live && (outcome === 'FAILED' || outcome === 'RETURNED')
          ? 'SENT'
          : null
  if (against === null) return open && word === null ? 'over' : 'nothing'
  return against === said && (open || closed_by_person) ? 'nothing' : against
}
