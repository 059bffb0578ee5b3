import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { BatchView } from './batch-words.tsx'

/** Takes back what nobody approved, after a question; nothing where the server does not offer it. */
export function CancelBatch({ batch }: { batch: BatchView }) {
  const t = useTranslations('batches.batch')
  const [open, setOpen] = useState(false)
  const { joining, waiting, paying, settled, cancelled } = batch.progress
  const count = joining + waiting
  const cancel = useCall('cancelPaymentBatch', {
    refresh: ['getPaymentBatch', 'listPaymentBatches', 'listPaymentBatchRows', 'getWaiting'],
    onSuccess: ({ progress }) => {
      setOpen(false)
      openAlert(t('confirm.done', { count: progress.cancelled - cancelled }), {
        severity: 'success',
      })
    },
    onProblem: () => {
      setOpen(false)
      return false
    },
  })
  if (!batch.allowed_actions.includes('cancel')) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t(paying + settled > 0 ? 'cancelRest' : 'cancel')}
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title={t('confirm.title')}
        verb={t('confirm.verb', { count })}
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { batch_uuid: batch.batch_uuid } })}
        onClose={() => setOpen(false)}
      >
        {t('confirm.text', { count })}
      </ConfirmDialog>
    </>
  )
}
