import { useTranslations } from 'use-intl'
import { shortDate } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { MendAction, OperatorPayment } from '../queries.ts'
import { AskFirst } from './ask-first.tsx'
import { useOnChain } from './on-chain.tsx'
import { OnItsWay, PaidBy } from './operator-on-chain.tsx'
import {
  PaymentAmount,
  PaymentState,
  PaymentTarget,
  paymentName,
  WhyNot,
} from './payment-row-parts.tsx'
import { SelectedActions } from './selected-actions.tsx'
import type { Selection } from './use-selection.ts'

/** Payments for phones: a card each, with the same choices as the table. */
export function PaymentCards({
  payments,
  selection,
  onRetry,
  onReturn,
  onMend = () => {},
}: {
  payments: readonly OperatorPayment[]
  selection?: Selection | undefined
  onRetry?: ((payment: OperatorPayment) => void) | undefined
  onReturn?: ((payment: OperatorPayment) => void) | undefined
  onMend?: (action: MendAction, payments: readonly OperatorPayment[]) => void
}) {
  const t = useTranslations('payments.payment')
  const tWork = useTranslations('payments.work')
  const count = selection?.chosen.length ?? 0
  const onChain = useOnChain(payments)
  return (
    <>
      {selection && count > 0 && (
        <div className="card pad row g8 wrap" style={{ marginBottom: 12 }}>
          <span className="w6 grow" role="status">
            {t('selected', { count })}
          </span>
          <SelectedActions selection={selection} onMend={onMend} />
        </div>
      )}
      <ul className="card clip rows first">
        {payments.map(payment => (
          <li key={payment.payment_uuid} className="stack g8">
            <div className="row g12 top">
              {selection && (
                <Checkbox
                  aria-label={t('select', { payment: paymentName(payment) })}
                  checked={selection.has(payment)}
                  onChange={event => selection.toggle(payment, event.target.checked)}
                />
              )}
              <div className="grow">
                <div className="w5">
                  <bdi>{payment.contractor_name}</bdi>
                </div>
                <div className="meta t3">
                  {t.rich('of', {
                    company: () => <bdi>{payment.company_name}</bdi>,
                    date: shortDate(payment.pay_date),
                  })}
                </div>
              </div>
              <div className="r">
                <PaymentAmount payment={payment} />
              </div>
            </div>
            <div className="row g12 between wrap">
              <span className="meta t2">
                <PaymentTarget payment={payment} />
                <span className="cap t3">
                  <PaidBy payment={payment} onChain={onChain(payment.payment_uuid)} />
                </span>
              </span>
              <PaymentState payment={payment} />
            </div>
            <WhyNot payment={payment} />
            <OnItsWay payment={payment} onChain={onChain(payment.payment_uuid)} />
            <AskFirst payment={payment} />
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
                icon="refresh"
                aria-label={t('retryOf', { payment: paymentName(payment) })}
                onClick={() => onRetry(payment)}
              >
                {t('retry')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
