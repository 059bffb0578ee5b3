import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Asks before something is done. The verb stands on the button; while `loading` both buttons wait. Focus starts on Cancel when it is dangerous;
 * `dismiss` is what that is called where cancelling is what is asked about.
 */
export function ConfirmDialog({
  open,
  title,
  verb,
  danger = false,
  dismiss,
  loading = false,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean
  title: ReactNode
  verb: string
  danger?: boolean | undefined
  dismiss?: string | undefined
  loading?: boolean | undefined
  disabled?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const t = useTranslations('ui.confirm')
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      initialFocus={danger ? cancel : undefined}
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose} disabled={loading}>
            {dismiss ?? t('cancel')}
          </Button>
          <Button
            variant={danger ? 'danger-filled' : 'primary'}
            onClick={onConfirm}
            loading={loading}
            disabled={disabled}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
