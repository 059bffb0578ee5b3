import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { instantDay } from '#web/parts/times.ts'
import { SectionHead } from '#web/ui/page.tsx'

/** What two operators explained, the newest first; nothing while nothing was. */
export function Explained() {
  const t = useTranslations('reconciliation.explained')
  const paging = useOwnPaging()
  const explained = useQuery({
    ...query('listExplained', { query: { limit: '10', ...paging.query } }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = explained
  if (!data) return <NotLoaded of={explained} />
  if (data.items.length === 0) return null
  return (
    <>
      <SectionHead title={t('title')} />
      <ul className="card clip rows first">
        {data.items.map(of => (
          <li key={of.explanation_uuid} className="row g16 between wrap">
            <div className="grow">
              <bdi>{of.words}</bdi>
              <div className="meta t3">
                {t('by', {
                  asked: of.asked_by,
                  by: of.explained_by,
                  date: instantDay(of.explained_at),
                })}
              </div>
            </div>
            {of.amount.amount_in_smallest_unit !== 0 && <MoneyAmount of={of.amount} />}
          </li>
        ))}
      </ul>
      <CursorPager
        paging={paging}
        cursor={data.next_cursor}
        shown={data.items.length}
        name={t('name')}
        loading={isPlaceholderData}
      />
    </>
  )
}
