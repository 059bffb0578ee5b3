import { atTime } from '#web/parts/times.ts'
import type { ApprovalStep, StepKind } from '../queries.ts'

type Words = {
  /** What the two do. */
  readonly title: string
  /** One line of it, and several. */
  readonly line: readonly [one: string, many: string]
  readonly verb: string
  readonly question: (many: string) => string
}

export const STEP_WORDS: Readonly<Record<StepKind, Words>> = {
  book_funding: {
    title: 'Two operators book this money',
    line: ['receipt', 'receipts'],
    verb: 'Confirm and book',
    question: many => `Book ${many}?`,
  },
  execute_payments: {
    title: 'Two operators move this money',
    line: ['payment', 'payments'],
    verb: 'Confirm and execute',
    question: many => `Execute ${many}?`,
  },
}

/** How many lines a step has, in words: `12 receipts`. */
export function linesText({ kind, lines }: ApprovalStep): string {
  const [one, many] = STEP_WORDS[kind].line
  return `${lines.toLocaleString('en-US')} ${lines === 1 ? one : many}`
}

/** The beginning of the digest, as people compare it: `7f3a 91c2`. */
export function planText({ digest }: ApprovalStep): string {
  return `${digest.slice(0, 4)} ${digest.slice(4, 8)}`
}

/** What became of a step, as a sentence after its bold word. */
export function endedText(step: ApprovalStep): { word: string; text: string } {
  const { status, answered, outcome } = step
  const by = answered?.is_me ? 'You' : (answered?.name ?? '')
  const at = answered ? `, ${atTime(answered.at)}` : ''
  const why = answered?.reason ? ` “${answered.reason}”` : ''
  switch (status) {
    case 'APPROVED': {
      const left = outcome?.refused ?? 0
      const rest = left > 0 ? ` ${left.toLocaleString('en-US')} stayed as they were.` : ''
      return { word: 'Confirmed.', text: `${by}${at}.${rest}` }
    }
    case 'REJECTED':
      return { word: 'Sent back.', text: `${by}${at}.${why}` }
    case 'WITHDRAWN':
      return { word: 'Withdrawn.', text: `${by}${at}.${why}` }
    default:
      return { word: 'Expired.', text: 'Nobody answered within a day.' }
  }
}
