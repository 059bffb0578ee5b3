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
import { CardSkeleton, HeadSkeleton } from '#web/parts/query-view.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Translator } from '#web/words/words.tsx'
import { ReviewRows, ReviewToolbar } from './review-queue.tsx'
import type { ReviewSubject } from './review-subject.ts'

type Filter = NonNullable<
  ClientInput<'listOperationsContractors' | 'listOperationsEmployers'>['query']
>
type Queue<T> = {
  items: T[]
  counts: Record<string, number>
  overdue: { count: number; since: string | null }
  next_cursor: string | null
}

/** A review queue: how many wait in words, then those who wait first; the rows stay while a filter loads. */
export function ReviewPage<T>({
  what,
  of,
  subjectOf,
}: {
  what: ReviewSubject['kind']
  of: (filter: Filter) => UseQueryOptions<Queue<T>, ApiProblem, Queue<T>, QueryKey>
  subjectOf: (item: T, t: Translator<'people.facts'>) => ReviewSubject
}) {
  const t = useTranslations('people.review')
  const tFacts = useTranslations('people.facts')
  const { get } = useAddress()
  const paging = usePaging()
  const filter: Filter = {
    ...(get('search') ? { search: get('search') } : {}),
    ...(get('verification')
      ? { verification: get('verification') as NonNullable<Filter['verification']> }
      : {}),
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
        <ReviewToolbar counts={data.counts} />
        <ReviewRows subjects={data.items.map(item => subjectOf(item, tFacts))} />
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
