import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { said } from '#web/words/said.ts'
import type { BatchView, ToldRow } from './batch-words.tsx'

/** Rows of the file that are no payments: what stands in the field that is wrong, and how to mend it. */
export function BatchLeftOut({ batch: { batch_uuid, left_out } }: { batch: BatchView }) {
  const t = useTranslations('batches.batch.leftOut')
  const paging = useOwnPaging()
  const found = useQuery(
    query('listPaymentBatchLeftOut', { params: { batch_uuid }, query: paging.query }),
  )
  const { data } = found
  return (
    <>
      <SectionHead
        title={
          <>
            {t('title')} <span className="t3">{left_out}</span>
          </>
        }
        tools={
          <div className="row g8 wrap">
            <SaveButton
              file="exportPaymentBatch"
              input={{ params: { batch_uuid }, query: { rows: 'left_out' } }}
            >
              {t('csv', { count: left_out })}
            </SaveButton>
            <LinkButton variant="secondary" href="/employer/partner/payments">
              {t('send')}
            </LinkButton>
          </div>
        }
      />
      {found.error && !data ? (
        <LoadProblem problem={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <TableCard
          label={t('title')}
          columns={5}
          density="tight"
          minWidth={760}
          head={
            <>
              <Th>{t('row')}</Th>
              <Th>{t('name')}</Th>
              <Th>{t('field')}</Th>
              <Th>{t('typed')}</Th>
              <Th>{t('wrong')}</Th>
            </>
          }
        >
          {data ? (
            data.items.flatMap(row =>
              row.said.map(of => <Wrong key={`${row.row} ${of.field}`} row={row} of={of} />),
            )
          ) : (
            <SkeletonRows columns={5} rows={Math.min(left_out, 5)} />
          )}
        </TableCard>
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('shown')}
        />
      )}
    </>
  )
}

function Wrong({ row: { row, typed }, of }: { row: ToldRow; of: ToldRow['said'][number] }) {
  const t = useTranslations('batches.batch.leftOut')
  const tField = useTranslations('batches.review.fields')
  const tFile = useTranslations('batches.file')
  return (
    <Row>
      <td className="t3 numbered">{row}</td>
      <td className="w5">
        <bdi>{typed.name || typed.email}</bdi>
      </td>
      <td>{tField(of.field)}</td>
      <td>
        <span className="in-file">
          <bdi>{typed[of.field] || t('empty')}</bdi>
        </span>
      </td>
      <td className="t2">{said(tFile, of.said, of.reason)}</td>
    </Row>
  )
}
