import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { newUuid } from '#web/kernel/env.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { decimalOf, MoneyAmount } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { typedMoney, useAmountProblem } from '#web/parts/typed-money.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { type Invoice, STALE } from './invoice-form.ts'

/** What the client paid and what was given back so far, and the way to write down more of it. */
export function PaymentsCard({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.payments')
  const [adding, setAdding] = useState<'payment' | 'refund'>()
  const { payments, invoice_uuid: id, allowed_actions: allowed, said_sent: said } = invoice
  const remove = useCall('removeInvoicePayment', {
    refresh: STALE,
    onSuccess: () => openAlert(t('removed'), { severity: 'success' }),
  })
  const may = (['payment', 'refund'] as const).filter(what => allowed.includes(`record_${what}`))
  if (may.length === 0 && payments.length === 0) return null
  return (
    <Card pad title={t('title')}>
      <div className="stack g12">
        {payments.map(({ payment_uuid, amount, received_on, reference, refund }) => (
          <div className="row g8 between" key={payment_uuid}>
            <div>
              <MoneyAmount of={amount} strong />
              <div className="meta t2">
                {[refund && t('back'), formatDate(received_on), reference]
                  .filter(Boolean)
                  .join(', ')}
              </div>
            </div>
            {!invoice.line_item_uuid && (
              <IconButton
                icon="undo"
                size="sm"
                label={t(refund ? 'removeRefund' : 'remove', { date: formatDate(received_on) })}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ params: { id, payment_uuid } })}
              />
            )}
          </div>
        ))}
        {said && <SaidSent invoice={invoice} said={said} onArrived={() => setAdding('payment')} />}
        {payments.length === 0 && <p className="meta t2">{t('none')}</p>}
        {may.map(what => (
          <Button key={what} variant="secondary" onClick={() => setAdding(what)}>
            {t(what === 'refund' ? 'addRefund' : 'add')}
          </Button>
        ))}
      </div>
      {adding && (
        <PaymentDialog
          key={adding}
          invoice={invoice}
          refund={adding === 'refund'}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Card>
  )
}

/** The client's word, which counts for nothing: the contractor looks, and records what came or says that nothing did. */
function SaidSent({
  invoice,
  said,
  onArrived,
}: {
  invoice: Invoice
  said: NonNullable<Invoice['said_sent']>
  onArrived: () => void
}) {
  const t = useTranslations('invoicing.payments')
  const queries = useQueryClient()
  const dismiss = useCall('dismissSaidSent', {
    refresh: STALE,
    onSuccess: () => openAlert(t('dismissed'), { severity: 'success' }),
    // What they said since is shown.
    onProblem: () => {
      void queries.invalidateQueries({ queryKey: ['getInvoice'] })
      return false
    },
  })
  const date = formatDate(said.sent_on)
  return (
    <div className="stack g8">
      <Say
        kind="unusual"
        word={t(said.reference ? 'saidOf' : 'said', { date, reference: said.reference })}
      >
        {t('saidText')}
      </Say>
      <div className="row g8 wrap">
        {invoice.allowed_actions.includes('record_payment') && (
          <Button size="sm" onClick={onArrived}>
            {t('arrived')}
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          loading={dismiss.isPending}
          onClick={() =>
            dismiss.mutate({ params: { id: invoice.invoice_uuid }, query: { seen: said.said_at } })
          }
        >
          {t('notArrived')}
        </Button>
      </div>
    </div>
  )
}

/** Asks what came, or was given back: all that is owed, unless something else is typed. */
function PaymentDialog({
  invoice,
  refund,
  onClose,
}: {
  invoice: Invoice
  refund: boolean
  onClose: () => void
}) {
  const t = useTranslations('invoicing.payments')
  const today = useToday()
  const { currency, owed, refund_due } = invoice
  const [payment_uuid] = useState(newUuid)
  const [typed, setTyped] = useDraft(
    { dialog: refund ? 'refund' : 'payment' },
    {
      amount: decimalOf(refund ? refund_due : owed),
      received_on: today,
      reference: (!refund && invoice.said_sent?.reference) || '',
    },
  )
  const wrong = useRefusal(typed)
  const record = useCall('recordInvoicePayment', {
    refresh: STALE,
    onSuccess: () => {
      openAlert(t(refund ? 'doneRefund' : 'done'), { severity: 'success' })
      onClose()
    },
    onProblem: wrong.hear,
  })
  const amountProblem = useAmountProblem(currency)
  const send = () => {
    const amount = amountProblem(typed.amount)
    if (amount) return wrong.say({ amount })
    record.mutate({
      params: { id: invoice.invoice_uuid, payment_uuid },
      body: {
        amount: typedMoney(typed.amount, currency),
        received_on: typed.received_on,
        reference: typed.reference,
        refund,
      },
    })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t(refund ? 'addRefund' : 'add')}
      lead={t('lead')}
      submit={t(refund ? 'saveRefund' : 'save')}
      pending={record.isPending}
      refused={wrong.whole}
      onSubmit={send}
    >
      <NumberField
        id="payment_amount"
        label={t('amount', { currency })}
        required
        decimals={exponentOf(currency)}
        value={typed.amount}
        error={wrong.of('amount')}
        onChange={event => setTyped({ ...typed, amount: event.target.value })}
      />
      <DateField
        id="payment_received_on"
        label={t(refund ? 'returned' : 'received')}
        required
        value={typed.received_on}
        today={today}
        max={today}
        error={wrong.of('received_on')}
        onChange={received_on => setTyped({ ...typed, received_on })}
      />
      <TextField
        id="payment_reference"
        label={t('reference')}
        maxLength={140}
        value={typed.reference}
        error={wrong.of('reference')}
        onChange={event => setTyped({ ...typed, reference: event.target.value })}
      />
    </FormDialog>
  )
}
