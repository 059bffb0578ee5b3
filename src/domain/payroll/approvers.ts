/** Who may approve a pay, and how many have to (design: Promises, 7): nobody approves what they edited, and large sums take two people. */

/** What is decided by. */
export type ApproverFacts = {
  /** Who says yes. */
  readonly by: string
  /** Everybody of the company who may approve today, with who says yes. */
  readonly approvers: readonly string[]
  /** Who wrote something of what would be approved. */
  readonly editors: ReadonlySet<string>
  /** Whether the sum is above that from which two people approve. */
  readonly takes_two: boolean
  /** Who said yes to exactly the same before, and waits for a second; null where nobody did. */
  readonly first_yes: string | null
}

/**
 * What a yes does: it approves; it is the first of two, and is kept until the second; it is refused because the person wrote of it and
 * somebody else may approve it, or because nobody is there to be the second.
 */
export const APPROVER_DECISIONS = ['APPROVES', 'FIRST_YES', 'EDITED', 'NO_SECOND'] as const
export type ApproverDecision = (typeof APPROVER_DECISIONS)[number]

/**
 * Decides what a yes does. Who edited gives way to those who did not, as long as there are any: what everybody edited takes two of them, and
 * where one person alone may approve they approve also what they edited, unless the sum takes two.
 */
export function decideApprover(facts: ApproverFacts): ApproverDecision {
  const { by, editors, takes_two } = facts
  const others = facts.approvers.filter(sub => sub !== by)
  const first =
    facts.first_yes !== null && others.includes(facts.first_yes) ? facts.first_yes : null
  const free = others.filter(sub => !editors.has(sub))
  const wrote = editors.has(by)
  if (wrote && free.some(sub => sub !== first)) return 'EDITED'
  if (wrote && free.length > 0 && !takes_two) return 'EDITED'
  if (!takes_two && !(wrote && others.length > 0)) return 'APPROVES'
  if (others.length === 0) return 'NO_SECOND'
  return first === null ? 'FIRST_YES' : 'APPROVES'
}

/** Who is asked after a yes was kept or refused: those who did not edit, and where there are none all others. */
export function whoIsAsked({
  by,
  approvers,
  editors,
}: Omit<ApproverFacts, 'first_yes' | 'takes_two'>): string[] {
  const others = approvers.filter(sub => sub !== by)
  const free = others.filter(sub => !editors.has(sub))
  return free.length > 0 ? free : others
}
