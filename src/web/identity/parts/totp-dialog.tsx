import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { confirmTotp, isWrongCode } from '#web/identity/second-factor.ts'
import { problemText } from '#web/kernel/api-problem.ts'
import { QrCode } from '#web/parts/qr-code.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { CodeField } from '../code-field.tsx'
import { CopyButton } from './copy-button.tsx'

/** A secret in groups of four, so that it can be typed from a screen. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** Sets up an authenticator app: its secret as a QR code and to type, then the first code of it. */
export function TotpDialog({
  secret,
  uri,
  onClose,
  onDone,
}: {
  secret: string
  uri: string
  onClose: () => void
  onDone: (codes: readonly string[] | undefined) => void
}) {
  const t = useTranslations('identity.totp')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const confirming = useMutation({
    mutationFn: confirmTotp,
    onSuccess: onDone,
    onError: thrown => {
      if (isWrongCode(thrown)) setCode('')
      field.current?.focus()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.length < 6)
    if (code.length === 6) confirming.mutate(code)
    else field.current?.focus()
  }
  return (
    <FormDialog
      title={t('title')}
      lead={t('lead')}
      initialFocus={field}
      onClose={onClose}
      submit={t('confirm')}
      pending={confirming.isPending}
      onSubmit={submit}
    >
      <div className="totp">
        <QrCode text={uri} label={t('qr')} />
        <div className="grow">
          <div className="meta t3">{t('key')}</div>
          <code className="secret">{grouped(secret)}</code>
          <CopyButton text={secret}>{t('copy')}</CopyButton>
        </div>
      </div>
      <CodeField
        id="totp-code"
        label={t('code')}
        required
        digits
        help={t('help')}
        ref={field}
        value={code}
        error={missing ? t('missing') : problemText(confirming.error)}
        onChange={next => {
          setCode(next)
          setMissing(false)
          if (next.length === 6 && !confirming.isPending) confirming.mutate(next)
        }}
      />
    </FormDialog>
  )
}
