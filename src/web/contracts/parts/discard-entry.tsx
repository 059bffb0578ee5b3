import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Throws away the version of what was typed of a contract that was seen, after asking; `before` is waited for, `onGone` hears that nothing is left, `onStays` that it could
 * not be done, and `onChanged` besides that somebody typed another one since.
 */
export function DiscardEntry({
  id,
  seen,
  before,
  onStays,
  onChanged,
  onGone,
}: {
  id: string
  seen: () => number
  before: () => Promise<void>
  onStays: () => void
  onChanged: () => void
  onGone: () => void
}) {
  const t = useTranslations('contracts.form.discard')
  const [asking, setAsking] = useState(false)
  const discard = useCall('discardContractDraft', {
    refresh: ['listContractDrafts'],
    onProblem: ({ code }) => {
      const isChanged = code === 'CONTRACT_CHANGED'
      onStays()
      setAsking(false)
      if (isChanged) onChanged()
      return isChanged
    },
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      onGone()
    },
  })
  const discardSeen = async () => {
    await before()
    discard.mutate({ params: { id }, query: { seen: String(seen()) } })
  }
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
        onConfirm={() => void discardSeen()}
        onClose={() => setAsking(false)}
      >
        {t('text')}
      </ConfirmDialog>
    </>
  )
}
