import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cancelPasskeys, loadPasskeys } from '#web/identity/use-passkey.ts'
import { problemText } from '#web/kernel/api-problem.ts'
import { useDraft } from '#web/parts/draft.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** Adds a passkey under a name; the browser asks for the rest. */
export function AddPasskeyDialog({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: (codes: readonly string[] | undefined) => void
}) {
  const t = useTranslations('identity.passkey')
  const [name, setName] = useDraft({ dialog: 'passkey' }, '')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const adding = useMutation({
    mutationFn: async () => (await loadPasskeys()).addPasskey(name.trim()),
    onSuccess: added => {
      if (added) onDone(added.codes)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') field.current?.focus()
    else adding.mutate()
  }
  return (
    <FormDialog
      title={t('title')}
      lead={t('lead')}
      initialFocus={field}
      onClose={() => {
        cancelPasskeys()
        onClose()
      }}
      submit={t('submit')}
      pending={adding.isPending}
      mayCancel
      onSubmit={submit}
    >
      <TextField
        id="passkey-name"
        label={t('name')}
        required
        help={t('help')}
        maxLength={60}
        autoComplete="off"
        ref={field}
        value={name}
        onChange={event => setName(event.target.value)}
        error={missing && name.trim() === '' ? t('missing') : problemText(adding.error)}
      />
    </FormDialog>
  )
}
