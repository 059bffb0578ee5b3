import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { isWrong } from '#domain/payments/lost.ts'
import { useToday } from '#web/kernel/me.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
import { Figures } from '#web/ui/amount.tsx'
import { Say } from '#web/ui/say.tsx'
import type { OperatorPayment } from '../queries.ts'
import { BlockerList, ByHandTag, PaymentStatusChip, SimulatedTag, useReason } from '../shared.tsx'
import { NetworkIcon } from './network.tsx'

/** A payment's status, and the tag of a simulated one. */
export function PaymentState({ payment }: { payment: OperatorPayment }) {
  const t = useTranslations('payments.payment')
  const today = useToday()
  const { status, pay_date } = payment
  const ahead = status === 'SCHEDULED' && pay_date >= today
  return (
    <span className="stack g4">
      <span className="row g4 wrap">
        <PaymentStatusChip status={status} />
        {payment.simulated && <SimulatedTag />}
        <ByHandTag of={payment} />
      </span>
      {ahead && (
        <span className="meta t3 nowrap">
          {pay_date === today ? t('leavesToday') : t('leaves', { date: shortDate(pay_date) })}
        </span>
      )}
    </span>
  )
}

/** Where a payment goes, with the network's mark. */
export function PaymentTarget({ payment }: { payment: OperatorPayment }) {
  const t = useTranslations('payments.payment')
  return (
    <span className="row g8">
      <span className="t3">
        <NetworkIcon network={payment.network} />
      </span>
      <bdi className="cut">{payment.destination_account || t('noDestination')}</bdi>
    </span>
  )
}

/** What arrives, and in the second line what leaves where that is another currency. */
export function PaymentAmount({ payment }: { payment: OperatorPayment }) {
  const { amount, source } = payment
  const converted = amount !== null && amount.currency !== source.currency
  return (
    <>
      <MoneyAmount of={amount ?? source} strong />
      {converted && (
        <div className="meta t3">
          <MoneyAmount of={source} size="sm" />
        </div>
      )}
    </>
  )
}

const WORDS = { UNKNOWN: 'lost', RETURNED: 'returned', FAILED: 'failed' } as const

/** Why a payment is not paid: its failure, and every blocker behind one line that opens; nothing when nothing is. */
export function WhyNot({ payment }: { payment: OperatorPayment }) {
  const t = useTranslations('payments.payment')
  const reasonOf = useReason()
  const { blockers, failure_reason: failure, status } = payment
  const wrong = failure && isWrong(status)
  if (!wrong && blockers.length === 0) return null
  const [first] = blockers
  return (
    <div className="stack g8">
      {wrong && (
        <Say kind="blocked" word={t(WORDS[status])}>
          <bdi>{failure}</bdi>
        </Say>
      )}
      {first && (
        <details>
          <summary className="meta">
            <span className="w5">{t('why')}</span>{' '}
            <bdi className="t2">
              <Figures text={reasonOf(first)} />
            </bdi>
            {blockers.length > 1 && (
              <span className="t3"> {t('more', { count: blockers.length - 1 })}</span>
            )}
          </summary>
          <div className="mt8">
            <BlockerList blockers={blockers} reader="operator" />
          </div>
        </details>
      )}
    </div>
  )
}

/** What a screen reader hears for a payment's checkbox. */
export function paymentName(payment: OperatorPayment): string {
  return `${payment.contractor_name}, ${payment.destination_account}, ${formatDate(payment.pay_date)}`
}
