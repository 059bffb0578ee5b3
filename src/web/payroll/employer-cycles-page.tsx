import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyList, MoneyStack } from '#web/parts/money.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { shortRange } from '#web/parts/times.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { Coverage } from './parts/coverage.tsx'
import { DateTile } from './parts/date-tile.tsx'
import { type CycleRow, cyclePath, PayChip } from './parts/pay-chips.tsx'
import { WrongHead, wrongCycles } from './parts/wrong-words.tsx'

type Root = 'payroll-run' | 'payroll-historical'

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
      {cycles.error && !data && (
        <LoadProblem problem={cycles.error} onRetry={() => void cycles.refetch()} />
      )}
      {data?.items.length === 0 ? (
        <Nothing root={root} />
      ) : (
        <Table rows={data?.items} root={root} busy={cycles.isPlaceholderData} />
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
      <SimulatedNote />
    </Page>
  )
}

function Head({ rows, root }: { rows: readonly CycleRow[] | undefined; root: Root }) {
  const t = useTranslations('payroll.cycles')
  if (root === 'payroll-historical')
    return <PageHead title={t('past.title')} lead={t('past.lead')} />
  const [wrong] = wrongCycles(rows ?? [])
  if (wrong) return <WrongHead row={wrong} />
  const waiting = (rows ?? []).filter(row => row.status === 'PENDING_APPROVAL')
  const [next] = waiting
  if (!rows) return <PageHead title={t('title')} />
  if (!next) return <PageHead title={t('nothing.title')} lead={t('nothing.lead')} />
  const date = formatDateLong(next.pay_date)
  return (
    <PageHead
      title={
        next.totals.length === 1
          ? t.rich('amountToApprove', { amount: () => <MoneyList of={next.totals} />, date })
          : t('peopleToApprove', { count: next.contractors, date })
      }
      lead={
        next.to_send.length > 0 ? (
          <span>{t.rich('lacks', { amount: () => <MoneyList of={next.to_send} strong /> })}</span>
        ) : next.on_its_way.length > 0 ? (
          <span>
            {t.rich('announced', { amount: () => <MoneyList of={next.on_its_way} strong /> })}
          </span>
        ) : (
          t('covered', { count: waiting.length })
        )
      }
    />
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

function Table({
  rows,
  root,
  busy,
}: {
  rows: readonly CycleRow[] | undefined
  root: Root
  busy: boolean
}) {
  const t = useTranslations('payroll.cycles')
  if (useNarrow() && rows)
    return (
      <Card>
        <ul className="list-rows pay-list">
          {rows.map(row => (
            <CycleCard key={`${row.policy_uuid} ${row.end_date}`} row={row} root={root} />
          ))}
        </ul>
      </Card>
    )
  return (
    <TableCard
      label={t('table')}
      columns={5}
      minWidth={820}
      busy={busy}
      head={
        <>
          <Th>{t('columns.payDate')}</Th>
          <Th>{t('columns.contractors')}</Th>
          <Th end>{t('columns.amount')}</Th>
          <Th>{t('columns.status')}</Th>
          <Th hidden>{t('columns.action')}</Th>
        </>
      }
    >
      {rows ? (
        rows.map(row => (
          <CycleLine key={`${row.policy_uuid} ${row.end_date}`} row={row} root={root} />
        ))
      ) : (
        <SkeletonRows columns={5} rows={5} />
      )}
    </TableCard>
  )
}

function CycleLine({ row, root }: { row: CycleRow; root: Root }) {
  const t = useTranslations('payroll.cycles')
  const go = useGo()
  const path = row.cycle_uuid ? cyclePath(root, row) : undefined
  return (
    <Row {...(path ? { onOpen: () => go(path) } : {})}>
      <td>
        <div className="row g12">
          <DateTile date={row.pay_date} late={row.pay_state?.tone === 'WRONG'} />
          <div>
            <div className="w5">
              {path ? <Link href={path}>{row.policy_label}</Link> : row.policy_label}
            </div>
            <div className="meta t3">{shortRange(row.start_date, row.end_date)}</div>
          </div>
        </div>
      </td>
      <td className="nowrap">{t('people', { count: row.contractors })}</td>
      <td className="r">
        <div className="tall">
          <MoneyStack of={row.totals} strong />
          <div className="meta nowrap">
            <Coverage row={row} />
          </div>
        </div>
      </td>
      <td>
        <PayChip status={row.status} />
      </td>
      <td className="r">
        <Action row={row} path={path} />
      </td>
    </Row>
  )
}

/** The same as a row, for narrow screens. */
function CycleCard({ row, root }: { row: CycleRow; root: Root }) {
  const t = useTranslations('payroll.cycles')
  const path = row.cycle_uuid ? cyclePath(root, row) : undefined
  return (
    <li>
      <div className="head-line">
        <div className="row g12 top">
          <DateTile date={row.pay_date} late={row.pay_state?.tone === 'WRONG'} />
          <div>
            <div className="w5">
              {path ? <Link href={path}>{row.policy_label}</Link> : row.policy_label}
            </div>
            <div className="meta t3">{t('people', { count: row.contractors })}</div>
          </div>
        </div>
        <div className="r">
          <MoneyStack of={row.totals} strong />
        </div>
      </div>
      <div className="row between g8 wrap meta">
        <PayChip status={row.status} />
        <Coverage row={row} />
      </div>
      <Action row={row} path={path} />
    </li>
  )
}

function Action({ row, path }: { row: CycleRow; path: string | undefined }) {
  const t = useTranslations('payroll.cycles')
  const go = useGo()
  const open = useCall('openCycle', {
    refresh: ['listCycles'],
    onSuccess: opened => go(cyclePath('payroll-run', opened)),
  })
  if (row.allowed_actions.includes('open'))
    return (
      <Button
        variant="secondary"
        size="sm"
        loading={open.isPending}
        onClick={() =>
          open.mutate({
            params: { policy_uuid: row.policy_uuid },
            body: { end_date: row.end_date },
          })
        }
      >
        {t('open')}
      </Button>
    )
  if (path && row.allowed_actions.includes('approve'))
    return (
      <LinkButton variant="secondary" size="sm" href={path}>
        {t('review')}
      </LinkButton>
    )
  return null
}
