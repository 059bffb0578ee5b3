import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { atTime } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

type Message = ClientOutput<'listMessages'>['items'][number]

/** What Corridor wrote to the contractor; a message is opened where it stands, and that it was is kept. */
export function ContractorNotificationsPage() {
  const t = useTranslations('people.messages')
  const paging = usePaging()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listMessages', { query: paging.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHead title={data ? t('count', { unread: data.unread }) : t('title')} lead={t('lead')} />
      {error ? (
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <CardSkeleton height={240} />
      ) : data.items.length === 0 ? (
        <EmptyState title={t('none')}>
          {t.rich('noneLead', {
            link: chunks => <Link href="/account/notifications">{chunks}</Link>,
          })}
        </EmptyState>
      ) : (
        <>
          <Card>
            <ul className="list-rows">
              {data.items.map(message => (
                <MessageRow key={message.message_uuid} message={message} />
              ))}
            </ul>
          </Card>
          <CursorPager
            paging={paging}
            cursor={data.next_cursor}
            shown={data.items.length}
            name={t('shown')}
            loading={isPlaceholderData}
          />
        </>
      )}
    </Page>
  )
}

function MessageRow({ message }: { message: Message }) {
  const t = useTranslations('people.messages')
  const support = useAppConfig()?.support_email
  const read = useCall('readMessage', { refresh: ['listMessages'] })
  const { message_uuid: id, subject, full_text, written_at, read_at } = message
  return (
    <li>
      <details
        onToggle={event => {
          if (event.currentTarget.open && read_at === null && !read.isPending)
            read.mutate({ params: { id } })
        }}
      >
        <summary>
          <bdi className="w5">{subject}</bdi>{' '}
          {read_at === null && <StatusChip tone="run">{t('new')}</StatusChip>}
          <span className="meta t3"> {t('written', { time: atTime(written_at) })}</span>
        </summary>
        <p className="mt8 pre-line">
          <bdi>{full_text}</bdi>
        </p>
        {support && (
          <p className="meta t2 mt8">
            <a href={`mailto:${support}`}>{t('answer', { email: support })}</a>
          </p>
        )}
      </details>
    </li>
  )
}
