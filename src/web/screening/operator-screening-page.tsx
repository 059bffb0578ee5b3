import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, type Paging, usePaging } from '#web/parts/cursor-pager.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { HitCard } from './parts/hit-card.tsx'
import { ListsCard } from './parts/lists-card.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import './parts/screening.css'

type View = 'waiting' | 'answered'

const skeleton = (
  <>
    <HeadSkeleton width={520} />
    <CardSkeleton height={420} />
  </>
)

/** Who is like somebody on a list of sanctions, both records side by side, and how old the lists are. */
export function OperatorScreeningPage() {
  const { get } = useAddress()
  const view: View = get('view') === 'answered' ? 'answered' : 'waiting'
  const t = useTranslations('screening.page')
  const paging = usePaging()
  const hits = { ...hitsQuery(view, paging.query), placeholderData: keepPreviousData }
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={{ ...query('getLists', {}), staleTime: 0 }}
        skeleton={skeleton}
      >
        {lists => (
          <QueryView title={t('title')} of={hits} skeleton={skeleton}>
            {found => (
              <>
                <Head first={view === 'waiting' && !paging.previous ? found : undefined} />
                <div className="stack g20">
                  <ListsCard lists={lists} />
                  <Views view={view} />
                  <Hits found={found} view={view} paging={paging} />
                </div>
              </>
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

type Found = ClientOutput<'listHits'>

/** Others answer meanwhile. */
const hitsQuery = (view: View, cursor: { readonly cursor?: string }) => ({
  ...query('listHits', { query: { view, ...cursor } }),
  staleTime: 0,
})

/** How many wait, whatever is looked at. */
function Head({ first }: { first: Found | undefined }) {
  const t = useTranslations('screening.page')
  const { data = first } = useQuery({ ...hitsQuery('waiting', {}), enabled: first === undefined })
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

function Views({ view }: { view: View }) {
  const t = useTranslations('screening.page')
  const { set } = useAddress()
  return (
    <div className="row">
      <Segmented
        label={t('views.label')}
        value={view}
        onChange={next => set({ view: next === 'waiting' ? undefined : next, cursor: undefined })}
        segments={(['waiting', 'answered'] as const).map(value => ({
          value,
          label: t(`views.${value}`),
        }))}
      />
    </div>
  )
}

function Hits({ found, view, paging }: { found: Found; view: View; paging: Paging }) {
  const t = useTranslations('screening.page')
  const { items, next_cursor } = found
  if (items.length === 0)
    return <EmptyState title={t(`empty.${view}`)}>{t(`emptyText.${view}`)}</EmptyState>
  return (
    <>
      <ul className="stack g20">
        {items.map(hit => (
          <li key={hit.hit_uuid}>
            <HitCard hit={hit} />
          </li>
        ))}
      </ul>
      <CursorPager paging={paging} cursor={next_cursor} shown={items.length} name={t('name')} />
    </>
  )
}
