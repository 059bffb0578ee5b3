import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { LoadProblem } from './loaded.tsx'

type Asked = Pick<UseQueryResult<unknown, ApiProblem>, 'data' | 'error' | 'refetch'>

/** In place of what needs all of these answers: why one did not come, with a way to ask again for those that did not, else `children` while they come. */
export function Awaited({ of, children }: { of: readonly Asked[]; children: ReactNode }) {
  const failed = of.filter(({ data, error }) => error && data === undefined)
  const retry = () => {
    for (const one of failed) void one.refetch()
  }
  const [first] = failed
  return first ? <LoadProblem problem={first.error} onRetry={retry} /> : children
}
