import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { showProblem, useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('title', { name })}
      lead={t('lead')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={prove.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="prove-wallet" loading={prove.isPending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id="prove-wallet"
        className="stack g16"
        noValidate
        onSubmit={event => void submit(event)}
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
      </form>
    </Dialog>
  )
}
