import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { WaitingSteps } from '#web/approvals/shared.tsx'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { shortDate } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { BankDays } from './parts/bank-days.tsx'
import { DifferenceRow } from './parts/difference-row.tsx'
import { Explained } from './parts/explained.tsx'
import { StatementReader } from './parts/statement-reader.tsx'
import { BOOKED } from './queries.ts'
import './parts/bank.css'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

type Counts = ClientOutput<'countDifferences'>['currencies']

/** Our banks' statements against the books: every difference as work, and day by day what each side says. */
export function OperatorBankPage() {
  const t = useTranslations('reconciliation.page')
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={{ ...query('countDifferences', {}), staleTime: 0 }}
        skeleton={
          <>
            <HeadSkeleton width={480} />
            <CardSkeleton height={420} />
          </>
        }
      >
        {({ currencies }) => <BankView counts={currencies} />}
      </QueryView>
    </Page>
  )
}

function BankView({ counts }: { counts: Counts }) {
  const t = useTranslations('reconciliation.page')
  const [reading, setReading] = useState(false)
  const [chosen, setCurrency] = useDraft('bank differences currency', '')
  const first = counts.toSorted((a, b) => b.differences - a.differences)[0]?.currency ?? ''
  return (
    <>
      <Head counts={counts} onRead={() => setReading(true)} />
      <div className="stack g20">
        {reading && <StatementReader onClose={() => setReading(false)} />}
        <WaitingSteps kind="explain_difference" />
        <WaitingSteps kind="book_bank_entry" />
        <WaitingSteps kind="book_funding" />
        {counts.length === 0 && <EmptyState title={t('never')}>{t('neverText')}</EmptyState>}
      </div>
      {counts.length > 0 && (
        <>
          <Differences counts={counts} currency={chosen} onCurrency={setCurrency} />
          <BankDays currency={chosen || first} />
          <Explained />
        </>
      )}
    </>
  )
}

function Head({ counts, onRead }: { counts: Counts; onRead: () => void }) {
  const t = useTranslations('reconciliation.page')
  const may = useMay()('readBankStatement')
  const compare = useCall('compareBank', {
    refresh: BOOKED,
    onSuccess: ({ matched }) =>
      openAlert(t('compared', { count: matched }), { severity: matched > 0 ? 'success' : 'info' }),
  })
  const count = counts.reduce((sum, { differences }) => sum + differences, 0)
  const until = counts.flatMap(({ currency, read_through }) =>
    read_through ? [t('until', { currency, date: shortDate(read_through) })] : [],
  )
  return (
    <PageHead
      crumbs={[{ label: t('crumb'), href: '/operations/funds' }, { label: t('title') }]}
      title={counts.length === 0 ? t('title') : count > 0 ? t('differ', { count }) : t('agree')}
      lead={t('lead', { until: until.join(' ') })}
      actions={
        may && (
          <>
            {counts.length > 0 && (
              <Button
                variant="secondary"
                loading={compare.isPending}
                onClick={() => compare.mutate({})}
              >
                {t('compare')}
              </Button>
            )}
            <Button icon="upload" onClick={onRead}>
              {t('read')}
            </Button>
          </>
        )
      }
    />
  )
}

type Sort = 'age' | 'amount'

function Differences({
  counts,
  currency,
  onCurrency,
}: {
  counts: Counts
  currency: string
  onCurrency: (currency: string) => void
}) {
  const t = useTranslations('reconciliation.page')
  const [sort, setSort] = useDraft<Sort>('bank differences sort', 'age')
  const paging = useOwnPaging(`${currency} ${sort}`)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listDifferences', {
      query: { sort, ...(currency && { currency }), ...paging.query },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SectionHead
        title={t('work')}
        tools={
          <Segmented<Sort>
            label={t('sort.label')}
            value={sort}
            onChange={setSort}
            segments={(['age', 'amount'] as const).map(value => ({
              value,
              label: t(`sort.${value}`),
            }))}
          />
        }
      />
      {counts.length > 1 && (
        <div className="bank-filter mb12">
          <SelectField
            id="bank-currency"
            label={t('currency')}
            options={[
              { value: '', label: t('everyCurrency') },
              ...counts.map(of => ({
                value: of.currency,
                label: of.currency,
                sub: t('differ', { count: of.differences }),
              })),
            ]}
            value={currency}
            onChange={onCurrency}
          />
        </div>
      )}
      {error && !data ? (
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <CardSkeleton height={240} />
      ) : data.items.length === 0 ? (
        <Card pad>
          <Say kind="done" word={t('nothing')}>
            {t('nothingText')}
          </Say>
        </Card>
      ) : (
        <ul className="card clip rows first">
          {data.items.map(of => (
            <DifferenceRow key={of.subject} of={of} />
          ))}
        </ul>
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('name')}
          loading={isPlaceholderData}
        />
      )}
    </>
  )
}
