import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { ErrorBox } from './field.tsx'

const FIRST_FIELD = ':is(input, textarea, select, [role=combobox]):not([type=hidden], :disabled)'

/** Props of FormDialog: those of a dialog, and what is sent by which words. */
export interface FormDialogProps
  extends Omit<DialogProps, 'open' | 'footer' | 'keepOnOutsidePress'> {
  /** What sends it, as a verb. */
  submit: ReactNode
  /** How the verb looks: as what is dangerous, say. */
  variant?: ButtonProps['variant']
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** It is being sent: neither button does anything again. */
  pending: boolean
  /** What is on its way waits for the person elsewhere, and Cancel takes it back. */
  mayCancel?: boolean | undefined
  disabled?: boolean | undefined
  /** Why it was refused as a whole; what is of one field stands at the field. */
  refused?: string | undefined
  /** Another way to end it, before Cancel. */
  beside?: ReactNode
}

/**
 * A dialog that asks for something: its fields are a form, so that Enter sends it, with Cancel and the verb below, and the first field has
 * the focus, but under a finger, where a keyboard would come up before anything was read. Once it was sent the
 * first field that is wrong has it. A press outside loses nothing that was typed, and a form around the dialog does not hear that this one was sent.
 */
export function FormDialog({
  submit,
  variant,
  onSubmit,
  pending,
  mayCancel = false,
  disabled,
  refused,
  beside,
  children,
  ...dialog
}: FormDialogProps) {
  const t = useTranslations('ui.dialog')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(0)
  // What is wrong of what was sent is where one goes on: whoever sent it by Enter or by its button stood elsewhere. What is of no field comes into view each time.
  useEffect(() => {
    if (sent === 0 || pending) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!wrong) form.current?.querySelector('.errbox')?.scrollIntoView?.({ block: 'nearest' })
    else if (!form.current?.querySelector('[aria-invalid=true]:focus')) wrong.focus()
  }, [sent, pending])
  return (
    <Dialog
      initialFocus={how =>
        how === 'touch' || form.current?.querySelector<HTMLElement>(FIRST_FIELD) || true
      }
      {...dialog}
      open
      keepOnOutsidePress
      footer={
        <>
          {beside}
          <Button variant="secondary" onClick={dialog.onClose} disabled={pending && !mayCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} variant={variant} loading={pending} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className="stack g16"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          if (pending || disabled) return
          setSent(sent + 1)
          void onSubmit(event)
        }}
      >
        {refused && <ErrorBox>{refused}</ErrorBox>}
        {children}
      </form>
    </Dialog>
  )
}
