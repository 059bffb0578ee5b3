import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      lead={
        <>
          {t('lead')}
          <ReopensHomeless pays={pays} />
        </>
      }
      keepOnOutsidePress
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={add.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="add-wallet" loading={add.isPending}>
            {t('title')}
          </Button>
        </>
      }
    >
      <form
        id="add-wallet"
        noValidate
        className="stack g16"
        onSubmit={event => {
          event.preventDefault()
          const body = form.input()
          if (body) add.mutate({ body })
        }}
      >
        <WalletFields {...form.fields} />
      </form>
    </Dialog>
  )
}
