import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { daysBetween } from '#domain/kernel/plain-date.ts'
import { LINE_ITEM_STATUSES } from '#domain/payroll/line-item.ts'
import { MOST_CYCLES_SHOWN, PAYROLL_TYPES, type PayrollType } from '#domain/payroll/payroll-type.ts'
import { useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { periodText, shortDate } from '#web/parts/times.ts'
import { SimulatedNote } from '#web/payments/shared.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Page, SectionHead } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { CalendarGaps } from './parts/calendar-gaps.tsx'
import { daysLateOf, EmployerPayHead, useStates } from './parts/employer-pay-head.tsx'
import type { OperatorCycle } from './parts/mark-dialog.tsx'
import { OperatorCycleItems } from './parts/operator-cycle-items.tsx'
import { Digits, GivenBack, PayrollSummary, sumIn } from './parts/payroll-summary.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  PENDING_APPROVAL: 'hollow',
  APPROVED: 'run',
  PAID: 'ok',
}

/** An employer's pay cycles as operators see them, all or those of one type: what is owed and what is paid, per currency. */
export function OperatorEmployerPayrollPage() {
  const t = useTranslations('payroll.employerCycles')
  const employerDomain = useParam('employerDomain')
  const named = useParam('payrollType')
  const type = PAYROLL_TYPES.find(one => one === named)
  if (named !== '' && !type)
    return (
      <Page>
        <EmptyState title={t('noType.title')}>{t('noType.text')}</EmptyState>
      </Page>
    )
  return (
    <Page>
      <QueryView
        title={t('title')}
        of={query('listOperationsPayCycles', { params: { id: employerDomain } })}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={320} />
          </>
        }
      >
        {cycles => <Cycles domain={employerDomain} type={type} cycles={cycles} />}
      </QueryView>
    </Page>
  )
}

function Cycles({
  domain,
  type,
  cycles,
}: {
  domain: string
  type: PayrollType | undefined
  cycles: readonly OperatorCycle[]
}) {
  const t = useTranslations('payroll.employerCycles')
  const says = useStates()
  const shown = cycles.filter(cycle => type === undefined || cycle.payroll_type === type)
  return (
    <>
      <EmployerPayHead domain={domain} cycles={cycles} says={says} />
      <CalendarGaps domain={domain} />
      <PayrollSummary type={type} cycles={shown} why={says} />
      <SectionHead
        title={t('title')}
        tools={
          <>
            <Types domain={domain} type={type} cycles={cycles} />
            <SaveButton
              size="sm"
              file="getOperationsPayCsv"
              input={{ params: { id: domain }, query: { payroll_type: type } }}
              label={t('csvOf', { count: shown.length })}
            >
              {t('csv')}
            </SaveButton>
          </>
        }
      />
      {shown.length === 0 ? (
        <EmptyState title={type ? t('emptyType.title', { type }) : t('empty.title')}>
          {type ? t('emptyType.text', { type }) : t('empty.text')}
        </EmptyState>
      ) : (
        <CycleTable domain={domain} cycles={shown} />
      )}
      <div className="page-note">
        {cycles.length >= MOST_CYCLES_SHOWN && <p>{t('newest', { most: MOST_CYCLES_SHOWN })}</p>}
        <SimulatedNote />
      </div>
    </>
  )
}

/** All cycles, those of which something is to be paid, or those that are over: each has its address. */
function Types({
  domain,
  type,
  cycles,
}: {
  domain: string
  type: PayrollType | undefined
  cycles: readonly OperatorCycle[]
}) {
  const t = useTranslations('payroll.employerCycles')
  const go = useGo()
  const count = (of: PayrollType) => cycles.filter(cycle => cycle.payroll_type === of).length
  return (
    <Segmented
      label={t('which')}
      segments={[
        { value: 'payroll', label: t('types.all'), count: cycles.length },
        ...PAYROLL_TYPES.map(value => ({
          value,
          label: t(`types.${value}`),
          count: count(value),
        })),
      ]}
      value={type ?? 'payroll'}
      onChange={value => go(`/operations/employers/${encodeURIComponent(domain)}/${value}`)}
    />
  )
}

function CycleStatus({ status }: { status: string }) {
  const tStatus = useTranslations('payroll.status')
  const t = useTranslations('payroll.employerCycles')
  const label = LINE_ITEM_STATUSES.find(one => one === status)
  return (
    <StatusChip tone={TONES[status] ?? 'off'}>{label ? tStatus(label) : t('nobody')}</StatusChip>
  )
}

