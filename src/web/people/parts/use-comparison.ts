import { useDraft } from '#web/parts/draft.ts'
import type { Comparison } from './compare-card.tsx'
import type { ReviewSubject } from './review-subject.ts'

/**
 * Ticks are of what stood there: once anything of it was changed by who it is about, all begin anew. They are kept under that change, so
 * that another tab, which saw what stood there before, adds none of its own.
 */
export function useComparison({ id, changed_at }: Pick<ReviewSubject, 'id' | 'changed_at'>) {
  const as = `as of ${changed_at}`
  const [kept, keep] = useDraft<Readonly<Record<string, Comparison>>>(`review ${id}`, {})
  return [kept[as] ?? {}, (ticks: Comparison) => keep({ [as]: ticks })] as const
}
