import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { periodText, shortDate } from '#web/parts/times.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import type { TimePeriod } from './parts/time-entry.ts'
import { TimeForm } from './parts/time-form.tsx'
import { TimeStateText } from './parts/time-state.tsx'
import './parts/time.css'

/** A contractor's timesheets: the period that is to be reported, and what became of those before. */
export function ContractorTimePage() {
  const t = useTranslations('payroll.time.page')
  return (
    <Page>
      <QueryView title={t('title')} of={query('listTimesheets', {})} skeleton={<TimeSkeleton />}>
        {periods => <Periods periods={periods} />}
      </QueryView>
    </Page>
  )
}

const nameOf = ({ contract_uuid, start_date }: TimePeriod) => `${contract_uuid} ${start_date}`

function Periods({ periods }: { periods: readonly TimePeriod[] }) {
  const t = useTranslations('payroll.time.page')
  const chosen = useAddress().get('period')
  const open = periods.filter(of => of.allowed_actions.includes('report'))
  const isNew = ({ timesheet }: TimePeriod) => timesheet.state === 'OPEN'
  const period = open.find(of => nameOf(of) === chosen) ?? open.find(isNew) ?? open[0]
  const others = periods.filter(of => of !== period)
  return (
    <>
      {period ? (
        // What was reported meanwhile is another form.
        <TimeForm key={`${nameOf(period)} ${period.timesheet.version}`} period={period} />
      ) : (
        <PageHead title={t('nothing.title')} lead={t('nothing.lead')} />
      )}
      {!period && others.length === 0 && (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      )}
      {others.length > 0 && (
        <>
          <SectionHead title={t('others')} />
          <Card>
            <ul className="time-rows">
              {others.map(of => (
                <PeriodRow key={nameOf(of)} period={of} />
              ))}
            </ul>
          </Card>
        </>
      )}
    </>
  )
}

function PeriodRow({ period }: { period: TimePeriod }) {
  const t = useTranslations('payroll.time.page')
  const { timesheet, employer_name, role, pay_date } = period
  return (
    <li>
      <div className="grow">
        <div className="w6">{periodText(period.first_date, period.last_date)}</div>
        <div className="meta t3">
          {t.rich('of', { employer: () => <bdi>{employer_name}</bdi>, role })}
        </div>
        <div className="meta t2 mt4">
          <TimeStateText of={timesheet} scheduled={period.scheduled_hours} />
        </div>
        {timesheet.reason && (
          <blockquote>
            <bdi>{timesheet.reason}</bdi>
          </blockquote>
        )}
      </div>
      <div className="r">
        {period.allowed_actions.includes('report') ? (
          <LinkButton
            variant="secondary"
            size="sm"
            href={`/contractor/time?period=${encodeURIComponent(nameOf(period))}`}
            aria-label={t(timesheet.state === 'OPEN' ? 'openOf' : 'changeOf', {
              period: periodText(period.first_date, period.last_date),
            })}
          >
            {t(timesheet.state === 'OPEN' ? 'open' : 'change')}
          </LinkButton>
        ) : (
          <>
            <div className="w6">
              {t('hours', { hours: (period.pay?.hours ?? period.scheduled_hours).toFixed(2) })}
            </div>
            <div className="meta t3" title={formatDateLong(pay_date)}>
              {t('paidOn', { date: shortDate(pay_date) })}
            </div>
          </>
        )}
      </div>
    </li>
  )
}

function TimeSkeleton() {
  return (
    <>
      <HeadSkeleton width={420} />
      <div className="time">
        <CardSkeleton height={560} />
      </div>
    </>
  )
}
