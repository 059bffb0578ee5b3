/** What is saved as a whole over what was seen of it (decision 0206). */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import type { ApiName } from '#web/kernel/types.ts'
import type { VersionRow } from './two-versions-card.tsx'

/** What a form shows where another version was saved since it was opened (`two-versions-card.tsx`), which is had when it is needed: it is rare. */
const Card = lazy(() =>
  import('./two-versions-card.tsx').then(of => ({ default: of.TwoVersionsCard })),
)

/** The rows of which the two differ. */
export function differing(rows: readonly VersionRow[]): VersionRow[] {
  return rows.filter(({ theirs, mine }) => theirs !== mine)
}

/** Says that a form was saved elsewhere since it was opened, and what differs, and asks which one stays. */
export function TwoVersions(props: ComponentProps<typeof Card>) {
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
}

/**
 * The version that a form was opened over, whatever is read again meanwhile. `hear` answers whether a refusal says that another was saved since, and then
 * reads that, so that both are shown while `isOther`; `close` goes on with a version as seen.
 */
export function useSeenVersion<V>(version: V, reads: readonly ApiName[]) {
  const [seen, setSeen] = useState(version)
  const [isOther, setOther] = useState(false)
  const queries = useQueryClient()
  const hear = ({ code }: Pick<ApiProblem, 'code'>) => {
    if (code !== 'CONFLICT') return false
    for (const read of reads) void queries.invalidateQueries({ queryKey: [read] })
    setOther(true)
    return true
  }
  const close = (over: V) => {
    setSeen(over)
    setOther(false)
  }
  return { seen, isOther, hear, close }
}
