import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emailProblem } from '#domain/identity/email.ts'
import { OrLine } from '#web/auth-frame/auth-frame.tsx'
import { GoogleMark } from '#web/auth-frame/google-mark.tsx'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { safeNext } from '#web/kernel/gate.ts'
import { askProvider } from '#web/kernel/identity-provider.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useGo, useSearchParam } from '#web/kernel/navigation.tsx'
import { alertProblem } from '#web/kernel/queries.ts'
import { signIn } from '#web/kernel/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { TextField } from '#web/ui/text-input.tsx'

type Entry = { readonly email: string; readonly password: string }

/** Log in with e-mail and password, or with Google where this installation offers it. */
export function LoginForm() {
  const [failed, setFailed] = useState(false)
  const config = useAppConfig()
  return (
    <>
      <h1 className="h1">Log in</h1>
      <p className="body t2 mt4">Pay, get paid and see where every payment is.</p>
      {failed && (
        <div className="mt24">
          <ErrorBox>
            <p>
              The email address you've entered doesn't appear to exist or the password is incorrect.
            </p>
            <p>Please check your entry and try again.</p>
          </ErrorBox>
        </div>
      )}
      {config?.google_sign_in && (
        <>
          <GoogleButton onFailure={() => setFailed(true)} />
          <div className="mt20">
            <OrLine />
          </div>
        </>
      )}
      <PasswordForm onFailure={setFailed} />
      <p className="t2 mt24 center">
        New to Corridor?{' '}
        <Link href="/signup" className="u">
          Sign up
        </Link>
      </p>
    </>
  )
}

function PasswordForm({ onFailure }: { onFailure: (failed: boolean) => void }) {
  const go = useGo()
  const client = useQueryClient()
  const [next] = useSearchParam('next')
  const { register, handleSubmit, setFocus, formState } = useForm<Entry>({
    mode: 'onBlur',
    defaultValues: { email: '', password: '' },
  })
  const submit = handleSubmit(async ({ email, password }) => {
    onFailure(false)
    try {
      await signIn(email.trim(), password)
      client.clear()
      go(safeNext(next), { replace: true })
    } catch (thrown) {
      const { status } = asApiProblem(thrown)
      // A provider that is busy or away says nothing about the password.
      if (status === 0 || status === 429 || status >= 500) return alertProblem(thrown)
      onFailure(true)
      setFocus('password')
    }
  })
  const { errors, isSubmitting } = formState
  return (
    <form className="fields mt16" noValidate onSubmit={event => void submit(event)}>
      <TextField
        id="email"
        label="Email"
        required
        type="email"
        placeholder="you@example.com"
        autoComplete="username"
        error={errors.email}
        {...register('email', { validate: emailProblem })}
      />
      <div>
        <PasswordField
          id="password"
          label="Password"
          required
          error={errors.password}
          {...register('password', { required: 'Password is required' })}
        />
        <div className="row end mt8">
          <Link href="#forgotPassword" className="meta">
            Forgot password?
          </Link>
        </div>
      </div>
      <Button type="submit" size="lg" full loading={isSubmitting}>
        Log in
      </Button>
    </form>
  )
}

function GoogleButton({ onFailure }: { onFailure: () => void }) {
  const start = async () => {
    try {
      const { url } = await askProvider('POST', '/sign-in/social', {
        provider: 'google',
        callbackURL: '/dashboard',
        disableRedirect: true,
      })
      if (typeof url === 'string') window.location.assign(url)
      else onFailure()
    } catch {
      onFailure()
    }
  }
  return (
    <div className="mt24">
      <Button variant="secondary" size="lg" full onClick={() => void start()}>
        <GoogleMark />
        Continue with Google
      </Button>
    </div>
  )
}
