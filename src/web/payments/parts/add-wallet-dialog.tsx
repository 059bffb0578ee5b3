import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { NextPay } from '../queries.ts'
import { ReopensHomeless } from './reopens.tsx'
import { useWalletForm, WalletFields } from './wallet-form.tsx'

/** Adds a wallet of a contractor; what was typed stays on failure. */
export function AddWalletDialog({
  pays,
  onClose,
}: {
  pays: readonly NextPay[]
  onClose: () => void
}) {
  const t = useTranslations('payments.wallet')
  const form = useWalletForm({ dialog: 'wallet' })
  const add = useCall('putCryptoWallet', {
    refresh: ['getBanking', 'listNextPays', 'getMe'],
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      onClose()
    },
    onProblem: (problem, { body }) => {
      form.refuse(problem, body)
      return problem.status !== 0
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('title')}
      lead={
        <>
          {t('lead')}
          <ReopensHomeless pays={pays} />
        </>
      }
      submit={t('title')}
      pending={add.isPending}
      onSubmit={() => {
        const body = form.input()
        if (body) add.mutate({ body })
      }}
    >
      <WalletFields {...form.fields} isPaid />
    </FormDialog>
  )
}
