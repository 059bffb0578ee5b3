import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAY_CODES } from '#domain/payments/pay-words.ts'
import { LINE_ITEM_STATUSES } from '#domain/payroll/line-item.ts'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { MoneyStack } from '#web/parts/money.tsx'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { periodText, shortDate } from '#web/parts/times.ts'
import { SimulatedNote } from '#web/payments/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { CalendarGaps } from './parts/calendar-gaps.tsx'
import { EvidenceButton } from './parts/evidence-button.tsx'
import { type OperatorCycle, OperatorCycleItems } from './parts/operator-cycle-items.tsx'
import '#web/parts/parts.css'

const TONES: Readonly<Record<string, Tone>> = {
  PENDING_APPROVAL: 'hollow',
  APPROVED: 'run',
  PAID: 'ok',
}

/** An employer's pay cycles as operators see them: what is owed and what is paid, per currency. */
export function OperatorEmployerPayrollPage() {
  const t = useTranslations('payroll.employerCycles')
  const employerDomain = useParam('employerDomain')
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
        {cycles => <Cycles domain={employerDomain} cycles={cycles} />}
      </QueryView>
    </Page>
  )
}

function Cycles({ domain, cycles }: { domain: string; cycles: readonly OperatorCycle[] }) {
  const t = useTranslations('payroll.employerCycles')
  const says = useStates()
  const states = says(cycles.flatMap(({ pay_states }) => pay_states))
  const late = Math.max(0, ...cycles.map(daysLateOf))
  return (
    <>
      <PageHead
        crumbs={[{ label: t('employers'), href: '/operations/employers' }, { label: domain }]}
        title={states === '' ? t('quiet') : t('states', { states })}
        lead={<span>{t.rich('of', { late, domain: () => <bdi>{domain}</bdi> })}</span>}
        wrong={late > 0}
        actions={
          <LinkButton
            variant="secondary"
            href={`/operations/transactions?search=${encodeURIComponent(domain)}`}
          >
            {t('payments')}
          </LinkButton>
        }
      />
      <CalendarGaps domain={domain} />
      {cycles.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <CycleTable domain={domain} cycles={cycles} />
      )}
      <div className="page-note">
        <SimulatedNote />
      </div>
    </>
  )
}

/** What does not wait for anybody: it has its day, or is over. */
const CALM = ['PLANNED', 'ARRIVED']

function daysLateOf({ pay_states }: OperatorCycle): number {
  return Math.max(0, ...pay_states.map(({ tone, days_late }) => (tone === 'WRONG' ? days_late : 0)))
}

/** Says how many pays stand where, the worst first; nothing where all is planned or has arrived. */
function useStates(): (states: OperatorCycle['pay_states']) => string {
  const t = useTranslations('payroll.pay.operator')
  return states => {
    const told = states.filter(({ state }) => !CALM.includes(state))
    const byCode = Map.groupBy(told, ({ says }) => says.code)
    return PAY_CODES.flatMap(code => {
      const own = byCode.get(code) ?? []
      const count = own.reduce((sum, one) => sum + one.count, 0)
      return count > 0 ? t(`${code}.brief`, { count }) : []
    }).join(', ')
  }
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
      columns={7}
      minWidth={840}
      head={
        <>
          <Th width={236}>{t('columns.period')}</Th>
          <Th width={104}>{t('columns.payDate')}</Th>
          <Th end width={96}>
            {t('columns.contractors')}
          </Th>
          <Th end>{t('columns.owed')}</Th>
          <Th end>{t('columns.paid')}</Th>
          <Th width={148}>{t('columns.status')}</Th>
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
  const [open, setOpen] = useState(false)
  return (
    <Row
      onOpen={() => setOpen(!open)}
      detail={
        open && (
          <>
            <OperatorCycleItems domain={domain} cycle={cycle} />
            <EvidenceButton cycle={cycle} />
          </>
        )
      }
    >
      <td>
        <div className="w5">{periodText(cycle.start_date, cycle.end_date)}</div>
        <div className="meta t3">
          <bdi>{cycle.policy_label}</bdi>
        </div>
      </td>
      <td className="nowrap">{shortDate(cycle.pay_date)}</td>
      <td className="r">{cycle.contractors.toLocaleString('en-US')}</td>
      <td className="r">
        <div className="tall">
          <MoneyStack of={cycle.totals} strong />
        </div>
      </td>
      <td className="r t2">
        {cycle.paid.length > 0 ? <MoneyStack of={cycle.paid} /> : t('nothing')}
      </td>
      <td>
        <CycleStatus status={cycle.status} />
        <div className={cx('meta mt2', daysLateOf(cycle) > 0 ? 'err' : 't3')}>
          {says(cycle.pay_states)}
        </div>
      </td>
      <td className="r">
        <Toggle open={open} cycle={cycle} onToggle={() => setOpen(!open)} />
      </td>
    </Row>
  )
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
