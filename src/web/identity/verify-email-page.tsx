import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useTranslations } from 'use-intl'
import { AuthFrame } from '#web/auth-frame/auth-frame.tsx'
import { useResend } from '#web/identity/confirm-email.tsx'
import { InboxState } from '#web/identity/inbox-state.tsx'
import { DeadLink, isDeadLink } from '#web/identity/parts/dead-link.tsx'
import { firstPlace, freshMe } from '#web/identity/queries.ts'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { detailsKnown, safeNext } from '#web/kernel/gate.ts'
import { useAddress, useGo } from '#web/kernel/navigation.tsx'
import { confirmEmail } from '#web/kernel/session.ts'
import { useForm } from '#web/parts/form.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Takes the token of the mailed link, proves the e-mail with it, and goes on to where the link says or the person should be. */
export function VerifyEmailPage() {
  const t = useTranslations('identity.confirmEmail')
  const client = useQueryClient()
  const go = useGo()
  const token = useAddress().get('token')
  const next = useAddress().get('next')
  const confirmed = async (password?: string) => {
    await confirmEmail(token, password)
    const me = await freshMe(client)
    if (!me) return '/auth/login'
    if (!detailsKnown(me)) return '/signup'
    return next ? safeNext(next) : firstPlace(me)
  }
  // As a query, so that the link is used once however often the page is drawn.
  const verification = useQuery({
    queryKey: ['verify-email', token],
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => confirmed(),
  })
  const { data: place, error } = verification
  useEffect(() => {
    if (place) go(place, { replace: true })
  }, [go, place])
  const failed = error ? asApiProblem(error) : undefined
  if (failed?.code === 'PASSWORD_NEEDED')
    return (
      <AuthFrame>
        <AskPassword confirm={confirmed} onDone={to => go(to, { replace: true })} />
      </AuthFrame>
    )
  return (
    <AuthFrame>
      {token === '' || isDeadLink(failed) ? (
        <Ended problem={failed} />
      ) : failed ? (
        <LoadProblem problem={failed} onRetry={() => void verification.refetch()} />
      ) : (
        <div role="status">
          <h1 className="h1">{t('confirming')}</h1>
          <p className="row g8 body t2 mt8">
            <Spinner /> {t('second')}
          </p>
        </div>
      )}
    </AuthFrame>
  )
}

/** In another browser than the one that signed up, the password says that it is the same person. */
function AskPassword({
  confirm,
  onDone,
}: {
  confirm: (password: string) => Promise<string>
  onDone: (place: string) => void
}) {
  const t = useTranslations('identity.confirmEmail')
  const { register, handleSubmit, setError, formState } = useForm('verify-email', {
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const submit = handleSubmit(async ({ password }) => {
    try {
      onDone(await confirm(password))
    } catch (thrown) {
      setError('password', { message: asApiProblem(thrown).detail }, { shouldFocus: true })
    }
  })
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('otherBrowser')}</p>
      <form className="fields mt24" noValidate onSubmit={event => void submit(event)}>
        <PasswordField
          id="password"
          label={t('password')}
          required
          error={formState.errors.password}
          {...register('password', { required: t('passwordMissing') })}
        />
        <Button type="submit" size="lg" full loading={formState.isSubmitting}>
          {t('submit')}
        </Button>
      </form>
    </>
  )
}

/** What a link shows that does not work: a new one for who is logged in, and else the log-in. One that did its work is no failure. */
function Ended({ problem }: { problem: ApiProblem | undefined }) {
  const t = useTranslations('identity.confirmEmail')
  const client = useQueryClient()
  const resend = useResend()
  const person = useQuery({ queryKey: ['visitor'], queryFn: () => freshMe(client), staleTime: 0 })
  const me = person.data
  if (person.isPending) return <LoadingBlock height={160} />
  if (resend.isSuccess)
    return (
      <InboxState title={t('sentAgain')}>
        {t.rich('newest', { email: me?.email ?? '', b: said => <b className="w6">{said}</b> })}
      </InboxState>
    )
  if (problem?.code === 'LINK_USED' || me?.email_verified)
    return (
      <>
        <h1 className="h1">{t('already')}</h1>
        <p className="body t2 mt4">{t(me ? 'alreadyIn' : 'alreadyLead')}</p>
        <div className="mt24">
          <LinkButton href={me ? '/dashboard' : '/auth/login'} size="lg" full>
            {t(me ? 'goOn' : 'logIn')}
          </LinkButton>
        </div>
      </>
    )
  return (
    <DeadLink problem={problem}>
      {me ? (
        <Button
          size="lg"
          full
          loading={resend.isPending}
          onClick={() => resend.mutate({ body: { continuation_url: window.location.origin } })}
        >
          {t('sendNew')}
        </Button>
      ) : (
        <LinkButton href="/auth/login" size="lg" full>
          {t('logInForNew')}
        </LinkButton>
      )}
    </DeadLink>
  )
}
