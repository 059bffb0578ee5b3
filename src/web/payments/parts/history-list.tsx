import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { CRAMPED, useNarrow } from '#web/ui/use-narrow.ts'
import type { OperatorPayment } from '../queries.ts'
import { HistoryFilter, useHistoryFilter } from './history-filter.tsx'
import { MendDialog } from './mend-dialog.tsx'
import { PaymentCards } from './payment-cards.tsx'
import { PaymentTable } from './payment-table.tsx'
import { TransactionsHead } from './transactions-head.tsx'

/** Settled and cancelled payments, newest first, narrowed by the address, with a CSV of what is found. */
export function HistoryList() {
  const t = useTranslations('payments.history')
  const paging = usePaging()
  const cramped = useNarrow(CRAMPED)
  const filter = useHistoryFilter()
  const [back, setBack] = useState<OperatorPayment>()
  const narrowed = Object.keys(filter).length > 0
  return (
    <>
      <TransactionsHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <SaveButton file="getPaymentHistoryCsv" input={{ query: filter }}>
            {t(narrowed ? 'csvOfThese' : 'csv')}
          </SaveButton>
        }
      />
      <HistoryFilter />
      <QueryView
        of={query('listPaymentHistory', { query: { ...filter, ...paging.query } })}
        skeleton={<CardSkeleton height={460} />}
      >
        {({ items, next_cursor }) =>
          items.length === 0 ? (
            <EmptyState title={t(narrowed ? 'none.title' : 'empty.title')}>
              {t(narrowed ? 'none.text' : 'empty.text')}
            </EmptyState>
          ) : (
            <>
              {cramped ? (
                <PaymentCards payments={items} onReturn={setBack} />
              ) : (
                <PaymentTable payments={items} onReturn={setBack} />
              )}
              <CursorPager
                paging={paging}
                cursor={next_cursor}
                shown={items.length}
                name={t('shown')}
              />
            </>
          )
        }
      </QueryView>
      {back && <MendDialog action="return" items={[back]} onClose={() => setBack(undefined)} />}
    </>
  )
}
