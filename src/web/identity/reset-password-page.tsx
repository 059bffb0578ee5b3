import { useMutation } from '@tanstack/react-query'

import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { NewPasswordField, useRefusedPassword } from '#web/identity/new-password-field.tsx'
import { DeadLink, isDeadLink } from '#web/identity/parts/dead-link.tsx'
import { useMailedLink } from '#web/identity/parts/use-mailed-link.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { safeNext } from '#web/kernel/gate.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { resetPassword } from '#web/kernel/session.ts'
import { useForm } from '#web/parts/form.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

/** Chooses a new password with the mailed link and leads on to the log in; a link that no longer works says so and offers a new one. */
export function ResetPasswordPage() {
  const t = useTranslations('identity.reset')
  const go = useGo()
  const token = useAddress().get('token')
  const next = useAddress().get('next')
  const link = useMailedLink('reset-password', token)
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
  const ended = [link.problem, problem].find(isDeadLink)
  const failure = problem && problem.code !== 'WEAK_PASSWORD' ? problem.detail : undefined
  if (token === '' || ended)
    return (
      <AuthFrame>
        <DeadLink problem={ended}>
          <LinkButton href="/auth/login#forgotPassword" size="lg" full>
            {t('newLink')}
          </LinkButton>
          <LinkButton href="/auth/login" size="lg" full variant="secondary">
            {t('logIn')}
          </LinkButton>
        </DeadLink>
      </AuthFrame>
    )
  if (link.pending)
    return (
      <AuthFrame>
        <LoadingBlock height={320} />
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      {failure && (
        <div className="mt24">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <form
        className="fields mt24"
        noValidate
        onSubmit={event => void handleSubmit(({ password }) => change.mutate(password))(event)}
      >
        <NewPasswordField control={control} name="password" label={t('label')} refused={refused} />
        <Button type="submit" size="lg" full loading={change.isPending}>
          {t('submit')}
        </Button>
      </form>
    </AuthFrame>
  )
}
