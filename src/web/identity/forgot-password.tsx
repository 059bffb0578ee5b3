import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emailProblem, INVALID_RESET_EMAIL } from '#domain/identity/email.ts'
import { InboxState } from '#web/identity/inbox-state.tsx'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-input.tsx'

const REQUESTED = "You've successfully requested to change your password, please check your email."

/**
 * The password reset in its three steps: the e-mail, 'Check your inbox' with Resend, and 'An email has been sent' after
 * resending. Back goes to the first step, and from there to the log in form.
 */
export function ForgotPassword() {
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
          if (then === 1) openAlert(REQUESTED, { severity: 'success' })
        },
      },
    )
  if (step === 0)
    return <AskEmail email={email} loading={send.isPending} onSend={to => request(to, 1)} />
  return (
    <InboxState
      title={step === 1 ? 'Check your inbox' : 'An email has been sent'}
      actions={
        <>
          <Button
            size="lg"
            full
            loading={send.isPending}
            disabled={step === 2}
            onClick={() => request(email, 2)}
          >
            Resend
          </Button>
          <Button variant="quiet" size="lg" full onClick={() => setStep(0)}>
            Back
          </Button>
        </>
      }
    >
      If <b className="w6">{email}</b> has an account, a link to choose a new password is on its
      way. It works once, for 30 minutes.
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
  const go = useGo()
  const { register, handleSubmit, formState } = useForm({
    mode: 'onChange',
    defaultValues: { email },
  })
  const check = (typed: string) =>
    emailProblem(typed) && (typed.trim() ? INVALID_RESET_EMAIL : 'Email is required')
  return (
    <>
      <h1 className="h1">Reset your password</h1>
      <p className="body t2 mt4">We send you a link with which you choose a new one.</p>
      <form
        className="fields mt24"
        noValidate
        onSubmit={event => void handleSubmit(entry => onSend(entry.email.trim()))(event)}
      >
        <TextField
          id="email"
          label="Email"
          required
          type="email"
          placeholder="you@example.com"
          autoComplete="username"
          // The pattern is checked on submit; while typing only an empty field is wrong (specification 5).
          error={
            formState.isSubmitted || formState.errors.email?.message === 'Email is required'
              ? formState.errors.email
              : undefined
          }
          {...register('email', { validate: check })}
        />
        <Button type="submit" size="lg" full loading={loading}>
          Send the link
        </Button>
        <Button variant="quiet" size="lg" full onClick={() => go('/auth/login')}>
          Back
        </Button>
      </form>
    </>
  )
}
