import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emailProblem } from '#domain/identity/email.ts'
import { NewPasswordField } from '#web/identity/new-password-field.tsx'
import type { SignUpRole } from '#web/identity/sign-up-role.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useSearchParam } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { signUp } from '#web/kernel/session.ts'
import { atTime } from '#web/kernel/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-input.tsx'

const ROLES = [
  {
    value: 'employer',
    label: "I'm a business",
    sub: 'Onboard and pay contractors, one or many',
    icon: 'building',
  },
  {
    value: 'contractor',
    label: "I'm a contractor",
    sub: 'Work and get paid anywhere, your way',
    icon: 'user',
  },
] as const

/** Step 0: what somebody is, and the account. An invitation fixes the role and the e-mail. */
export function SignUpAccount({
  partner,
  role,
  onRole,
  onDone,
}: {
  partner: boolean
  role: SignUpRole
  onRole: ((role: SignUpRole) => void) | undefined
  onDone: (email: string) => Promise<void>
}) {
  return (
    <>
      <h1 className="h1">{partner ? 'Create a partner account' : 'Create your account'}</h1>
      <p className="body t2 mt4">
        {role === 'employer'
          ? 'Pay people in any country, one by one or all at once.'
          : 'Get paid in your currency, in bitcoin or in other crypto.'}
      </p>
      {onRole && (
        <div className="mt24">
          <RadioCards
            legend="What are you?"
            legendHidden
            name="role"
            cards={ROLES}
            value={role}
            onChange={onRole}
          />
        </div>
      )}
      <AccountForm onDone={onDone} />
    </>
  )
}

function AccountForm({ onDone }: { onDone: (email: string) => Promise<void> }) {
  const [token] = useSearchParam('invitation')
  const invitation = useQuery({
    ...query('findInvitation', { params: { token } }),
    enabled: token !== '',
  })
  const [failure, setFailure] = useState('')
  const { control, register, handleSubmit, formState, setError } = useForm({
    mode: 'onBlur',
    values: { email: invitation.data?.email ?? '', password: '' },
    resetOptions: { keepDirtyValues: true },
  })
  const submit = handleSubmit(async ({ email, password }) => {
    setFailure('')
    const address = email.trim()
    try {
      await signUp(address, password, address)
      await onDone(address)
    } catch (thrown) {
      const { code, detail } = asApiProblem(thrown)
      if (code === 'WEAK_PASSWORD') setError('password', { message: detail }, { shouldFocus: true })
      else setFailure(detail)
    }
  })
  return (
    <>
      {invitation.data && <Invited {...invitation.data} />}
      {(failure || invitation.error) && (
        <div className="mt24">
          <ErrorBox>
            {failure ||
              `${asApiProblem(invitation.error).detail} You can still sign up without it.`}
          </ErrorBox>
        </div>
      )}
      <form className="fields mt24" noValidate onSubmit={event => void submit(event)}>
        <TextField
          id="email"
          label="Email"
          required
          type="email"
          placeholder="you@example.com"
          autoComplete="username"
          readOnly={invitation.data !== undefined}
          help={invitation.data && 'The invitation is for this address.'}
          error={formState.errors.email}
          {...register('email', { validate: emailProblem })}
        />
        <NewPasswordField control={control} name="password" />
        <Button type="submit" size="lg" full loading={formState.isSubmitting}>
          Create account
        </Button>
      </form>
    </>
  )
}

function Invited({
  employer_name,
  role,
  expires_at,
}: {
  employer_name: string
  role: string
  expires_at: string
}) {
  return (
    <div className="invited mt24">
      <Avatar name={employer_name} square />
      <div>
        <b>{employer_name}</b> invites you{role && <> to work as {role}</>}.
        <div className="meta t2">The invitation ends on {atTime(expires_at)}.</div>
      </div>
    </div>
  )
}
