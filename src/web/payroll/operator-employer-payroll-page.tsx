import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LINE_ITEM_STATUSES } from '#domain/payroll/line-item.ts'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { MoneyStack } from '#web/parts/money.tsx'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { periodText, shortDate } from '#web/parts/times.ts'
import { SimulatedNote } from '#web/payments/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { CalendarGaps } from './parts/calendar-gaps.tsx'
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
  const open = cycles.filter(cycle => cycle.status === 'APPROVED').length
  return (
    <>
      <PageHead
        crumbs={[{ label: t('employers'), href: '/operations/employers' }, { label: domain }]}
        title={t('open', { count: open })}
        lead={<bdi>{domain}</bdi>}
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
        // Both are there: whoever turns a tablet keeps what they opened and what they are asked.
        <>
          <div className="only-wide">
            <CycleTable domain={domain} cycles={cycles} />
          </div>
          <ul className="only-narrow card clip rows first">
            {cycles.map(cycle => (
              <CycleCard key={cycle.cycle_uuid} domain={domain} cycle={cycle} />
            ))}
          </ul>
        </>
      )}
      <div className="page-note">
        <SimulatedNote />
      </div>
    </>
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
  const [open, setOpen] = useState(false)
  return (
    <Row
      onOpen={() => setOpen(!open)}
      detail={open && <OperatorCycleItems domain={domain} cycle={cycle} />}
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

function CycleCard({ domain, cycle }: OfCycle) {
  const t = useTranslations('payroll.employerCycles')
  const [open, setOpen] = useState(false)
  return (
    <li className="stack g8">
      <div className="row g12 between top">
        <div>
          <div className="w5">{periodText(cycle.start_date, cycle.end_date)}</div>
          <div className="meta t3">
            {t.rich('policy', {
              name: () => <bdi>{cycle.policy_label}</bdi>,
              date: shortDate(cycle.pay_date),
            })}
          </div>
        </div>
        <CycleStatus status={cycle.status} />
      </div>
      <div className="row g12 between">
        <span className="meta t2">{t('people', { count: cycle.contractors })}</span>
        <span className="row g8">
          <span className="r">
            <MoneyStack of={cycle.totals} strong />
          </span>
          <Toggle open={open} cycle={cycle} onToggle={() => setOpen(!open)} />
        </span>
      </div>
      {open && <OperatorCycleItems domain={domain} cycle={cycle} />}
    </li>
  )
}
