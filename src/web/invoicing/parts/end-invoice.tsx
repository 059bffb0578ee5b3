import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Invoice, STALE } from './invoice-form.ts'

const INVOICES = '/contractor/invoice'

/** Deletes a draft, or makes what was sent and not paid void, after asking. */
export function EndInvoice({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoicing.one')
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const draft = invoice.status === 'CREATED'
  const end = useCall('voidInvoice', {
    refresh: STALE,
    // What it is by now is shown, and asked about anew.
    onProblem: () => {
      setAsking(false)
      return false
    },
    onSuccess: () => {
      setAsking(false)
      openAlert(t(draft ? 'end.deleted' : 'end.voided'), { severity: 'success' })
      if (draft) go(INVOICES)
    },
  })
  if (!invoice.allowed_actions.includes('void')) return null
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t(draft ? 'end.delete' : 'end.void')}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t(draft ? 'end.deleteTitle' : 'end.voidTitle')}
        verb={t(draft ? 'end.delete' : 'end.void')}
        loading={end.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          end.mutate({ params: { id: invoice.invoice_uuid }, query: { seen: invoice.status } })
        }
      >
        <p className="t2">{t(draft ? 'end.deleteText' : 'end.voidText')}</p>
        {invoice.repeat && <p className="t2 mt12">{t('end.voidRepeat')}</p>}
      </ConfirmDialog>
    </>
  )
}
