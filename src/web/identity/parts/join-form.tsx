import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { NewPasswordField } from '#web/identity/new-password-field.tsx'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { sessionBegan, signIn } from '#web/kernel/session.ts'
import type { ClientOutput, Me } from '#web/kernel/types.ts'
import { showProblem, useForm } from '#web/parts/form.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { NameFields, type Names, NO_NAMES, PhoneNumberField } from './names-fields.tsx'

/** An invitation into a team, as its link finds it. */
export type TeamInvitation = ClientOutput<'findTeamInvitation'>

/** The names as they are sent; a phone number only where one was asked for. */
function namesOf({ phone_number, ...names }: Names, phone: boolean) {
  return phone ? { ...names, phone_number } : names
}

/** Joins with a new account, and logs in with it. */
export function JoinForm({
  invitation,
  token,
  onDone,
}: {
  invitation: TeamInvitation
  token: string
  onDone: () => void
}) {
  const t = useTranslations('identity.join')
  const go = useGo()
  const phone = invitation.kind === 'employer'
  const form = useForm<Names & { password: string }>('join', {
    mode: 'onTouched',
    defaultValues: { ...NO_NAMES, password: '' },
  })
  const join = useCall('joinTeam', { failed: t('failed') })
  const submit = form.handleSubmit(async ({ password, ...names }) => {
    try {
      await join.mutateAsync({ body: { token, password, ...namesOf(names, phone) } })
    } catch (thrown) {
      return showProblem(form.setError, thrown)
    }
    try {
      // An account that was here before keeps its password, and may have a second factor.
      if ((await signIn(invitation.email, password)).length > 0) return go('/auth/login')
      sessionBegan()
      onDone()
    } catch {
      openAlert(t('inTeam'))
      go('/auth/login', { replace: true })
    }
  })
  return (
    <FormProvider {...form}>
      <form className="fields" noValidate onSubmit={event => void submit(event)}>
        <TextField
          id="email"
          label={t('email')}
          required
          type="email"
          autoComplete="username"
          readOnly
          help={t('emailHelp')}
          value={invitation.email}
        />
        <NameFields />
        {phone && <PhoneNumberField />}
        <NewPasswordField control={form.control} name="password" refused={undefined} />
        <Button type="submit" size="lg" full loading={form.formState.isSubmitting}>
          {t('submit')}
        </Button>
      </form>
    </FormProvider>
  )
}

/** Accepts with the session that there is; who is not known yet says their names. */
export function AcceptForm({
  invitation,
  me,
  token,
  onDone,
}: {
  invitation: TeamInvitation
  me: Me
  token: string
  onDone: () => void
}) {
  const t = useTranslations('identity.join')
  const unknown = me.type === null
  const phone = invitation.kind === 'employer'
  const form = useForm<Names>('accept', { mode: 'onTouched', defaultValues: NO_NAMES })
  const accept = useCall('acceptTeamInvitation', {
    failed: t('failed'),
    onSuccess: onDone,
  })
  const submit = form.handleSubmit(names =>
    accept.mutate(
      { body: { token, ...(unknown ? namesOf(names, phone) : {}) } },
      { onError: problem => showProblem(form.setError, problem) },
    ),
  )
  return (
    <FormProvider {...form}>
      <form className="fields" noValidate onSubmit={event => void submit(event)}>
        <p className="body t2">{t('as', { email: me.email })}</p>
        {unknown && <NameFields />}
        {unknown && phone && <PhoneNumberField />}
        <Button type="submit" size="lg" full loading={accept.isPending}>
          {t('accept')}
        </Button>
      </form>
    </FormProvider>
  )
}
