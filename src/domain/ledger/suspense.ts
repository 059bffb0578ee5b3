/** What a bank says came in and that names no employer: it is somebody's, or it goes back (decision 0083). */
import { machine } from '#domain/kernel/machine.ts'

export const SUSPENSE_STATUSES = ['OPEN', 'MATCHED', 'REFUNDED'] as const
export type SuspenseStatus = (typeof SUSPENSE_STATUSES)[number]

/** A receipt's life: whose it is becomes known, or it is sent back. */
export const suspenseMachine = machine<SuspenseStatus, 'match' | 'refund'>({
  OPEN: { match: 'MATCHED', refund: 'REFUNDED' },
  MATCHED: {},
  REFUNDED: {},
})

/** Why a receipt may be an employer's, the strongest first: a reference with one slip, a sum that it announced, the name of who paid. */
export const SUGGESTED_BY = ['REFERENCE', 'ANNOUNCED', 'NAME'] as const
export type SuggestedBy = (typeof SUGGESTED_BY)[number]

export type Suggestion = { readonly employer_uuid: string; readonly why: SuggestedBy }

const MOST_SUGGESTED = 4

/** Each employer once, by the strongest of its reasons; who has several goes before who has one as strong. */
export function rankSuggestions(
  found: readonly Suggestion[],
): { readonly employer_uuid: string; readonly why: readonly SuggestedBy[] }[] {
  const byEmployer = Map.groupBy(found, ({ employer_uuid }) => employer_uuid)
  const ranked = [...byEmployer].map(([employer_uuid, of]) => ({
    employer_uuid,
    why: SUGGESTED_BY.filter(reason => of.some(({ why }) => why === reason)),
  }))
  const strength = ({ why }: (typeof ranked)[number]) => SUGGESTED_BY.indexOf(why[0] ?? 'NAME')
  return ranked
    .sort(
      (a, b) =>
        strength(a) - strength(b) ||
        b.why.length - a.why.length ||
        a.employer_uuid.localeCompare(b.employer_uuid),
    )
    .slice(0, MOST_SUGGESTED)
}
