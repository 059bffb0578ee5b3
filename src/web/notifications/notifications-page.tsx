import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isYetToCome, query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, type Paging, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { PreferencesCard } from './parts/preferences-card.tsx'
import { ToldRow } from './parts/told-row.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import './notifications.css'

/** What the person was told, the newest first, and how they are told. */
export function NotificationsPage() {
  const t = useTranslations('notifications.page')
  const paging = usePaging()
  const waiting = useQuery(query('getWaiting', {}))
  const preferences = useQuery(query('getNotificationPreferences', {}))
  const told = useQuery({
    ...query('listNotifications', { query: paging.query }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { data, error } = told
  // Drawn at once: what came later would move what is read.
  if ([told, waiting, preferences].some(isYetToCome))
    return (
      <Page>
        <h1 className="sr">{t('lead')}</h1>
        <HeadSkeleton />
        <CardSkeleton height={420} />
      </Page>
    )
  const counts = waiting.data?.counts
  const unread = counts?.['/account/notifications'] ?? 0
  const newest = paging.previous === undefined ? data?.items[0]?.told_at : undefined
  return (
    <Page>
      <PageHead
        title={counts ? t('title', { unread }) : t('uncounted')}
        lead={t('lead')}
        actions={unread > 0 && newest ? <MarkAll until={newest} /> : undefined}
      />
      <div className="aside-grid">
        <div className="stack g20">
          {data ? (
            <ToldList page={data} paging={paging} loading={told.isPlaceholderData} />
          ) : (
            error && <LoadProblem problem={error} onRetry={() => void told.refetch()} />
          )}
        </div>
        <PreferencesCard />
      </div>
    </Page>
  )
}

function MarkAll({ until }: { until: string }) {
  const t = useTranslations('notifications.page')
  const readAll = useCall('readNotifications', { refresh: ['listNotifications'] })
  return (
    <Button
      variant="secondary"
      loading={readAll.isPending}
      onClick={() => readAll.mutate({ body: { until } })}
    >
      {t('markAll')}
    </Button>
  )
}

function ToldList({
  page,
  paging,
  loading,
}: {
  page: ClientOutput<'listNotifications'>
  paging: Paging
  loading: boolean
}) {
  const t = useTranslations('notifications.page')
  if (page.items.length === 0) return <EmptyState title={t('none')}>{t('noneLead')}</EmptyState>
  return (
    <>
      <Card clip>
        <ul className="told">
          {page.items.map(told => (
            <ToldRow key={told.notification_uuid} told={told} />
          ))}
        </ul>
      </Card>
      <CursorPager
        paging={paging}
        cursor={page.next_cursor}
        shown={page.items.length}
        name={t('shown')}
        loading={loading}
      />
    </>
  )
}
