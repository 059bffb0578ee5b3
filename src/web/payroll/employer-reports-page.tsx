import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { download } from '#web/parts/download.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyStack } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { dateRange } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { DateTile } from './parts/date-tile.tsx'
import { cyclePath, PayChip } from './parts/pay-chips.tsx'

type Report = ClientOutput<'listReports'>['items'][number]

/** A report for every cycle that was approved or paid: the PDF to keep, the CSV to calculate with. */
export function EmployerReportsPage() {
  const paging = usePaging()
  const reports = useQuery({
    ...query('listReports', { query: paging.query }),
    placeholderData: keepPreviousData,
  })
  const { data } = reports
  const narrow = useNarrow()
  return (
    <Page>
      <PageHead title="Reports" lead="One for every cycle that was approved or paid." />
      {reports.error && !data && (
        <LoadProblem problem={reports.error} onRetry={() => void reports.refetch()} />
      )}
      {data?.items.length === 0 ? (
        <EmptyState title="No reports yet">
          The first comes with the first approved cycle.
        </EmptyState>
      ) : narrow && data ? (
        <Card>
          <ul className="list-rows pay-list">
            {data.items.map(report => (
              <ReportCard key={report.cycle_uuid} report={report} />
            ))}
          </ul>
        </Card>
      ) : (
        <TableCard
          label="Reports"
          columns={4}
          minWidth={760}
          busy={reports.isPlaceholderData}
          head={
            <>
              <Th>Pay date</Th>
              <Th end>Amount</Th>
              <Th>Status</Th>
              <Th hidden>Download</Th>
            </>
          }
        >
          {data ? (
            data.items.map(report => <ReportLine key={report.cycle_uuid} report={report} />)
          ) : (
            <SkeletonRows columns={4} rows={5} />
          )}
        </TableCard>
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name="reports"
          loading={reports.isPlaceholderData}
        />
      )}
      <SimulatedNote />
    </Page>
  )
}

/** The same as a row, for narrow screens. */
function ReportCard({ report }: { report: Report }) {
  const root = report.status === 'PAID' ? 'payroll-historical' : 'payroll-run'
  return (
    <li>
      <div className="head-line">
        <div className="row g12 top">
          <DateTile date={report.pay_date} />
          <Link href={cyclePath(root, report)}>{report.label}</Link>
        </div>
        <div className="r">
          <MoneyStack of={report.totals} strong />
        </div>
      </div>
      <div className="row g8">
        <SaveButton report={report} as="PDF" />
        <SaveButton report={report} as="CSV" />
      </div>
    </li>
  )
}

function ReportLine({ report }: { report: Report }) {
  const root = report.status === 'PAID' ? 'payroll-historical' : 'payroll-run'
  return (
    <Row>
      <td>
        <div className="row g12">
          <DateTile date={report.pay_date} />
          <div>
            <Link href={cyclePath(root, report)}>{report.label}</Link>
            <div className="meta t3">{dateRange(report.start_date, report.end_date)}</div>
          </div>
        </div>
      </td>
      <td className="r">
        <div className="tall">
          <MoneyStack of={report.totals} strong />
        </div>
      </td>
      <td>
        <PayChip status={report.status} />
      </td>
      <td>
        <div className="row g8 end">
          <SaveButton report={report} as="PDF" />
          <SaveButton report={report} as="CSV" />
        </div>
      </td>
    </Row>
  )
}

function SaveButton({ report, as }: { report: Report; as: 'PDF' | 'CSV' }) {
  const [loading, setLoading] = useState(false)
  const { policy_uuid, cycle_uuid } = report
  const save = async () => {
    setLoading(true)
    if (as === 'CSV') await download('getCycleCsv', { params: { policy_uuid, cycle_uuid } })
    else await download('getReport', { params: { policy: policy_uuid, cycle: cycle_uuid } })
    setLoading(false)
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      icon="download"
      loading={loading}
      aria-label={`${as} of ${report.label}, ${report.pay_date}`}
      onClick={() => void save()}
    >
      {as}
    </Button>
  )
}
