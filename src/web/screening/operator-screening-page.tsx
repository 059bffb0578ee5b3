import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { CardSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { HitCard } from './parts/hit-card.tsx'
import { ListsCard } from './parts/lists-card.tsx'
import '#web/parts/parts.css'
import './parts/screening.css'

type View = 'waiting' | 'answered'

/** Who is like somebody on a list of sanctions, both records side by side, and how old the lists are. */
export function OperatorScreeningPage() {
  const { get, set } = useAddress()
  const view: View = get('view') === 'answered' ? 'answered' : 'waiting'
  const t = useTranslations('screening.page')
  return (
    <Page>
      <Head />
      <div className="stack g20">
        <ListsCard />
        <div className="row">
          <Segmented
            label={t('views.label')}
            value={view}
            onChange={next =>
              set({ view: next === 'waiting' ? undefined : next, cursor: undefined })
            }
            segments={(['waiting', 'answered'] as const).map(value => ({
              value,
              label: t(`views.${value}`),
            }))}
          />
        </div>
        <Hits key={view} view={view} />
      </div>
    </Page>
  )
}

/** Others answer meanwhile. */
const hitsQuery = (view: View, cursor: { readonly cursor?: string } = {}) => ({
  ...query('listHits', { query: { view, ...cursor } }),
  staleTime: 0,
})

function Head() {
  const t = useTranslations('screening.page')
  const { data } = useQuery(hitsQuery('waiting'))
  const count = data?.items.length ?? 0
  return (
    <PageHead
      title={
        !data
          ? t('title')
          : count === 0
            ? t('none')
            : t(data.next_cursor ? 'more' : 'waiting', { count })
      }
      lead={t('lead')}
    />
  )
}

function Hits({ view }: { view: View }) {
  const t = useTranslations('screening.page')
  const paging = usePaging()
  return (
    <QueryView
      of={{ ...hitsQuery(view, paging.query), placeholderData: keepPreviousData }}
      skeleton={<CardSkeleton height={420} />}
    >
      {({ items, next_cursor }) =>
        items.length === 0 ? (
          <EmptyState title={t(`empty.${view}`)}>{t(`emptyText.${view}`)}</EmptyState>
        ) : (
          <>
            <ul className="stack g20">
              {items.map(hit => (
                <li key={hit.hit_uuid}>
                  <HitCard hit={hit} />
                </li>
              ))}
            </ul>
            <CursorPager
              paging={paging}
              cursor={next_cursor}
              shown={items.length}
              name={t('name')}
            />
          </>
        )
      }
    </QueryView>
  )
}
