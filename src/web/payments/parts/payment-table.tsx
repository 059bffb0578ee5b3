import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Identity } from '#web/ui/identity.tsx'
import { Row, TableCard, Th } from '#web/ui/table.tsx'
import type { OperatorPayment } from '../queries.ts'
import { AskFirst } from './ask-first.tsx'
import { type OnChain, useOnChain } from './on-chain.tsx'
import { OnItsWay, PaidBy } from './operator-on-chain.tsx'
import {
  PaymentAmount,
  PaymentState,
  PaymentTarget,
  paymentName,
  WhyNot,
} from './payment-row-parts.tsx'
import type { Selection } from './use-selection.ts'

/** Payments as a table; rows can be chosen, and what is in the way of one stands under it. */
export function PaymentTable({
  payments,
  selection,
  actions,
  onRetry,
  onReturn,
}: {
  payments: readonly OperatorPayment[]
  selection?: Selection | undefined
  actions?: ReactNode
  onRetry?: ((payment: OperatorPayment) => void) | undefined
  onReturn?: ((payment: OperatorPayment) => void) | undefined
}) {
  const t = useTranslations('payments.payment')
  const tWork = useTranslations('payments.work')
  const onChain = useOnChain(payments)
  return (
    <TableCard
      label={t('table')}
      columns={6}
      minWidth={900}
      selection={
        selection && {
          count: selection.chosen.length,
          total: payments.length,
          onAll: selection.all,
          actions,
        }
      }
      head={
        <>
          <Th>{t('columns.contractor')}</Th>
          <Th>{t('columns.to')}</Th>
          <Th>{t('columns.payDate')}</Th>
          <Th end>{t('columns.amount')}</Th>
          <Th>{t('columns.status')}</Th>
          <Th hidden>{t('columns.actions')}</Th>
        </>
      }
    >
      {payments.map(payment => (
        <Row
          key={payment.payment_uuid}
          {...(selection
            ? {
                selected: selection.has(payment),
                onSelect: (on: boolean) => selection.toggle(payment, on),
                name: paymentName(payment),
              }
            : {})}
          note={noteOf(payment, onChain(payment.payment_uuid))}
        >
          <td>
            <Identity name={payment.contractor_name} second={<bdi>{payment.company_name}</bdi>} />
          </td>
          <td>
            <PaymentTarget payment={payment} />
            <div className="meta t3">
              <PaidBy payment={payment} onChain={onChain(payment.payment_uuid)} />
            </div>
          </td>
          <td className="nowrap">{shortDate(payment.pay_date)}</td>
          <td className="r">
            <PaymentAmount payment={payment} />
          </td>
          <td>
            <PaymentState payment={payment} />
          </td>
          <td className="r">
            {onReturn && payment.allowed_actions.includes('return') && (
              <Button
                variant="text"
                size="sm"
                aria-label={tWork('actionOf', {
                  action: tWork('actions.return'),
                  name: paymentName(payment),
                })}
                onClick={() => onReturn(payment)}
              >
                {tWork('actions.return')}
              </Button>
            )}
            {onRetry && payment.allowed_actions.includes('retry') && (
              <Button
                variant="secondary"
                size="sm"
                icon="refresh"
                aria-label={t('retryOf', { payment: paymentName(payment) })}
                onClick={() => onRetry(payment)}
              >
                {t('retry')}
              </Button>
            )}
          </td>
        </Row>
      ))}
    </TableCard>
  )
}

function noteOf(payment: OperatorPayment, onChain: OnChain | undefined): ReactNode {
  const { blockers, failure_reason, status } = payment
  const onItsWay = onChain && status !== 'SETTLED'
  if (blockers.length === 0 && !failure_reason && !onItsWay) return undefined
  return (
    <div className="stack g8">
      <WhyNot payment={payment} />
      <OnItsWay payment={payment} onChain={onChain} />
      <AskFirst payment={payment} />
    </div>
  )
}
