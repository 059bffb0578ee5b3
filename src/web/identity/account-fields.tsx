import { useState } from 'react'

import { useTranslations } from 'use-intl'
import type { SignUpRole } from '#domain/identity/sign-up.ts'
import { OrLine } from '#web/auth-frame/auth-frame.tsx'
import { GoogleButton } from '#web/identity/google-button.tsx'
import { NewPasswordField, useRefusedPassword } from '#web/identity/new-password-field.tsx'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { goToProvider } from '#web/kernel/identity-provider.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { signUp } from '#web/kernel/session.ts'
import { useForm } from '#web/parts/form.ts'
import { useEmailProblem } from '#web/parts/use-email-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-input.tsx'

/** An account that is about to be made; `invited` is the address of an invitation, `invitation` the token of its link. See `AccountFields`. */
export function useNewAccount(invited = '', invitation = '') {
  const [failure, setFailure] = useState('')
  const form = useForm('account', {
    // On blur first, then as it is mended: a message that went only on the next blur would move the button under a click.
    mode: 'onTouched',
    values: { email: invited, password: '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { refused, refuse } = useRefusedPassword(form.setError, 'password')
  /** Makes the account, begun as `role`, and its session; false when that failed, which the fields or `failure` then say. */
  const create = async (role: SignUpRole): Promise<boolean> => {
    setFailure('')
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return false
    const { email, password } = form.getValues()
    const address = email.trim()
    try {
      // Its name is the address until the details are known.
      await signUp(address, password, { name: address, role, invitation })
      return true
    } catch (thrown) {
      if (!refuse(thrown, password)) setFailure(asApiProblem(thrown).detail)
      return false
    }
  }
  return { form, refused, failure, create, invited: invited !== '' }
}

/** The e-mail and the password of a new account; an invitation's address cannot be changed. */
export function AccountFields({
  account: { form, refused, invited },
}: {
  account: ReturnType<typeof useNewAccount>
}) {
  const t = useTranslations('identity.account')
  const emailProblem = useEmailProblem()
  return (
    <>
      <TextField
        id="email"
        label={t('email')}
        required
        type="email"
        placeholder="you@example.com"
        autoComplete="username"
        readOnly={invited}
        help={invited ? t('invited') : undefined}
        error={form.formState.errors.email}
        {...form.register('email', { validate: emailProblem })}
      />
      <NewPasswordField control={form.control} name="password" refused={refused} />
    </>
  )
}

/** Signs up with Google; what goes wrong there is logged only (specification 8). */
export function GoogleSignUp() {
  return (
    <div className="stack g20 mt24">
      <GoogleButton onFailure={thrown => console.warn('Signing up with Google failed.', thrown)} />
      <OrLine />
    </div>
  )
}

/** Signs up at an OpenID provider, and comes back to this page. */
export function ProviderSignUp({ name }: { name: string }) {
  const t = useTranslations('identity.account')
  const here = useAddress().here
  return (
    <div className="mt24">
      <Button size="lg" full onClick={() => goToProvider('sign-up', here)}>
        {t('continue', { name })}
      </Button>
    </div>
  )
}
