import { useTranslations } from 'use-intl'
import { useGo } from '#web/kernel/navigation.tsx'
import { MoneyStack } from '#web/parts/money.tsx'
import { atTime } from '#web/parts/times.ts'
import { DateTile, useCycleBrief } from '#web/payroll/shared.tsx'
import { Link } from '#web/ui/link.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'
import { Say } from '#web/ui/say.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { BatchChip, type BatchSummary, batchPath } from './batch-words.tsx'

/** Batches with their day, payments, sums and how far they are; `rows` undefined while they come. */
export function BatchTable({
  rows,
  busy,
}: {
  rows: readonly BatchSummary[] | undefined
  busy: boolean
}) {
  const t = useTranslations('batches.list')
  return (
    <TableCard
      label={t('batches')}
      columns={4}
      minWidth={760}
      busy={busy}
      head={
        <>
          <Th>{t('file')}</Th>
          <Th end>{t('payments')}</Th>
          <Th end>{t('amount')}</Th>
          <Th>{t('state')}</Th>
        </>
      }
    >
      {rows ? (
        rows.map(row => <BatchLine key={row.batch_uuid} row={row} />)
      ) : (
        <SkeletonRows columns={4} rows={5} />
      )}
    </TableCard>
  )
}

function BatchLine({ row }: { row: BatchSummary }) {
  const t = useTranslations('batches.list')
  const go = useGo()
  const path = batchPath(row.batch_uuid)
  const wrong = row.cycle?.pay_state?.tone === 'WRONG'
  const { settled, paying } = row.progress
  return (
    <Row onOpen={() => go(path)} note={wrong && <Wrong row={row} />}>
      <td>
        <div className="row g12">
          <DateTile date={row.pay_date} late={wrong} />
          <div className="grow">
            <div className="w5">
              <Link href={path}>
                <bdi>{row.file_name}</bdi>
              </Link>
            </div>
            <div className="meta t3">
              {t.rich('sentBy', {
                name: () => <bdi>{row.submitted_by_name}</bdi>,
                at: atTime(row.submitted_at),
              })}
            </div>
          </div>
        </div>
      </td>
      <td className="r">{t('count', { count: row.rows })}</td>
      <td className="r">
        <div className="tall">
          <MoneyStack of={row.totals} strong />
        </div>
      </td>
      <td>
        <div className="stack g6 batch-state">
          <BatchChip state={row.state} />
          {settled + paying > 0 && (
            <>
              <ProgressBar
                label={t('out', { settled, of: row.rows })}
                value={settled}
                max={row.rows}
                thickness="thin"
              />
              <span className="cap t3">{t('out', { settled, of: row.rows })}</span>
            </>
          )}
        </div>
      </td>
    </Row>
  )
}

/** The worst that is said of its pays. */
function Wrong({ row: { cycle } }: { row: BatchSummary }) {
  const brief = useCycleBrief()
  return cycle?.pay_state ? <Say kind="blocked">{brief(cycle.pay_state)}</Say> : null
}
