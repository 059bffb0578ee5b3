import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { Reference } from '#web/parts/reference.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { OperatorPayment } from '../queries.ts'
import { Confirmations, type OnChain, Transaction } from './on-chain.tsx'
import { paymentName } from './payment-row-parts.tsx'

/** By which transaction a payment of operators is paid, or what its bank calls it. */
export function PaidBy({
  payment: { reference },
  onChain,
}: {
  payment: OperatorPayment
  onChain: OnChain | undefined
}) {
  if (onChain?.transaction) return <Transaction of={onChain} />
  return reference ? <Reference of={reference} /> : null
}

/** Of what operators sent by a chain, how far it is, until it has arrived. */
export function OnItsWay({
  payment,
  onChain,
}: {
  payment: OperatorPayment
  onChain: OnChain | undefined
}) {
  if (!onChain || payment.status === 'SETTLED') return null
  return (
    <Confirmations of={onChain}>
      <RaiseFee of={onChain} name={paymentName(payment)} />
    </Confirmations>
  )
}

/** What it pays its network, for who may raise that. */
function RaiseFee({ of, name }: { of: OnChain; name: string }) {
  const t = useTranslations('payments.chain')
  const [asking, setAsking] = useState(false)
  const { payment_uuid: id, fee_rate, fee_rate_now: now } = of
  const raise = useCall('raiseFee', {
    refresh: ['listOnChain'],
    onSuccess: (_answer, { body }) => {
      setAsking(false)
      openAlert(t('raise.done', { now: body.fee_rate }), { severity: 'success' })
    },
  })
  if (!of.allowed_actions.includes('raise_fee') || fee_rate === null || now === null) return null
  return (
    <>
      <span className="t3">{t('fee', { rate: fee_rate, now })}</span>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('raise.of', { payment: name })}
        onClick={() => setAsking(true)}
      >
        {t('raise.verb')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('raise.title')}
        verb={t('raise.verb')}
        dismiss={t('raise.keep')}
        loading={raise.isPending}
        onConfirm={() => raise.mutate({ params: { id }, body: { fee_rate: now } })}
        onClose={() => setAsking(false)}
      >
        {t('raise.text', { rate: fee_rate, now })}
      </ConfirmDialog>
    </>
  )
}
