import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { NewPasswordField } from '#web/identity/new-password-field.tsx'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useGo, useSearchParam } from '#web/kernel/navigation.tsx'
import { resetPassword } from '#web/kernel/session.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'

const INVALID_LINK =
  'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.'

/** Chooses a new password with the mailed link; a link that no longer works says so and offers a new one. */
export function ResetPasswordPage() {
  const go = useGo()
  const [token] = useSearchParam('token')
  const { control, handleSubmit } = useForm({ mode: 'onBlur', defaultValues: { password: '' } })
  const change = useMutation({
    mutationFn: (password: string) => resetPassword(password, token),
    onSuccess: () => {
      openAlert('Your password is changed. Log in with the new one.', { severity: 'success' })
      go('/auth/login', { replace: true })
    },
  })
  const code = change.error ? asApiProblem(change.error).code : ''
  const dead = token === '' || code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED'
  return (
    <AuthFrame>
      <h1 className="h1">Choose a new password</h1>
      <p className="body t2 mt4">You log in with it from then on, on every device.</p>
      {(dead || change.error) && (
        <div className="mt24">
          <ErrorBox>{dead ? INVALID_LINK : asApiProblem(change.error).detail}</ErrorBox>
        </div>
      )}
      {dead ? (
        <div className="mt24">
          <LinkButton href="/auth/login#forgotPassword" size="lg" full>
            Ask for a new link
          </LinkButton>
        </div>
      ) : (
        <form
          className="fields mt24"
          noValidate
          onSubmit={event => void handleSubmit(({ password }) => change.mutate(password))(event)}
        >
          <NewPasswordField control={control} name="password" label="New password" />
          <Button type="submit" size="lg" full loading={change.isPending}>
            Change password
          </Button>
        </form>
      )}
    </AuthFrame>
  )
}
