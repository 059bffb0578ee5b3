import { useMutation } from '@tanstack/react-query'

import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { NewPasswordField, useRefusedPassword } from '#web/identity/new-password-field.tsx'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { safeNext } from '#web/kernel/gate.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { resetPassword } from '#web/kernel/session.ts'
import { useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

/** Chooses a new password with the mailed link and leads on to the log in; a link that no longer works says so and offers a new one. */
export function ResetPasswordPage() {
  const tRefused = useTranslations('identity.refused')
  const t = useTranslations('identity.reset')
  const go = useGo()
  const token = useAddress().get('token')
  const next = useAddress().get('next')
  // The reset form validates on change (specification 5).
  const { control, handleSubmit, setError } = useForm('reset-password', {
    mode: 'onChange',
    defaultValues: { password: '' },
  })
  const { refused, refuse } = useRefusedPassword(setError, 'password')
  const change = useMutation({
    mutationFn: (password: string) => resetPassword(password, token),
    onSuccess: () => {
      openAlert(t('done'), { severity: 'success' })
      const then = next ? `?next=${encodeURIComponent(safeNext(next))}` : ''
      go(`/auth/login${then}`, { replace: true })
    },
    onError: refuse,
  })
  const problem = change.error ? asApiProblem(change.error) : undefined
  const dead = token === '' || problem?.code === 'INVALID_TOKEN'
  const failure = problem && problem.code !== 'WEAK_PASSWORD' ? problem.detail : undefined
  return (
    <AuthFrame>
      <h1 className="h1">{t(dead ? 'dead' : 'title')}</h1>
      <p className="body t2 mt4">{t(dead ? 'deadLead' : 'lead')}</p>
      {(dead || failure) && (
        <div className="mt24">
          <ErrorBox>{dead ? tRefused('invalid-action-code') : failure}</ErrorBox>
        </div>
      )}
      {dead ? (
        <div className="mt24">
          <LinkButton href="/auth/login#forgotPassword" size="lg" full>
            {t('newLink')}
          </LinkButton>
        </div>
      ) : (
        <form
          className="fields mt24"
          noValidate
          onSubmit={event => void handleSubmit(({ password }) => change.mutate(password))(event)}
        >
          <NewPasswordField
            control={control}
            name="password"
            label={t('label')}
            refused={refused}
          />
          <Button type="submit" size="lg" full loading={change.isPending}>
            {t('submit')}
          </Button>
        </form>
      )}
    </AuthFrame>
  )
}
