import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { LoadProblem } from '#web/kernel/loaded.tsx'
import { CardSkeleton, HeadSkeleton } from '#web/kernel/query-view.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

interface Counted {
  readonly counts: Readonly<Record<string, number>>
}

/** The frame of a review queue: how many wait in words, then the list; the rows stay while a filter loads. */
export function ReviewPage<T extends Counted>({
  what,
  of,
  children,
}: {
  what: 'contractor' | 'employer'
  of: UseQueryOptions<T, ApiProblem, T, QueryKey>
  children: (data: T) => ReactNode
}) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...of,
    placeholderData: keepPreviousData,
  })
  const title = what === 'employer' ? 'Employers' : 'Contractors'
  if (error)
    return (
      <Page>
        <h1 className="sr">{title}</h1>
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page>
        <div role="status" aria-label="Loading">
          <h1 className="sr">{title}</h1>
          <HeadSkeleton />
          <CardSkeleton height={420} />
        </div>
      </Page>
    )
  const waiting = data.counts.PENDING_REVIEW ?? 0
  return (
    <Page>
      <PageHead
        title={
          waiting === 0
            ? `No ${what} waits for review`
            : `${waiting.toLocaleString('en-US')} ${what}${waiting === 1 ? ' waits' : 's wait'} for review`
        }
        lead={
          waiting === 0
            ? 'New documents appear here as soon as they are sent.'
            : 'Until they are verified, payments of theirs are held.'
        }
      />
      <div aria-busy={isPlaceholderData}>{children(data)}</div>
    </Page>
  )
}
