import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import { type Contract, SIGNING_REFRESHES } from './contract-words.tsx'

/** Declines a contract, with a reason that the employer reads. */
export function DeclineDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const t = useTranslations('contracts.decline')
  const [reason, setReason] = useDraft({ dialog: 'decline' }, '')
  const [wrong, setWrong] = useState('')
  const decline = useCall('declineContract', {
    refresh: SIGNING_REFRESHES,
    onSuccess: () => {
      openAlert(t('done', { employer: contract.employer_name }))
      onClose()
    },
    onProblem: problem => {
      setWrong(problem.fields[0]?.msg ?? problem.detail)
      return true
    },
  })
  const submit = () => {
    if (reason.trim() === '') setWrong(t('missing'))
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
      onSubmit={submit}
    >
      <TextareaField
        id="decline-reason"
        label={t('reason')}
        required
        maxLength={500}
        value={reason}
        error={wrong}
        onChange={event => {
          setReason(event.target.value)
          setWrong('')
        }}
      />
    </FormDialog>
  )
}
