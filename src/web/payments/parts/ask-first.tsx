import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import type { OperatorPayment } from '../queries.ts'
import { paymentName } from './payment-row-parts.tsx'

/** Of what waits for a word about a small first payment: has its contractor asked once more, or says when they were. */
export function AskFirst({ payment }: { payment: OperatorPayment }) {
  const t = useTranslations('payments.payment')
  const ask = useCall('askFirstPayment', {
    refresh: ['listUnpaid'],
    onSuccess: () =>
      openAlert(t('askedFirst', { name: payment.contractor_name }), { severity: 'success' }),
  })
  const { payment_uuid: id, asked_first_at: asked, allowed_actions } = payment
  const may = allowed_actions.includes('ask_first')
  if (!may && !asked) return null
  return (
    <div className="row g8 wrap">
      {asked && <span className="meta t3">{t('askedFirstAt', { at: atTime(asked) })}</span>}
      {may && (
        <Button
          variant="secondary"
          size="sm"
          icon="mail"
          loading={ask.isPending}
          aria-label={t('askFirstOf', { payment: paymentName(payment) })}
          onClick={() => ask.mutate({ params: { id } })}
        >
          {t('askFirst')}
        </Button>
      )}
    </div>
  )
}
