import { useTranslations } from 'use-intl'
import { isWrong } from '#domain/payments/lost.ts'
import { hasNotLeft } from '#domain/payments/payment.ts'
import { query } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { dayText } from '#web/parts/times.ts'
import type { PaymentPart, Payslip } from '#web/payments/shared.tsx'
import {
  arriving,
  difference,
  isLate,
  PaymentStatusChip,
  usePartWords,
} from '#web/payments/shared.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

const SHOWN = 6

interface Delivery {
  readonly id: string
  readonly payslip: Payslip
  readonly part: PaymentPart
}

function deliveries(payslips: readonly Payslip[]): Delivery[] {
  return payslips
    .flatMap(payslip =>
      payslip.parts
        .filter(part => part.promised !== null)
        .map(part => ({ id: `${payslip.payslip_uuid} ${part.label}`, payslip, part })),
    )
    .slice(0, SHOWN)
}

/** The last payments with what was promised and what was delivered, each difference said; before the first, that it follows. */
export function PromisedAndDelivered() {
  const t = useTranslations('dashboard.delivered')
  return (
    <QueryView
      of={query('listPayslips', { query: { limit: String(SHOWN) } })}
      skeleton={<CardSkeleton height={286} />}
    >
      {({ items }) => {
        const rows = deliveries(items)
        if (rows.length === 0)
          return (
            <Card title={t('title')} pad>
              <p className="meta t2">{t('empty')}</p>
            </Card>
          )
        return (
          <>
            <div className="only-wide">
              <DeliveryTable rows={rows} />
            </div>
            <div className="only-narrow">
              <DeliveryList rows={rows} />
            </div>
          </>
        )
      }}
    </QueryView>
  )
}

function Difference({ part }: { part: PaymentPart }) {
  const t = useTranslations('dashboard.delivered')
  const money = difference(part)
  if (!money) return <span className="t3">{part.failure_reason ?? t('notYet')}</span>
  if (money.amount_in_smallest_unit === 0) return <span className="t3">{t('none')}</span>
  return (
    <>
      <span className="warn w5">
        <MoneyAmount of={money} signed />
      </span>
      {part.note && <span className="t2"> {part.note}</span>}
    </>
  )
}

/** Where a part is that did not arrive: what failed or came back is on no way. */
function NotThere({ part: { status } }: { part: PaymentPart }) {
  const t = useTranslations('dashboard.delivered')
  if (isWrong(status)) return <PaymentStatusChip status={status} />
  const ahead = status === null || hasNotLeft(status)
  return <span className="t2">{t(ahead ? 'notSent' : 'onItsWay')}</span>
}

function DeliveryTable({ rows }: { rows: readonly Delivery[] }) {
  const t = useTranslations('dashboard.delivered')
  const words = usePartWords()
  return (
    <TableCard
      label={t('title')}
      columns={6}
      density="tight"
      minWidth={760}
      top={
        <CardHead note={<Link href="/contractor/reports">{t('all')}</Link>}>{t('title')}</CardHead>
      }
      head={
        <>
          <Th>{t('columns.payDate')}</Th>
          <Th>{t('columns.to')}</Th>
          <Th end>{t('columns.promised')}</Th>
          <Th end>{t('columns.delivered')}</Th>
          <Th>{t('columns.difference')}</Th>
          <Th end>{t('columns.arrived')}</Th>
        </>
      }
    >
      {rows.map(({ id, payslip, part }) => {
        return (
          <Row key={id}>
            <td className="nowrap">{dayText(payslip.pay_date)}</td>
            <td className="t2 nowrap">
              <bdi>{part.label}</bdi>
            </td>
            <td className="r t2">{part.promised && <MoneyAmount of={part.promised} />}</td>
            <td className="r">{part.delivered && <MoneyAmount of={part.delivered} strong />}</td>
            <td>
              <Difference part={part} />
            </td>
            <td className={cx('r nowrap', isLate(part) ? 'warn w5' : 't2')}>
              {words.arrival(part) ?? <NotThere part={part} />}
            </td>
          </Row>
        )
      })}
    </TableCard>
  )
}

function DeliveryList({ rows }: { rows: readonly Delivery[] }) {
  const t = useTranslations('dashboard.delivered')
  const words = usePartWords()
  return (
    <Card title={t('title')} pad>
      <ul className="plain-rows">
        {rows.map(({ id, payslip, part }) => {
          const money = difference(part)
          const asPromised = money?.amount_in_smallest_unit === 0
          return (
            <li key={id} className="row g12 between top">
              <div>
                <MoneyAmount of={arriving(part)} strong />
                <div className="meta t3 mt2">
                  {words.arrivedAt(part, dayText(payslip.pay_date))}
                </div>
              </div>
              <div className="r meta w5">
                {asPromised ? (
                  <span className={isLate(part) ? 'warn' : 'ok'}>
                    {t(isLate(part) ? 'asPromisedLate' : 'asPromised')}
                  </span>
                ) : money ? (
                  <span className="warn">
                    <MoneyAmount of={money} signed />
                    {part.note && <span className="t2 w5"> {part.note}</span>}
                  </span>
                ) : (
                  <NotThere part={part} />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
