import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { SearchInput } from '#web/parts/search-box.tsx'
import { ByHandTag, PaymentStatusChip } from '#web/payments/shared.tsx'
import { Button } from '#web/ui/button.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import { type Item, type Mark, MarkDialog, type OperatorCycle, verbOf } from './mark-dialog.tsx'
import './pay-cycle.css'

/** Below this many contractors one sees them all. */
const FEW = 10

/** The pay of each contractor in a cycle, page by page, with its payments, what can be marked paid or unpaid by hand, and what proves it, which would move if it came before them. */
export function OperatorCycleItems({ domain, cycle }: { domain: string; cycle: OperatorCycle }) {
  const t = useTranslations('payroll.marks')
  const [search, setSearch] = useState('')
  const paging = useOwnPaging(search)
  const found = useQuery({
    ...query('listOperationsItems', {
      params: { id: domain, cycle_uuid: cycle.cycle_uuid },
      query: { ...paging.query, ...(search && { search }) },
    }),
    placeholderData: keepPreviousData,
  })
  const [asking, setAsking] = useState<{ item: Item; mark: Mark }>()
  if (found.isPending) return <LoadingBlock height={120} />
  if (found.error) return <LoadProblem problem={found.error} onRetry={() => void found.refetch()} />
  const { items, next_cursor } = found.data
  return (
    <>
      <div className="prov">
        {cycle.contractors > FEW && (
          <div className="top-line">
            <SearchInput label={t('find')} searched={search} onSearch={setSearch} />
          </div>
        )}
        {items.length === 0 && (
          <div className="top-line">{t(search === '' ? 'nobody' : 'nobodyFound')}</div>
        )}
        <ul className="marks">
          {items.map(item => (
            <li key={item.line_item_uuid}>
              <div className="grow">
                <bdi className="w5">{item.contractor_name}</bdi>{' '}
                <span className="t3">
                  <bdi>{item.role}</bdi>, <MoneyAmount of={item.amount} />
                </span>
                {item.payments.map(part => (
                  <div key={part.payment_uuid} className="row g8 wrap meta t2 mt2">
                    <MoneyAmount of={part.delivered ?? part.promised ?? part.source} />
                    <bdi>{part.label}</bdi>
                    {part.status && <PaymentStatusChip status={part.status} />}
                    <ByHandTag of={part} />
                  </div>
                ))}
              </div>
              <div className="row g8 wrap">
                {item.marks.map(mark => (
                  <Button
                    key={`${mark.operation} ${mark.currency} ${mark.outside}`}
                    variant="secondary"
                    onClick={() => setAsking({ item, mark })}
                  >
                    {t(`currency.${verbOf(mark)}`, { currency: mark.currency })}
                  </Button>
                ))}
              </div>
            </li>
          ))}
        </ul>
        {asking && (
          <MarkDialog
            domain={domain}
            cycle={cycle}
            {...asking}
            onClose={() => setAsking(undefined)}
          />
        )}
      </div>
      <CursorPager
        paging={paging}
        cursor={next_cursor}
        shown={items.length}
        name={t('pager')}
        loading={found.isPlaceholderData}
      />
      <EvidenceButton cycle={cycle} />
    </>
  )
}
