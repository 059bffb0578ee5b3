import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ITEM_SORTS, type ItemSort } from '#domain/payroll/item-order.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { SelectInput } from '#web/ui/select-field.tsx'
import { Th } from '#web/ui/table.tsx'
import type { CycleView } from './pay-chips.tsx'

/** Below this many line items one sees them all. */
const FEW = 10

/** What of a cycle's line items is looked for, and in which order: as the address says. */
export function lookedFor(get: (name: string) => string): {
  search?: string
  sort?: ItemSort
} {
  const search = get('search').trim()
  const sort = ITEM_SORTS.find(one => one === get('sort'))
  return { ...(search && { search }), ...(sort && { sort }) }
}

/** The search for line items, and on narrow screens their order; nothing over a list of few. */
export function FindItems({ cycle, narrow }: { cycle: CycleView; narrow: boolean }) {
  const t = useTranslations('payroll.items')
  const { get, set } = useAddress()
  const { search, sort } = lookedFor(get)
  if (cycle.shows.all <= FEW && !search && !sort) return null
  return (
    <>
      <SearchBox label={t('find.label')} placeholder={t('find.placeholder')} />
      {narrow && (
        <SelectInput
          size="md"
          aria-label={t('order.label')}
          value={sort ?? 'urgent'}
          options={(['urgent', ...ITEM_SORTS] as const).map(value => ({
            value,
            label: t(`order.${value}`),
          }))}
          onChange={value =>
            set({ sort: value === 'urgent' ? undefined : value, cursor: undefined })
          }
        />
      )}
    </>
  )
}

/** The head of a column by which line items are ordered: up, down, and as they came. */
export function SortedTh({
  by,
  end,
  children,
}: {
  by: 'name' | 'amount'
  end?: boolean
  children: ReactNode
}) {
  const { get, set } = useAddress()
  const { sort } = lookedFor(get)
  const next = sort === by ? `${by}_down` : sort === `${by}_down` ? undefined : by
  return (
    <Th
      end={end}
      sort={sort === by ? 'ascending' : sort === `${by}_down` ? 'descending' : 'none'}
      onSort={() => set({ sort: next, cursor: undefined })}
    >
      {children}
    </Th>
  )
}
