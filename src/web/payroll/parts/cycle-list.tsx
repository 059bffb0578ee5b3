import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { CycleTable, type Root } from './cycle-table.tsx'

type Which = Omit<NonNullable<ClientInput<'listCycles'>['query']>, 'limit' | 'cursor'>

/** A paged list of cycles, or `nothing` where there is none. */
export function CycleList({
  which,
  root,
  nothing,
}: {
  which: Which
  root: Root
  nothing: ReactNode
}) {
  const t = useTranslations('payroll.cycles')
  const paging = usePaging()
  const cycles = useQuery({
    ...query('listCycles', { query: { ...which, ...paging.query } }),
    placeholderData: keepPreviousData,
  })
  const { data } = cycles
  return (
    <>
      {cycles.error && !data && (
        <LoadProblem problem={cycles.error} onRetry={() => void cycles.refetch()} />
      )}
      {data?.items.length === 0
        ? nothing
        : !cycles.error && (
            <CycleTable rows={data?.items} root={root} busy={cycles.isPlaceholderData} />
          )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('shown')}
          loading={cycles.isPlaceholderData}
        />
      )}
    </>
  )
}
