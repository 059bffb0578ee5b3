import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { ListTools } from '#web/parts/search-box.tsx'
import { cyclePath } from '#web/payroll/shared.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { SelectInput } from '#web/ui/select-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { type BatchView, RowChip, type RowState } from './batch-words.tsx'

type Line = ClientOutput<'listPaymentBatchRows'>['items'][number]

/** The rows of a batch, in the order of the file, narrowed by the address. What stands below them comes once they have. */
export function BatchRows({ batch, children }: { batch: BatchView; children: ReactNode }) {
  const t = useTranslations('batches.batch.rows')
  const { get } = useAddress()
  const paging = usePaging()
  const states = [...new Set(batch.counts.map(({ state }) => state))]
  const state = states.find(one => one === get('row_state'))
  const search = get('search')
  const rows = useQuery({
    ...query('listPaymentBatchRows', {
      params: { batch_uuid: batch.batch_uuid },
      query: { ...paging.query, ...(state ? { state } : {}), ...(search ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { data, error } = rows
  return (
    <>
      <div id="payments" />
      <SectionHead title={t('title')} />
      <Tools states={states} state={state} />
      {error && !data ? (
        <LoadProblem problem={error} onRetry={() => void rows.refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <TableCard
          label={t('title')}
          columns={5}
          minWidth={720}
          busy={rows.isPlaceholderData}
          head={
            <>
              <Th>{t('row')}</Th>
              <Th>{t('who')}</Th>
              <Th>{t('reference')}</Th>
              <Th end>{t('amount')}</Th>
              <Th>{t('state')}</Th>
            </>
          }
        >
          {data ? (
            data.items.map(row => <RowLine key={row.row} row={row} batch={batch} />)
          ) : (
            <SkeletonRows columns={5} rows={8} />
          )}
        </TableCard>
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('shown')}
          loading={rows.isPlaceholderData}
        />
      )}
      {!rows.isPending && children}
    </>
  )
}

function Tools({ states, state }: { states: readonly RowState[]; state: RowState | undefined }) {
  const t = useTranslations('batches.batch.rows')
  const tState = useTranslations('batches.rowStates')
  const { set } = useAddress()
  return (
    <ListTools search={t('search')} placeholder={t('placeholder')}>
      <div className="row-filter">
        <SelectInput
          size="md"
          aria-label={t('filter')}
          value={state ?? ''}
          placeholder={t('all')}
          options={[
            { value: '', label: t('all') },
            ...states.map(value => ({ value, label: tState(value) })),
          ]}
          onChange={value => set({ row_state: value || undefined, cursor: undefined })}
        />
      </div>
    </ListTools>
  )
}

function RowLine({ row, batch: { cycle } }: { row: Line; batch: BatchView }) {
  // What pays it says everything else of it: where it goes, what holds it, and its history.
  const href =
    cycle && row.line_item_uuid
      ? `${cyclePath('payroll-run', cycle)}/${cycle.status}/${row.line_item_uuid}`
      : undefined
  return (
    <Row>
      <td className="t3 numbered">{row.row}</td>
      <td>
        <Identity
          name={row.name || row.email}
          second={row.name ? row.email : undefined}
          href={href}
        />
      </td>
      <td>
        <bdi>{row.reference}</bdi>
        {row.words && (
          <div className="meta t3">
            <bdi>{row.words}</bdi>
          </div>
        )}
      </td>
      <td className="r">
        <MoneyAmount of={row.amount} strong />
      </td>
      <td>
        <RowChip state={row.state} />
      </td>
    </Row>
  )
}
