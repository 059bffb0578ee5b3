import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyList, MoneyStack } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { dateRange } from '#web/parts/times.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { DateTile } from './parts/date-tile.tsx'
import { cyclePath, PayChip } from './parts/pay-chips.tsx'
import { type Report, ReportPdf } from './parts/report-pdf.tsx'

/** A report for every cycle that was approved or paid: the PDF to keep, the CSV to calculate with. */
export function EmployerReportsPage() {
  const t = useTranslations('payroll.reports')
  const paging = usePaging()
  const reports = useQuery({
    ...query('listReports', { query: paging.query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(report => report.pdf.state === 'MAKING') ? 1500 : false,
  })
  const { data } = reports
  const narrow = useNarrow()
  return (
    <Page>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <LinkButton variant="secondary" icon="report" href="/employer/reports/journal">
              {t('journal')}
            </LinkButton>
            <LinkButton variant="secondary" icon="file" href="/employer/tax-forms">
              {t('taxForms')}
            </LinkButton>
          </>
        }
      />
      {reports.error && !data ? (
        <LoadProblem problem={reports.error} onRetry={() => void reports.refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
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
          label={t('title')}
          columns={4}
          minWidth={760}
          busy={reports.isPlaceholderData}
          head={
            <>
              <Th>{t('columns.payDate')}</Th>
              <Th end>{t('columns.amount')}</Th>
              <Th>{t('columns.status')}</Th>
              <Th hidden>{t('columns.download')}</Th>
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
          name={t('shown')}
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
      <Behind report={report} />
      <div className="row g8 wrap">
        <ReportPdf report={report} />
        <CsvButton report={report} />
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
        <Behind report={report} />
      </td>
      <td>
        <div className="row g8 end">
          <ReportPdf report={report} />
          <CsvButton report={report} />
        </div>
      </td>
    </Row>
  )
}

/** What of it is late, failed or came back. */
function Behind({ report: { behind } }: { report: Report }) {
  const t = useTranslations('payroll.reports')
  if (behind.length === 0) return null
  return (
    <div className="meta err">{t.rich('behind', { amount: () => <MoneyList of={behind} /> })}</div>
  )
}

function CsvButton({ report }: { report: Report }) {
  const t = useTranslations('payroll.reports')
  const { policy_uuid, cycle_uuid } = report
  return (
    <SaveButton
      file="getCycleCsv"
      input={{ params: { policy_uuid, cycle_uuid } }}
      size="sm"
      label={t('saveOf.CSV', { cycle: report.label, date: report.pay_date })}
    >
      {t('save.CSV')}
    </SaveButton>
  )
}
