import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { OrLine } from '#web/auth-frame/auth-frame.tsx'
import { GoogleButton } from '#web/identity/google-button.tsx'
import { SignInError } from '#web/identity/provider-login.tsx'
import { canUsePasskeys } from '#web/identity/second-factor.ts'
import { SendLogInLink } from '#web/identity/send-log-in-link.tsx'
import { cancelPasskeys, usePasskey, usePasskeyAutofill } from '#web/identity/use-passkey.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { type Method, signIn } from '#web/kernel/session.ts'
import { useEmailProblem } from '#web/parts/use-email-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** What went wrong, above the form: that no account fits, or in words what else did. */
type Failure = 'no-account' | { readonly detail: string; readonly locked_out?: string }

/** A provider that is busy or away says nothing about the account. Where there were too many tries, a link helps. */
function failureOf(thrown: unknown, email?: string): Failure {
  const { status, detail } = asApiProblem(thrown)
  if (status === 429 && email) return { detail, locked_out: email }
  return status === 0 || status === 429 || status >= 500 ? { detail } : 'no-account'
}

/** Log in with e-mail and password or a passkey, or with Google where this installation offers it. */
export function LoginForm({
  onSecondFactor,
  onEnter,
}: {
  onSecondFactor: (methods: readonly Method[]) => void
  onEnter: () => void
}) {
  const t = useTranslations('identity.login')
  const [failure, setFailure] = useState<Failure>()
  const config = useAppConfig()
  const onFailure = useCallback(
    (thrown: unknown, email?: string) => setFailure(failureOf(thrown, email)),
    [],
  )
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      <Failed failure={failure} />
      {config?.google_sign_in && (
        <div className="stack g20 mt24">
          <GoogleButton onFailure={() => setFailure('no-account')} />
          <OrLine />
        </div>
      )}
      <PasswordForm
        onTry={() => setFailure(undefined)}
        onFailure={onFailure}
        onSecondFactor={onSecondFactor}
        onEnter={onEnter}
      />
      {canUsePasskeys() && <PasskeyLogIn onFailure={onFailure} onEnter={onEnter} />}
      <p className="t2 mt24 center">
        {t.rich('new', {
          link: said => (
            <Link href="/signup" className="u">
              {said}
            </Link>
          ),
        })}
      </p>
    </>
  )
}

function Failed({ failure }: { failure: Failure | undefined }) {
  const t = useTranslations('identity.login')
  const error = useAddress().get('error')
  let box: ReactNode
  if (failure === 'no-account')
    box = (
      <ErrorBox>
        <p>{t('noAccount')}</p>
        <p>{t('tryAgain')}</p>
      </ErrorBox>
    )
  else if (failure)
    box = (
      <>
        <ErrorBox>{failure.detail}</ErrorBox>
        {failure.locked_out && <SendLogInLink email={failure.locked_out} />}
      </>
    )
  else if (error) box = <SignInError code={error} />
  return box && <div className="mt24">{box}</div>
}

type Name = 'email' | 'password'
/** What is wrong with the fields that were left. */
type Wrong = Partial<Record<Name, string | undefined>>

// It holds two fields by itself: what the other forms stand on would double the weight of this page's own script.
function PasswordForm({
  onTry,
  onFailure,
  onSecondFactor,
  onEnter,
}: {
  onTry: () => void
  onFailure: (thrown: unknown, email: string) => void
  onSecondFactor: (methods: readonly Method[]) => void
  onEnter: () => void
}) {
  const t = useTranslations('identity.login')
  usePasskeyAutofill(onEnter)
  const emailProblem = useEmailProblem()
  const problems = {
    email: emailProblem,
    password: (typed: string) => (typed === '' ? t('passwordMissing') : undefined),
  }
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const fieldOf = (name: Name) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const logIn = async (email: string, password: string) => {
    onTry()
    // One log-in at a time: the browser may still offer a passkey for the e-mail field.
    cancelPasskeys()
    setBusy(true)
    try {
      const missing = await signIn(email.trim(), password)
      if (missing.length === 0) return onEnter()
      onSecondFactor(missing)
    } catch (thrown) {
      onFailure(thrown, email.trim())
      fieldOf('password')?.focus()
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [email, password] = [fieldOf('email')?.value ?? '', fieldOf('password')?.value ?? '']
    const found = { email: problems.email(email), password: problems.password(password) }
    setWrong(found)
    if (found.email) fieldOf('email')?.focus()
    else if (found.password) fieldOf('password')?.focus()
    else void logIn(email, password)
  }
  // Said once a field was left, and taken back as soon as it is right.
  const judge = (name: Name, typed: string) =>
    setWrong(before => ({ ...before, [name]: problems[name](typed) }))
  const check = (name: Name) => ({
    name,
    error: wrong[name],
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => judge(name, target.value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      if (name in wrong) judge(name, target.value)
    },
  })
  return (
    <form className="fields mt16" noValidate ref={form} onSubmit={submit}>
      <TextField
        id="email"
        label={t('email')}
        required
        type="email"
        placeholder="you@example.com"
        autoComplete="username webauthn"
        {...check('email')}
      />
      <div>
        <PasswordField id="password" label={t('password')} required {...check('password')} />
        <div className="row end mt8">
          <Link href="#forgotPassword" className="meta">
            {t('forgot')}
          </Link>
        </div>
      </div>
      <Button type="submit" size="lg" full loading={busy}>
        {t('submit')}
      </Button>
    </form>
  )
}

function PasskeyLogIn({
  onFailure,
  onEnter,
}: {
  onFailure: (thrown: unknown) => void
  onEnter: () => void
}) {
  const t = useTranslations('identity.login')
  const { mutate } = usePasskey(onEnter)
  return (
    <div className="mt12">
      <Button
        variant="quiet"
        size="lg"
        full
        icon="key"
        onClick={() => mutate(undefined, { onError: thrown => onFailure(thrown) })}
      >
        {t('passkey')}
      </Button>
    </div>
  )
}
