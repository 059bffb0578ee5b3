/**
 * Who may approve a pay, how many have to, and who is to be among them (design: Promises, 7): nobody approves what they edited, large sums
 * take two people, and who stands in for somebody absent is one person with them.
 */

/** What is decided by. */
export type ApproverFacts = {
  /** Who says yes. */
  readonly by: string
  /** Everybody of the company who may approve today, with who says yes. */
  readonly approvers: readonly string[]
  /** Who wrote something of what would be approved. */
  readonly editors: ReadonlySet<string>
  /** How many approve the sum. */
  readonly needs: 1 | 2
  /** Of whom one is to be among them; null where anybody will do. */
  readonly among: ReadonlySet<string> | null
  /** For whom somebody stands in today. */
  readonly stands_in: ReadonlyMap<string, readonly string[]>
  /** Who said yes to exactly the same before, with those for whom they stood in then; null where nobody did. */
  readonly first_yes: { readonly by: string; readonly stood_in_for: readonly string[] } | null
}

/**
 * What a yes does: it approves; it is the first of two, and is kept until the second; it is refused because the person wrote of it and
 * somebody else may approve it, because others are asked for theirs, or because those whom it takes are not there.
 */
export const APPROVER_DECISIONS = [
  'APPROVES',
  'FIRST_YES',
  'EDITED',
  'OTHERS',
  'NO_SECOND',
] as const
export type ApproverDecision = (typeof APPROVER_DECISIONS)[number]

/** What a company lacks to approve a pay at all: a second person, or one of those who are to be among them. */
export const APPROVER_LACKS = ['SECOND', 'AMONG'] as const
export type ApproverLack = (typeof APPROVER_LACKS)[number]

export type ApproverJudgement = {
  readonly decision: ApproverDecision
  /** Who could say the next yes instead of, or after, who says this one. */
  readonly asked: readonly string[]
  /** What is missing where nobody can; else null. */
  readonly lacks: ApproverLack | null
  /** Whether the first yes still counts: who said it may, and there is somebody who can be the second to it. */
  readonly holds: boolean
}

/** Decides what a yes does, and whom it takes besides. Pure, so that the screen, the mails and the approval itself say the same. */
export function judgeYes(given: ApproverFacts): ApproverJudgement {
  const whole = waysToApprove(given)
  const facts = { ...given, first_yes: heldYes(given, whole.pairs) }
  const { by, approvers, first_yes } = facts
  const decision = decide(facts, whole)
  const own = { by, stood_in_for: facts.stands_in.get(by) ?? [] }
  const first = decision === 'FIRST_YES' ? (first_yes ?? own) : first_yes
  const asked = approvers.filter(sub => {
    const next = sub === by ? null : decide({ ...facts, by: sub, first_yes: first }, whole)
    // Who said the first of two has said it.
    return next === 'APPROVES' || (next === 'FIRST_YES' && sub !== first?.by)
  })
  const fit = approvers.some(sub => isAmong(facts, sub))
  const lacks = decision !== 'NO_SECOND' ? null : fit ? 'SECOND' : 'AMONG'
  return { decision, asked, lacks, holds: first_yes !== null }
}

/** What a yes does; see `judgeYes`. */
export function decideApprover(facts: ApproverFacts): ApproverDecision {
  return judgeYes(facts).decision
}

/** Those of whom the yes is enough alone, and those who approve together. */
type Ways = {
  readonly alone: ReadonlySet<string>
  readonly pairs: readonly (readonly [string, string])[]
}

/**
 * Who can approve: one alone who is among those whom it takes and did not edit. Where the sum takes two, or nobody can alone, two different
 * people of whom one is among those; who edited gives way to those who did not, as far as there are any. Where one person is all there is,
 * they approve also what they edited.
 */
function waysToApprove(facts: ApproverFacts): Ways {
  const { approvers, needs } = facts
  const among = (sub: string) => isAmong(facts, sub)
  const [only] = approvers
  if (needs === 1 && approvers.length === 1 && only !== undefined && among(only))
    return { alone: new Set([only]), pairs: [] }
  const alone = needs === 1 ? approvers.filter(sub => among(sub) && !wrote(facts, sub)) : []
  if (alone.length > 0) return { alone: new Set(alone), pairs: [] }
  const pairs = approvers
    .flatMap((one, at) => approvers.slice(at + 1).map(two => [one, two] as const))
    .filter(([one, two]) => (among(one) || among(two)) && !isOnePerson(facts, one, two))
  const editorsOf = (pair: readonly string[]) => pair.filter(sub => wrote(facts, sub)).length
  const least = Math.min(...pairs.map(editorsOf))
  return { alone: new Set(), pairs: pairs.filter(pair => editorsOf(pair) === least) }
}

/** Decides by a first yes that counts. */
function decide(facts: ApproverFacts, { alone, pairs }: Ways): ApproverDecision {
  const { by, first_yes: first } = facts
  if (alone.has(by)) return 'APPROVES'
  if (alone.size === 0 && pairs.length === 0) return 'NO_SECOND'
  const partners = new Set(
    pairs.filter(pair => pair.includes(by)).map(([one, two]) => (one === by ? two : one)),
  )
  if (partners.size === 0) return wrote(facts, by) ? 'EDITED' : 'OTHERS'
  if (first?.by === by) return 'FIRST_YES'
  if (first) {
    if (partners.has(first.by) && !stoodInFor(facts, first, by)) return 'APPROVES'
    return wrote(facts, by) ? 'EDITED' : 'OTHERS'
  }
  if (wrote(facts, by) && [...partners].some(sub => !wrote(facts, sub))) return 'EDITED'
  return 'FIRST_YES'
}

/** The yes that was kept, as long as anybody can be the second to it; else it counts for nothing. */
function heldYes(facts: ApproverFacts, pairs: Ways['pairs']): ApproverFacts['first_yes'] {
  const kept = facts.first_yes
  const holds = pairs.some(([one, two]) => {
    const other = one === kept?.by ? two : two === kept?.by ? one : undefined
    return kept && other !== undefined && !stoodInFor(facts, kept, other)
  })
  return holds ? kept : null
}

/** Whether who said the first yes did so while standing in for this person, who is no second to it. */
function stoodInFor(
  facts: ApproverFacts,
  { stood_in_for }: NonNullable<ApproverFacts['first_yes']>,
  sub: string,
): boolean {
  return selvesOf(facts, sub).some(one => stood_in_for.includes(one))
}

/** Who somebody is today: themselves, and those for whom they stand in. */
function selvesOf({ stands_in }: ApproverFacts, sub: string): readonly string[] {
  return [sub, ...(stands_in.get(sub) ?? [])]
}

/** Whether somebody wrote on it, or somebody for whom they stand in. */
function wrote(facts: ApproverFacts, sub: string): boolean {
  return selvesOf(facts, sub).some(one => facts.editors.has(one))
}

/** Whether somebody is among those whom it takes, or stands in for one of them. */
function isAmong(facts: ApproverFacts, sub: string): boolean {
  const { among } = facts
  return among === null || selvesOf(facts, sub).some(one => among.has(one))
}

/** Whether two are one person: one stands in for the other, or both for the same. */
function isOnePerson(facts: ApproverFacts, one: string, two: string): boolean {
  const selves = selvesOf(facts, two)
  return selvesOf(facts, one).some(sub => selves.includes(sub))
}
