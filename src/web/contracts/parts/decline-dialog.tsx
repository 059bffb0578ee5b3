import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import { type Contract, SIGNING_REFRESHES } from './contract-words.tsx'

/** Declines a contract, with a reason that the employer reads. */
export function DeclineDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const t = useTranslations('contracts.decline')
  const [reason, setReason] = useDraft({ dialog: 'decline' }, '')
  const wrong = useRefusal({ reason })
  const decline = useCall('declineContract', {
    refresh: SIGNING_REFRESHES,
    onSuccess: () => {
      openAlert(t('done', { employer: contract.employer_name }))
      onClose()
    },
    onProblem: wrong.hear,
  })
  const submit = () => {
    if (reason.trim() === '') wrong.say({ reason: t('missing') })
    else decline.mutate({ params: { id: contract.contract_uuid }, body: { reason: reason.trim() } })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      lead={t.rich('lead', { employer: () => <bdi>{contract.employer_name}</bdi> })}
      submit={t('decline')}
      variant="danger-filled"
      pending={decline.isPending}
      refused={wrong.whole}
      onSubmit={submit}
    >
      <TextareaField
        id="decline-reason"
        label={t('reason')}
        required
        maxLength={500}
        value={reason}
        error={wrong.of('reason')}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
