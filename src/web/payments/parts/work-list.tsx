import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NETWORK_NAMES, networkName } from '#domain/kernel/network.ts'
import { WaitingSteps } from '#web/approvals/shared.tsx'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientInput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectInput } from '#web/ui/select-field.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import type { MendAction, Work, WorkItem } from '../queries.ts'
import { MendDialog } from './mend-dialog.tsx'
import { TransactionsHead } from './transactions-head.tsx'
import { WorkTable } from './work-table.tsx'

type Filter = NonNullable<ClientInput<'getWorkCsv'>['query']>

const KINDS = ['CONTRADICTED', 'UNKNOWN', 'RETURNED', 'FAILED'] as const
/** Sums of more currencies than this are no headline. */
const SUMS_SAID = 2

/** How the address narrows and sorts the work list; words that are not known are left out. */
function useFilter(): Filter {
  const { get } = useAddress()
  const kind = KINDS.find(one => one === get('kind'))
  const network = NETWORK_NAMES.find(one => one === get('network'))
  return {
    sort: get('sort') === 'amount' ? 'amount' : 'age',
    ...(kind ? { kind } : {}),
    ...(network ? { network } : {}),
    ...(get('search') ? { search: get('search') } : {}),
  }
}

/** Every payment that went wrong, with why, who was told what, and what may be done about it. */
export function WorkList() {
  const t = useTranslations('payments.work')
  const paging = usePaging()
  const filter = useFilter()
  const [asked, setAsked] = useState<{ action: MendAction; items: readonly WorkItem[] }>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query('listWork', { query: { ...filter, ...paging.query } }),
    placeholderData: keepPreviousData,
  })
  // What it comes to is the headline, which is not said before it is known.
  if (!data)
    return error ? (
      <>
        <TransactionsHead title={t('untold')} lead="" />
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      </>
    ) : (
      <>
        <HeadSkeleton width={520} />
        <CardSkeleton height={520} />
      </>
    )
  return (
    <>
      <TransactionsHead
        title={<Headline counts={data.counts} />}
        lead={leadOf(t, data.counts)}
        wrong={sumOf(data.counts, 'payments') > 0}
        actions={
          <SaveButton file="getWorkCsv" input={{ query: filter }}>
            {t('csv')}
          </SaveButton>
        }
      />
      <WaitingSteps kind="mend_payments" spaced />
      <Toolbar counts={data.counts} />
      {error && <LoadProblem problem={error} onRetry={() => void refetch()} />}
      {!error && data.items.length === 0 && (
        <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
      )}
      {!error && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <WorkTable
            items={data.items}
            counts={data.counts}
            onAct={(action, items) => setAsked({ action, items })}
          />
          <CursorPager
            paging={paging}
            cursor={data.next_cursor}
            shown={data.items.length}
            name={t('shown')}
            loading={isPlaceholderData}
          />
        </div>
      )}
      {asked && <MendDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function sumOf(counts: Work['counts'], of: 'payments' | 'overdue' | 'mended'): number {
  return counts.reduce((sum, count) => sum + count[of], 0)
}

function leadOf(
  t: ReturnType<typeof useTranslations<'payments.work'>>,
  counts: Work['counts'],
): string {
  if (counts.length === 0) return t('leadEmpty')
  return t('lead', { mended: sumOf(counts, 'mended'), overdue: sumOf(counts, 'overdue') })
}

/** How many did not arrive and what they come to. */
function Headline({ counts }: { counts: Work['counts'] }) {
  const t = useTranslations('payments.work')
  const count = sumOf(counts, 'payments')
  const totals = [
    ...Map.groupBy(
      counts.flatMap(of => of.totals),
      of => of.currency,
    ),
  ].map(([currency, own]) => ({
    currency,
    amount_in_smallest_unit: own.reduce((sum, of) => sum + of.amount_in_smallest_unit, 0),
  }))
  if (totals.length > SUMS_SAID) return t('many', { count })
  return t.rich('title', { count, amounts: () => <MoneyList of={totals} /> })
}

function Toolbar({ counts }: { counts: Work['counts'] }) {
  const t = useTranslations('payments.work')
  const { get, set } = useAddress()
  const shown = counts.filter(of => of.payments > 0 || get('kind') === of.kind)
  return (
    <div className="toolbar">
      <Segmented
        label={t('kind')}
        segments={[
          { value: '', label: t('all'), count: sumOf(counts, 'payments') },
          ...shown.map(of => ({
            value: of.kind,
            label: t(`kinds.${of.kind}`),
            count: of.payments,
          })),
        ]}
        value={get('kind')}
        onChange={kind => set({ kind, cursor: undefined })}
      />
      <div className="work-filter">
        <SearchBox label={t('search')} />
        <SelectInput
          size="md"
          aria-label={t('network.label')}
          value={get('network')}
          placeholder={t('network.all')}
          options={[
            { value: '', label: t('network.all') },
            ...NETWORK_NAMES.map(value => ({ value, label: networkName(value) })),
          ]}
          onChange={network => set({ network, cursor: undefined })}
        />
        <SelectInput
          size="md"
          aria-label={t('sort.label')}
          value={get('sort') === 'amount' ? 'amount' : 'age'}
          options={(['age', 'amount'] as const).map(value => ({
            value,
            label: t(`sort.${value}`),
          }))}
          onChange={sort => set({ sort: sort === 'amount' ? sort : undefined, cursor: undefined })}
        />
      </div>
    </div>
  )
}
