import { useTranslations } from 'use-intl'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyStack } from '#web/parts/money.tsx'
import { shortRange } from '#web/parts/times.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { Coverage } from './coverage.tsx'
import { DateTile } from './date-tile.tsx'
import { type CycleRow, cyclePath, PayChip } from './pay-chips.tsx'

/** Below which of the two lists a cycle's page stands. */
export type Root = 'payroll-run' | 'payroll-historical'

/** Pay cycles with their date, people, sum and status; `rows` undefined while they come. */
export function CycleTable({
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
      <td className="nowrap">{t('people', { kind: row.kind, count: row.contractors })}</td>
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
    <li className={path && 'opens'}>
      <div className="head-line">
        <div className="row g12 top">
          <DateTile date={row.pay_date} late={row.pay_state?.tone === 'WRONG'} />
          <div>
            <div className="w5">
              {path ? <Link href={path}>{row.policy_label}</Link> : row.policy_label}
            </div>
            <div className="meta t3">{t('people', { kind: row.kind, count: row.contractors })}</div>
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
