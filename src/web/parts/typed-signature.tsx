import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { useDraft } from './draft.ts'
import { useRefusal } from './refusal.ts'

/** A name that is typed to sign, kept on the device until `sent`; `refuse` takes what the server says against it, also its question. */
export function useTypedSignature(kept: string) {
  const [name, setName, sent] = useDraft(`name ${kept}`, '')
  const [asked, setAsked] = useState('')
  const wrong = useRefusal({ name })
  const refuse = (problem: ApiProblem) => {
    const differs = problem.code === 'NAME_DIFFERS'
    setAsked(differs ? problem.detail : '')
    if (differs) wrong.clear()
    else wrong.hear(problem)
  }
  return { name, setName, sent, asked, setAsked, wrong, refuse }
}

/** Signs by typing one's name, and asks about one that is not the account's: the server says which two they are. */
export function TypedSignature({
  typed,
  id,
  help,
  pending,
  onSign,
  children,
}: {
  typed: ReturnType<typeof useTypedSignature>
  /** Of the form, for a button that stands elsewhere. */
  id: string
  help: string
  pending: boolean
  onSign: (name: string, name_is_mine: boolean) => void
  children?: ReactNode
}) {
  const t = useTranslations('parts.signature')
  const [tried, setTried] = useState(false)
  const name = typed.name.trim()
  const submit = (name_is_mine: boolean) => {
    setTried(true)
    typed.wrong.clear()
    if (name !== '') onSign(name, name_is_mine)
  }
  return (
    <>
      <form
        id={id}
        noValidate
        className="form-column"
        onSubmit={event => {
          event.preventDefault()
          submit(false)
        }}
      >
        {typed.wrong.whole && <ErrorBox>{typed.wrong.whole}</ErrorBox>}
        <TextField
          id="signer-name"
          label={t('name')}
          required
          autoComplete="name"
          help={help}
          error={tried && name === '' ? t('missing') : typed.wrong.of('name')}
          value={typed.name}
          onChange={event => typed.setName(event.target.value)}
        />
        {children}
      </form>
      <NameQuestion
        asked={typed.asked}
        pending={pending}
        onSame={() => submit(true)}
        onClose={() => typed.setAsked('')}
      />
    </>
  )
}

/** Asks whether a name that is not the account's is one's own as well. */
export function NameQuestion({
  asked,
  pending,
  onSame,
  onClose,
}: {
  asked: string
  pending: boolean
  onSame: () => void
  onClose: () => void
}) {
  const t = useTranslations('parts.signature')
  return (
    <ConfirmDialog
      open={asked !== ''}
      title={t('question')}
      verb={t('same')}
      loading={pending}
      onConfirm={onSame}
      onClose={onClose}
    >
      <p>{asked}</p>
    </ConfirmDialog>
  )
}
