/** What who is suspended reads where they would come in. */
import { dateOf, formatDate } from '../kernel/plain-date.ts'
import { type Text, textOf } from '../kernel/words.ts'

export type SuspensionFacts = {
  /** Whose account it is that operators suspended: a company's, somebody's own, or that of an operator. */
  readonly whose: 'company' | 'account' | 'operator'
  /** The company's name. */
  readonly name: string
  readonly since: Date
  /** What operators have them told; null where that is nothing. */
  readonly told: string | null
  /** Whether the reader manages the company; the reason is no other's of it. */
  readonly manages: boolean
}

/** Since when, and why as far as it is the reader's to know; what becomes of pay meanwhile. */
export function suspensionText({ whose, name, since, told, manages }: SuspensionFacts): Text {
  const why = !told ? 'none' : whose === 'company' && !manages ? 'others' : 'given'
  const day = formatDate(dateOf(since))
  // What fills a sentence goes out beside it: of a reason that is not the reader's there is none.
  const reason = (why === 'given' && told) || ''
  return textOf(`identity.suspension.${whose}`, { name, day, why, reason })
}
