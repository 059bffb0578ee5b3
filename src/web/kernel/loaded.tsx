import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Says that something could not be loaded, in the server's words, with a way to try again. */
export function LoadProblem({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={asApiProblem(problem).detail}
        actions={
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        This part of the page could not be loaded.
      </EmptyState>
    </div>
  )
}

/** Bars of a given height in place of what is loading. */
export function LoadingBlock({ height = 240 }: { height?: number }) {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={height} />
    </div>
  )
}

/** Runs a query and draws its answer; meanwhile `fallback`, and a failure with a way to try again. */
export function Loaded<T>({
  query,
  fallback = <LoadingBlock />,
  children,
}: {
  query: UseQueryOptions<T, ApiProblem, T, QueryKey>
  fallback?: ReactNode
  children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (error) return <LoadProblem problem={error} onRetry={() => void refetch()} />
  return fallback
}
