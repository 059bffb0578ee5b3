import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useCall } from '#web/kernel/queries.ts'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type Invoice, STALE } from './invoice-form.ts'

/** When the client is told that the invoice is late, and the way to tell them now. */
export function RemindersCard({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.reminders')
  const { reminders, reminded_at, next_reminder_on, client_name: client } = invoice
  const params = { id: invoice.invoice_uuid }
  const set = useCall('putInvoiceReminders', { refresh: STALE })
  const remind = useCall('remindClient', {
    refresh: STALE,
    onSuccess: () => openAlert(t('done', { client }), { severity: 'success' }),
  })
  if (!invoice.allowed_actions.includes('remind')) return null
  return (
    <Card pad title={t('title')}>
      <div className="stack g12">
        <Checkbox
          label={t('byItself')}
          sub={
            !reminders
              ? t('days')
              : next_reminder_on
                ? t('next', { date: formatDateLong(next_reminder_on) })
                : t('all')
          }
          checked={reminders}
          disabled={set.isPending}
          onChange={event => set.mutate({ params, body: { reminders: event.target.checked } })}
        />
        {reminded_at && <p className="meta t2">{t('last', { at: atTime(reminded_at) })}</p>}
        <div>
          <Button
            size="sm"
            variant="secondary"
            icon="send"
            loading={remind.isPending}
            onClick={() => remind.mutate({ params })}
          >
            {t('now')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