function CycleTable({ domain, cycles }: { domain: string; cycles: readonly OperatorCycle[] }) {
  const t = useTranslations('payroll.employerCycles')
  return (
    <TableCard
      label={t('title')}
      columns={8}
      minWidth={860}
      head={
        <>
          <Th width={210}>{t('columns.period')}</Th>
          <Th width={104}>{t('columns.payDate')}</Th>
          <Th hidden width={56}>
            {t('columns.currency')}
          </Th>
          <Th end>{t('columns.owed')}</Th>
          <Th end>{t('columns.paid')}</Th>
          <Th end>{t('columns.left')}</Th>
          <Th width={160}>{t('columns.status')}</Th>
          <Th hidden width={56}>
            {t('columns.items')}
          </Th>
        </>
      }
    >
      {cycles.map(cycle => (
        <CycleRow key={cycle.cycle_uuid} domain={domain} cycle={cycle} />
      ))}
    </TableCard>
  )
}

type OfCycle = { domain: string; cycle: OperatorCycle }

function CycleRow({ domain, cycle }: OfCycle) {
  const t = useTranslations('payroll.employerCycles')
  const says = useStates()
  const today = useToday()
  const late = daysLateOf(cycle)
  const left = cycle.left.some(of => of.amount_in_smallest_unit > 0)
  const days = daysBetween(today, cycle.pay_date)
  // What is on its way is not late, though its day is over.
  const when = left && (days >= 0 || late > 0) ? t('when', { days, late }) : ''
  const [open, setOpen] = useState(false)
  return (
    <Row
      onOpen={() => setOpen(!open)}
      detail={open && <OperatorCycleItems domain={domain} cycle={cycle} />}
    >
      <td className="per-ccy">
        <div className="w5">{periodText(cycle.start_date, cycle.end_date)}</div>
        <div className="meta t3">
          <bdi>{cycle.policy_label}</bdi>
        </div>
      </td>
      <td className="nowrap per-ccy">
        <div>{shortDate(cycle.pay_date)}</div>
        <div className={cx('meta', late > 0 ? 'err' : 't3')}>{when}</div>
      </td>
      <td className="meta t3 per-ccy codes">
        {cycle.totals.map(({ currency }) => (
          <div key={currency}>{currency}</div>
        ))}
      </td>
      <td className="r per-ccy">
        {cycle.totals.map(of => (
          <div key={of.currency}>
            <Digits of={of} /> <Code of={of.currency} />
          </div>
        ))}
      </td>
      <td className="r t2 per-ccy">
        {cycle.totals.map(({ currency }) => (
          <div key={currency}>
            <Digits of={sumIn(cycle.paid, currency)} /> <Code of={currency} />
          </div>
        ))}
      </td>
      <td className="r per-ccy">
        {cycle.left.map(of => (
          <div key={of.currency} className={leftClass(of, cycle)}>
            <Digits of={of} /> <Code of={of.currency} />
          </div>
        ))}
      </td>
      <td className="per-ccy">
        <CycleStatus status={cycle.status} />
        {cycle.paid_contractors > 0 && left && (
          <div className="mt4">
            <ProgressBar
              label={t('paidBar')}
              value={cycle.paid_contractors}
              max={cycle.contractors}
            />
          </div>
        )}
        <div className="meta t3 mt2">
          {t('paidOf', { paid: cycle.paid_contractors, contractors: cycle.contractors })}
        </div>
        <div className={cx('meta mt2', late > 0 ? 'err' : 't3')}>{says(cycle.pay_states)}</div>
        <GivenBack of={cycle.given_back} />
      </td>
      <td className="r">
        <Toggle open={open} cycle={cycle} onToggle={() => setOpen(!open)} />
      </td>
    </Row>
  )
}

/** The currency beside its figure, where a row is a card and has no column of currencies. */
function Code({ of }: { of: string }) {
  return (
    <span className="ccy" aria-hidden>
      {of}
    </span>
  )
}

/** Nothing left is grey, what is late or short amber, the rest bold. */
function leftClass({ amount_in_smallest_unit: left }: WireMoney, cycle: OperatorCycle): string {
  if (left === 0) return 't3'
  return cycle.pay_states.some(({ tone }) => tone === 'WRONG') ? 'warn w6' : 'w6'
}

function Toggle({
  open,
  cycle,
  onToggle,
}: {
  open: boolean
  cycle: OperatorCycle
  onToggle: () => void
}) {
  const t = useTranslations('payroll.employerCycles')
  return (
    <IconButton
      icon={open ? 'chevron-up' : 'chevron-down'}
      size="xs"
      label={t(open ? 'hide' : 'show', { period: periodText(cycle.start_date, cycle.end_date) })}
      aria-expanded={open}
      onClick={onToggle}
    />
  )
}
