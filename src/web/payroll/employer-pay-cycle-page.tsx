import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { type Paging, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { atTime, dateRange } from '#web/parts/times.ts'
import { Figures } from '#web/ui/amount.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { acknowledgements, CycleAcknowledge } from './parts/cycle-acknowledge.tsx'
import { CycleDifferences } from './parts/cycle-differences.tsx'
import { CycleDryRun } from './parts/cycle-dry-run.tsx'
import { CycleFunding } from './parts/cycle-funding.tsx'
import { CycleItems, type Show } from './parts/cycle-items.tsx'
import { CycleTimesheets, timeToAnswer, useTimesheets } from './parts/cycle-timesheets.tsx'
import { CycleVerbs } from './parts/cycle-verbs.tsx'
import { useCycleWords } from './parts/cycle-words.tsx'
import { lookedFor } from './parts/find-items.tsx'
import { type CycleView, PayChip, type Preview, payPath } from './parts/pay-chips.tsx'
import { useMovedText } from './parts/pay-periods.tsx'
import { RemindPayees } from './parts/remind-payees.tsx'
import { useApproval } from './parts/use-approval.ts'

// Seldom do earlier periods owe anything.
const CycleUnpaid = lazy(() =>
  import('./parts/unpaid-period.tsx').then(part => ({ default: part.CycleUnpaid })),
)

// Few edit the hours of many.
const CycleHours = lazy(() =>
  import('./parts/cycle-hours.tsx').then(part => ({ default: part.CycleHours })),
)

const UNPAID = query('listUnpaidPeriods', { query: { limit: '20' } })

/** One pay cycle: who is paid what and when, what approving would do, and the line items behind it. */
export function EmployerPayCyclePage() {
  const t = useTranslations('payroll.cycle')
  const params = { policy_uuid: useParam('policy_uuId'), cycle_uuid: useParam('cycle_uuId') }
  const paging = usePaging()
  const { get } = useAddress()
  const show = showOf(get('show'))
  const hours = get('mode') === 'hours'
  const looked = lookedFor(get)
  const cycle = useQuery({
    ...query('getCycle', {
      params,
      query: { limit: '50', ...paging.query, ...(hours ? { show: 'all' } : { show, ...looked }) },
    }),
    // What is still worked out fills in by itself.
    refetchInterval: ({ state }) => ((state.data?.preview.left ?? 0) > 0 ? 1000 : false),
    placeholderData: keepPreviousData,
    // Money is decided on what is shown here, so it is asked for at every visit.
    refetchOnMount: 'always',
  })
  return (
    <Page>
      {cycle.isPending && <LoadingBlock height={640} />}
      {cycle.error && !cycle.data && (
        <>
          <PageHead title={t('title')} />
          <LoadProblem problem={cycle.error} onRetry={() => void cycle.refetch()} />
        </>
      )}
      {cycle.data && hours && cycle.data.allowed_actions.includes('edit_hours') ? (
        <Suspense fallback={<LoadingBlock height={640} />}>
          <CycleHours cycle={cycle.data} paging={paging} loading={cycle.isPlaceholderData} />
        </Suspense>
      ) : (
        cycle.data && (
          <Suspense fallback={<LoadingBlock height={640} />}>
            <Cycle {...{ cycle: cycle.data, paging, show }} loading={cycle.isPlaceholderData} />
          </Suspense>
        )
      )}
    </Page>
  )
}

function showOf(text: string): Show {
  return text === 'unusual' || text === 'blocked' ? text : 'all'
}

function Cycle({
  cycle,
  paging,
  show,
  loading,
}: {
  cycle: CycleView
  paging: Paging
  show: Show
  loading: boolean
}) {
  const approval = useApproval(cycle)
  const { set } = useAddress()
  const onShow = (next: Show) => set({ show: next === 'all' ? undefined : next, cursor: undefined })
  const { preview } = cycle
  const waiting = preview.items > 0
  const time = timeToAnswer(cycle)
  const unpaid = useQuery({ ...UNPAID, enabled: waiting })
  const timesheets = useTimesheets(cycle, { required: time.required, enabled: waiting && time.any })
  const [stands, setStands] = useState(false)
  // It comes whole, or what comes last would move the rest. What is reported while it stands takes nothing away.
  if (!stands) {
    if (unpaid.isLoading || timesheets.isLoading) return <LoadingBlock height={640} />
    setStands(true)
  }
  return (
    <>
      <Head cycle={cycle} />
      {approval.stale && <StaleNote {...approval.stale} />}
      {waiting ? (
        <div className="aside-grid">
          <div className="cycle-cols">
            <CycleFunding coverage={preview.coverage} cycle={cycle} />
            <CycleUnpaid cycle={cycle} unpaid={unpaid} />
            {time.any && (
              <CycleTimesheets cycle={cycle} answer={timesheets} required={time.required} />
            )}
            <CycleDifferences preview={preview} totals={cycle.totals} />
            {approval.approving.allowed && (
              <CycleAcknowledge
                of={acknowledgements(preview)}
                acknowledged={approval.acknowledged}
                onChange={approval.setAcknowledged}
                onShow={() => onShow('unusual')}
              />
            )}
          </div>
          <CycleDryRun preview={preview} approving={approval.approving} params={cycle} />
        </div>
      ) : (
        <>
          <Approved cycle={cycle} />
          {cycle.short.length > 0 && (
            <div className="mt16">
              <CycleFunding coverage={preview.coverage} cycle={cycle} />
            </div>
          )}
        </>
      )}
      <CycleItems
        {...{ cycle, paging, loading, show, onShow }}
        onHours={() => set({ mode: 'hours', show: undefined, cursor: undefined })}
      />
      <SimulatedNote />
    </>
  )
}

function Head({ cycle }: { cycle: CycleView }) {
  const t = useTranslations('payroll.cycle')
  const past = useAddress().path.includes('payroll-historical')
  const { period, preview } = cycle
  const said = useSaid(cycle)
  const wrong = cycle.pay_state?.tone === 'WRONG'
  const moved = useMovedText()(period)
  const date = formatDateLong(period.pay_date)
  // While something waits for approval in time, the page is about what approving it does.
  const approving = preview.items > 0 && !wrong
  const leaving = ({ items, blocked, coverage }: Preview) => {
    if (blocked > 0) return t('leaving', { free: items - blocked, blocked })
    return t(coverage.some(one => one.short > 0) ? 'short' : 'full')
  }
  return (
    <PageHead
      crumbs={[
        ...(cycle.kind === 'BATCH'
          ? [
              { label: t('crumbs.batches'), href: '/employer/partner/payments' },
              { label: cycle.policy_label, href: payPath('payroll-run', cycle) },
              { label: t('crumbs.approval') },
            ]
          : [
              past
                ? { label: t('crumbs.past'), href: '/employer/payroll-historical' }
                : { label: t('crumbs.run'), href: '/employer/payroll-run' },
              { label: cycle.policy_label },
            ]),
      ]}
      title={
        approving
          ? t.rich(cycle.kind === 'BATCH' ? 'payBatch' : 'pay', {
              count: preview.items,
              amount: () => <OneAmount of={preview.gross} />,
              date,
            })
          : (said?.title ?? t('nobody', { date }))
      }
      lead={
        <>
          <PayChip status={cycle.status} />
          <span>
            {cycle.kind === 'CALENDAR' &&
              t('period', { period: dateRange(period.start_date, period.end_date) })}
            {wrong && <> {said?.lead}</>}
            {preview.items > 0 && ` ${leaving(preview)}`}
            {moved && ` ${t('moved', { moved })}`}
          </span>
        </>
      }
      actions={
        <>
          {cycle.pay_state && <RemindPayees of={cycle} state={cycle.pay_state} />}
          <CycleVerbs cycle={cycle} />
        </>
      }
      wrong={wrong}
    />
  )
}

/** What pay in one currency comes to; of several, people are counted instead. */
function OneAmount({ of }: { of: Preview['gross'] }) {
  return of.length === 1 && <MoneyList of={of} />
}

/** What the server has said of it, the worst first; undefined where nobody is paid. */
function useSaid({ pay_state, policy_label, kind, period }: CycleView) {
  const words = useCycleWords()
  return pay_state && words({ policy_label, kind, pay_date: period.pay_date }, pay_state)
}

function StaleNote({ detail, changes }: { detail: string; changes: readonly string[] }) {
  const t = useTranslations('payroll.cycle')
  return (
    <div className="mt16" role="alert" style={{ marginBottom: 20 }}>
      <Card pad>
        <Say kind="unusual" word={t('stale')}>
          {detail}
        </Say>
        {changes.length > 0 && (
          <ul className="stack g4 mt8">
            {changes.map(change => (
              <li key={change} className="meta">
                <Figures text={change} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

/** By whom it was approved, and how that stands; what is wrong about it says the head. */
function Approved({ cycle }: { cycle: CycleView }) {
  const t = useTranslations('payroll.cycle.approved')
  const said = useSaid(cycle)
  if (!cycle.approved) return null
  const { by, at } = cycle.approved
  return (
    <Card pad>
      <Say kind="done" word={t(cycle.status === 'PAID' ? 'paid' : 'approved')}>
        {t.rich('by', { name: () => <bdi>{by}</bdi>, at: atTime(at) })}
        {cycle.pay_state?.tone !== 'WRONG' && <> {said?.lead}</>}
        {cycle.allowed_actions.includes('unapprove') && ` ${t('voids')}`}
      </Say>
    </Card>
  )
}
