/** What became of the approval of a pay, for whom it pays and may change where it goes. */

/**
 * WAITS: nobody approved it. GOES_BACK: it was approved, and waits again since who is paid changed where it goes. REOPENS: it is approved, and
 * such a change has it approved again. HOLDS: it is approved, and a change comes too late to concern it.
 */
export const APPROVAL_STANDINGS = ['WAITS', 'GOES_BACK', 'REOPENS', 'HOLDS'] as const
export type ApprovalStanding = (typeof APPROVAL_STANDINGS)[number]

/** Where the approval of a pay stands: `lost` by a change of where it goes, `asked` once a rail was asked for any of it. */
export function approvalStanding({
  approved,
  lost,
  asked,
}: {
  readonly approved: boolean
  readonly lost: boolean
  readonly asked: boolean
}): ApprovalStanding {
  if (!approved) return lost ? 'GOES_BACK' : 'WAITS'
  return asked ? 'HOLDS' : 'REOPENS'
}
