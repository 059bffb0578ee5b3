import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { LINE_ITEM_STATUSES } from '#domain/payroll/line-item.ts'
import { useHeld, useMay } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CycleTable, type Root } from './parts/cycle-table.tsx'
import { CycleHead, wrongCycles } from './parts/cycle-words.tsx'
import type { CycleRow } from './parts/pay-chips.tsx'

/** The pay cycles: those that run and come next, or those that are over. */
export function EmployerCyclesPage() {
  const t = useTranslations('payroll.cycles')
  const root: Root = useAddress().path.startsWith('/employer/payroll-historical')
    ? 'payroll-historical'
    : 'payroll-run'
  const view = root === 'payroll-run' ? 'run' : 'historical'
  const paging = usePaging()
  const cycles = useQuery({
    ...query('listCycles', {
      query: { view, ...paging.query },
    }),
    placeholderData: keepPreviousData,
  })
  const { data } = cycles
  return (
    <Page>
      <Head rows={data?.items} root={root} />
      {cycles.error && !data ? (
        <LoadProblem problem={cycles.error} onRetry={() => void cycles.refetch()} />
      ) : data?.items.length === 0 ? (
        <Nothing root={root} />
      ) : (
        <CycleTable rows={data?.items} root={root} busy={cycles.isPlaceholderData} />
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('shown')}
          loading={cycles.isPlaceholderData}
        />
      )}
      {data && <MorePayroll />}
      <SimulatedNote />
    </Page>
  )
}

function Head({ rows, root }: { rows: readonly CycleRow[] | undefined; root: Root }) {
  const t = useTranslations('payroll.cycles')
  if (root === 'payroll-historical')
    return <PageHead title={t('past.title')} lead={t('past.lead')} />
  const actions = <OffCycle />
  const [wrong] = wrongCycles(rows ?? [])
  if (wrong) return <CycleHead row={wrong} actions={actions} />
  const waiting = (rows ?? []).filter(row => row.waiting.count > 0)
  const [next] = waiting
  if (!rows) return <PageHead title={t('title')} actions={actions} />
  const open = rows.find(({ pay_state }) => pay_state && pay_state.state !== 'ARRIVED')
  if (!next && open?.pay_state)
    return <CycleHead row={{ ...open, pay_state: open.pay_state }} actions={actions} />
  if (!next)
    return <PageHead title={t('nothing.title')} lead={t('nothing.lead')} actions={actions} />
  const date = formatDateLong(next.pay_date)
  return (
    <PageHead
      actions={actions}
      title={
        next.waiting.totals.length === 1
          ? t.rich('amountToApprove', {
              amount: () => <MoneyList of={next.waiting.totals} />,
              date,
            })
          : t('peopleToApprove', { kind: next.kind, count: next.waiting.count, date })
      }
      lead={
        next.to_send.length > 0 ? (
          <span>{t.rich('lacks', { amount: () => <MoneyList of={next.to_send} strong /> })}</span>
        ) : next.on_its_way.length > 0 ? (
          <span>
            {t.rich('announced', { amount: () => <MoneyList of={next.on_its_way} strong /> })}
          </span>
        ) : (
          t(next.short.length > 0 ? 'unverified' : 'covered', { count: waiting.length })
        )
      }
    />
  )
}

/** Leads to pay outside of the calendar, for whom it is. */
function OffCycle() {
  const t = useTranslations('payroll.cycles')
  const may = useMay()('submitPaymentBatch')
  // While a step comes first it is no way to anywhere.
  const held = useHeld()('submitPaymentBatch')
  if (!may || held) return null
  return (
    <LinkButton variant="secondary" icon="plus" href="/employer/payroll-run/off-cycle">
      {t('offCycle')}
    </LinkButton>
  )
}

function Nothing({ root }: { root: Root }) {
  const t = useTranslations('payroll.cycles')
  if (root === 'payroll-historical')
    return <EmptyState title={t('past.empty.title')}>{t('past.empty.text')}</EmptyState>
  return (
    <EmptyState
      title={t('empty.title')}
      actions={<LinkButton href="/employer/payroll-setup">{t('empty.action')}</LinkButton>}
    >
      {t('empty.text')}
    </EmptyState>
  )
}

/** Every cycle of one status, wherever else it is listed. */
function MorePayroll() {
  const t = useTranslations('payroll.morePayroll')
  const tStatus = useTranslations('payroll.status')
  return (
    <nav aria-label={t('label')} className="row g12 wrap meta mt20">
      <span className="t3">{t('label')}</span>
      {LINE_ITEM_STATUSES.map(status => (
        <Link key={status} href={`/employer/payroll-run/morePayroll/${status}`}>
          {tStatus(status)}
        </Link>
      ))}
      <Link href="/employer/payroll/upcoming">{t('upcoming')}</Link>
    </nav>
  )
}
