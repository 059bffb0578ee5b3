import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { useTranslations } from 'use-intl'
import { providerText } from '#domain/identity/provider-messages.ts'
import { NewPasswordField, useRefusedPassword } from '#web/identity/new-password-field.tsx'
import { OWN_FACTORS } from '#web/identity/second-factor.ts'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { useMe } from '#web/kernel/me.ts'
import { alertProblem, useCall } from '#web/kernel/queries.ts'
import { changePassword } from '#web/kernel/session.ts'
import { useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { said } from '#web/words/said.ts'

/** Changes the password; an account that logs in with Google alone gets a link to set its first. */
export function PasswordCard() {
  const t = useTranslations('identity.password')
  const has = useQuery(OWN_FACTORS).data?.has_password ?? true
  return (
    <Card title={t('title')} pad>
      {has ? <ChangePassword /> : <FirstPassword />}
    </Card>
  )
}

function ChangePassword() {
  const tRefused = useTranslations('identity.refused')
  const t = useTranslations('identity.password')
  const client = useQueryClient()
  const { register, control, handleSubmit, setError, reset, formState } = useForm('password', {
    mode: 'onTouched',
    defaultValues: { current: '', password: '' },
  })
  const { refused, refuse } = useRefusedPassword(setError, 'password')
  const change = useMutation({
    mutationFn: (entry: { current: string; password: string }) =>
      changePassword(entry.current, entry.password),
    onSuccess: () => {
      reset()
      openAlert(t('changed'), {
        severity: 'success',
      })
      return client.invalidateQueries({ queryKey: ['listSessions'] })
    },
    onError: (thrown, { password }) => {
      if (refuse(thrown, password)) return
      const { code } = asApiProblem(thrown)
      if (code !== 'INVALID_PASSWORD') return alertProblem(thrown)
      setError('current', { message: said(tRefused, providerText(code)) }, { shouldFocus: true })
    },
  })
  return (
    <form
      className="stack g16"
      noValidate
      onSubmit={event => void handleSubmit(entry => change.mutate(entry))(event)}
    >
      <div className="pair">
        <PasswordField
          id="current"
          label={t('current')}
          required
          error={formState.errors.current}
          {...register('current', { required: t('missing') })}
        />
        <NewPasswordField control={control} name="password" label={t('new')} refused={refused} />
      </div>
      <div>
        <Button type="submit" variant="secondary" loading={change.isPending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

function FirstPassword() {
  const t = useTranslations('identity.password')
  const { email } = useMe()
  const send = useCall('sendPasswordResetLink')
  return (
    <div className="row g12 wrap">
      <p className="grow t2">{send.isSuccess ? t('sent', { email }) : t('google')}</p>
      <Button
        variant="secondary"
        loading={send.isPending}
        disabled={send.isSuccess}
        onClick={() => send.mutate({ body: { email, continuation_url: window.location.origin } })}
      >
        {t('send')}
      </Button>
    </div>
  )
}
