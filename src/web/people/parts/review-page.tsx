import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import type { ClientInput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ReviewRows, ReviewToolbar } from './review-queue.tsx'
import type { ReviewRow } from './review-subject.ts'

type Filter = NonNullable<ClientInput<'listOperationsContractors'>['query']>
type Queue<T> = {
  items: T[]
  counts: Record<string, number>
  overdue: { count: number; since: string | null }
  next_cursor: string | null
  expiring?: number | undefined
}

/** A review queue: how many wait in words, then those who wait first; the rows stay while a filter loads. */
export function ReviewPage<T, Q extends Queue<T>>({
  what,
  of,
  rowOf,
}: {
  what: ReviewRow['kind']
  of: (filter: Filter) => UseQueryOptions<Q, ApiProblem, Q, QueryKey>
  rowOf: (item: T) => ReviewRow
}) {
  const t = useTranslations('people.review')
  const { get } = useAddress()
  const paging = usePaging()
  const filter: Filter = {
    ...(get('search') ? { search: get('search') } : {}),
    ...(get('verification')
      ? { verification: get('verification') as NonNullable<Filter['verification']> }
      : {}),
    ...(get('expiring') === 'true' ? { expiring: 'true' as const } : {}),
    ...paging.query,
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...of(filter),
    placeholderData: keepPreviousData,
  })
  const title = t(`${what}.title`)
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
        <div role="status" aria-label={t('loading')}>
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
        title={waiting === 0 ? t(`${what}.none`) : t(`${what}.waiting`, { count: waiting })}
        lead={t(waiting === 0 ? 'noneLead' : 'waitingLead')}
      />
      <div aria-busy={isPlaceholderData}>
        <ReviewToolbar counts={data.counts} expiring={data.expiring} />
        <ReviewRows subjects={data.items.map(rowOf)} />
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t(`${what}.shown`)}
          loading={isPlaceholderData}
        />
      </div>
    </Page>
  )
}
