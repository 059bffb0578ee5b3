import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Throws away what was typed of a contract, after asking; `before` is waited for, `onGone` hears that nothing is left, `onStays` that it could not be done. */
export function DiscardEntry({
  id,
  before,
  onStays,
  onGone,
}: {
  id: string
  before: () => Promise<void>
  onStays: () => void
  onGone: () => void
}) {
  const t = useTranslations('contracts.form.discard')
  const [asking, setAsking] = useState(false)
  const discard = useCall('discardContractDraft', {
    refresh: ['listContractDrafts'],
    onProblem: () => {
      onStays()
      return false
    },
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      onGone()
    },
  })
  return (
    <>
      <Button variant="danger" size="lg" onClick={() => setAsking(true)}>
        {t('verb')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('title')}
        verb={t('verb')}
        danger
        loading={discard.isPending}
        onConfirm={() => void before().then(() => discard.mutate({ params: { id } }))}
        onClose={() => setAsking(false)}
      >
        {t('text')}
      </ConfirmDialog>
    </>
  )
}
