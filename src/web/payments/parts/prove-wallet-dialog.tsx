import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import type { Destination } from '../queries.ts'

/** Asks for a signature of the line that the server gives for this wallet; what was pasted stays on failure. */
export function ProveWalletDialog({
  wallet,
  message,
  onClose,
}: {
  wallet: Destination
  message: string
  onClose: () => void
}) {
  const t = useTranslations('payments.prove')
  const { destination_uuid: id, label: name } = wallet
  const { register, handleSubmit, setError, formState } = useForm(
    { dialog: `proveWallet ${id}` },
    { defaultValues: { signature: '' } },
  )
  const prove = useCall('proveWallet', {
    refresh: ['getBanking'],
    onSuccess: () => {
      openAlert(t('done', { name }), { severity: 'success' })
      onClose()
    },
  })
  const submit = handleSubmit(body =>
    prove.mutate({ params: { id }, body }, { onError: problem => showProblem(setError, problem) }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t('title', { name })}
      lead={t('lead')}
      submit={t('submit')}
      pending={prove.isPending}
      onSubmit={submit}
    >
      <div>
        <div className="row g8">
          <span className="w5 grow">{t('message')}</span>
          <CopyButton text={message} of={t('message')} />
        </div>
        <code className="to-sign">{message}</code>
      </div>
      <TextareaField
        id="signature"
        label={t('signature')}
        required
        help={t('signatureHelp')}
        rows={3}
        spellCheck={false}
        error={formState.errors.signature}
        {...register('signature')}
      />
    </FormDialog>
  )
}
