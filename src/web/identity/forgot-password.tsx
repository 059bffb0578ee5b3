import { useState } from 'react'

import { useTranslations } from 'use-intl'
import { emailProblem } from '#domain/identity/email.ts'
import { InboxState } from '#web/identity/inbox-state.tsx'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/**
 * The password reset in its three steps: the e-mail, 'Check your inbox' with Resend, and 'An email has been sent' after
 * resending. Back goes to the first step, and from there to the log in form.
 */
export function ForgotPassword() {
  const t = useTranslations('identity.forgot')
  const [step, setStep] = useState<0 | 1 | 2>(0)
  const [email, setEmail] = useState('')
  const send = useCall('sendPasswordResetLink')
  const request = (to: string, then: 1 | 2) =>
    send.mutate(
      { body: { email: to, continuation_url: window.location.origin } },
      {
        onSuccess: () => {
          setEmail(to)
          setStep(then)
          if (then === 1) openAlert(t('requested'), { severity: 'success' })
        },
      },
    )
  if (step === 0)
    return <AskEmail email={email} loading={send.isPending} onSend={to => request(to, 1)} />
  return (
    <InboxState
      title={t(step === 1 ? 'inbox' : 'sentAgain')}
      actions={
        <>
          <Button
            size="lg"
            full
            loading={send.isPending}
            disabled={step === 2}
            onClick={() => request(email, 2)}
          >
            {t('resend')}
          </Button>
          <Button variant="quiet" size="lg" full onClick={() => setStep(0)}>
            {t('back')}
          </Button>
        </>
      }
    >
      {t.rich('sent', { email, b: said => <b className="w6">{said}</b> })}
    </InboxState>
  )
}

function AskEmail({
  email,
  loading,
  onSend,
}: {
  email: string
  loading: boolean
  onSend: (email: string) => void
}) {
  const t = useTranslations('identity.forgot')
  const go = useGo()
  const { register, handleSubmit, formState } = useForm('forgot-password', {
    mode: 'onChange',
    defaultValues: { email },
  })
  const missing = t('emailMissing')
  const check = (typed: string) =>
    emailProblem(typed) && (typed.trim() ? t('emailInvalid') : missing)
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      <form
        className="fields mt24"
        noValidate
        onSubmit={event => void handleSubmit(entry => onSend(entry.email.trim()))(event)}
      >
        <TextField
          id="email"
          label={t('email')}
          required
          type="email"
          placeholder="you@example.com"
          autoComplete="username"
          // The pattern is checked on submit; while typing only an empty field is wrong (specification 5).
          error={
            formState.isSubmitted || formState.errors.email?.message === missing
              ? formState.errors.email
              : undefined
          }
          {...register('email', { validate: check })}
        />
        <Button type="submit" size="lg" full loading={loading}>
          {t('send')}
        </Button>
        <Button variant="quiet" size="lg" full onClick={() => go('/auth/login')}>
          {t('back')}
        </Button>
      </form>
    </>
  )
}
