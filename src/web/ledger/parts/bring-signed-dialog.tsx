import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { newUuid } from '#web/kernel/env.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'

type Asked = ClientOutput<'listToSign'>['to_sign'][number]

const MOST_BYTES = 5 * 1024 * 1024
const TYPES = ['.psbt', '.txn', '.stxn', 'text/plain']

function formOf(file: FileValue | null, text: string): FormData {
  const form = new FormData()
  const bytes = file ? Uint8Array.from(atob(file.content), char => char.charCodeAt(0)) : text
  form.append('signed', new Blob([bytes]), file?.file_name ?? 'signed.txt')
  return form
}

/** Takes what somebody signed elsewhere: a file, or its text. What is refused is said here, and nothing changed then. */
export function BringSignedDialog({
  of: { network, id },
  onClose,
}: {
  of: Asked
  onClose: () => void
}) {
  const t = useTranslations('ledger.toSign')
  const client = useQueryClient()
  const [file, setFile] = useState<FileValue | null>(null)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const key = useRef(newUuid())
  const take = useMutation<ClientOutput<'importSigned'>, ApiProblem>({
    mutationFn: () =>
      api(
        'importSigned',
        { params: { network, id }, body: formOf(file, text) },
        { idempotencyKey: key.current },
      ),
    onSuccess: async ({ sent, ...of }) => {
      openAlert(t(sent ? 'sent' : 'kept', of), { severity: 'success' })
      for (const name of ['listToSign', 'listTreasuries'] as const)
        await client.invalidateQueries({ queryKey: [name] })
      onClose()
    },
  })
  const changed = () => {
    key.current = newUuid()
    setMissing(false)
    take.reset()
  }
  const refused = take.error && asApiProblem(take.error)
  return (
    <FormDialog
      onClose={onClose}
      title={t('bring')}
      submit={t('take')}
      pending={take.isPending}
      refused={missing ? t('needs') : (refused?.fields[0]?.msg ?? refused?.detail)}
      onSubmit={() => (file || text.trim() ? take.mutate() : setMissing(true))}
    >
      <FileField
        id="signed-file"
        label={t('file')}
        largest={MOST_BYTES}
        types={TYPES}
        value={file}
        onChange={next => {
          setFile(next)
          changed()
        }}
      />
      <TextareaField
        id="signed-text"
        label={t('text')}
        help={t('textHelp')}
        value={text}
        disabled={file !== null}
        onChange={event => {
          setText(event.target.value)
          changed()
        }}
      />
    </FormDialog>
  )
}
