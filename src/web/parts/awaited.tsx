import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { LoadProblem } from './loaded.tsx'

/** An answer that is awaited, as `useQuery` gives it. */
export type Answer = Pick<UseQueryResult<unknown, ApiProblem>, 'data' | 'error' | 'refetch'>

/**
 * In place of what needs all of these answers: why one did not come, below `failed`, with a way to ask again for those that did not, else
 * `children` while they come. Without children it stands beside what is shown only where there is any, which must not read as if there were none.
 */
export function Awaited({
  of,
  failed: headline,
  children = null,
}: {
  of: readonly Answer[]
  failed?: string | undefined
  children?: ReactNode
}) {
  const failed = of.filter(({ data, error }) => error && data === undefined)
  const retry = () => {
    for (const one of failed) void one.refetch()
  }
  const [first] = failed
  return first ? <LoadProblem problem={first.error} failed={headline} onRetry={retry} /> : children
}
