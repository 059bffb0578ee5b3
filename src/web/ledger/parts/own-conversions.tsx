import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { Conversions } from './conversions.tsx'

/** What was exchanged of the company's money, and what is to be; nothing while there is none. */
export function OwnConversions() {
  const t = useTranslations('ledger.conversions')
  const paging = useOwnPaging()
  const conversions = useQuery({
    ...query('listOwnConversions', { query: paging.query }),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = conversions
  if (!data) return <NotLoaded of={conversions} />
  if (data.items.length === 0) return null
  return (
    <>
      <SectionHead title={t('title')} />
      <Conversions items={data.items} named={false} />
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
