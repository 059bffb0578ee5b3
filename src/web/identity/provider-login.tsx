import { useTranslations } from 'use-intl'
import { providerText } from '#domain/identity/provider-messages.ts'
import { safeNext } from '#web/kernel/gate.ts'
import { goToProvider } from '#web/kernel/identity-provider.ts'
import { useAppConfig } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { suspensionSaid } from '#web/kernel/suspension.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { said } from '#web/words/said.ts'

/** What is said of an `error` that somebody came back to the log in page with. */
export function SignInError({ code }: { code: string }) {
  const t = useTranslations('identity.login')
  const tRefused = useTranslations('identity.refused')
  const support = useAppConfig()?.support_email
  if (code !== 'suspended') return <ErrorBox>{said(tRefused, providerText(code))}</ErrorBox>
  return (
    <ErrorBox>
      {suspensionSaid() ?? t('suspended')}
      {support && <> {t('support', { email: support })}</>}
    </ErrorBox>
  )
}

/** Log in at an OpenID provider: one button to it, and what went wrong there. `open`: somebody is logged in already. */
export function ProviderLogin({ open }: { open: boolean }) {
  const t = useTranslations('identity.login')
  const next = useAddress().get('next')
  const error = useAddress().get('error')
  const name = useAppConfig()?.identity.name
  return (
    <>
      <h1 className="h1">{t('title')}</h1>
      <p className="body t2 mt4">{t('lead')}</p>
      {error && (
        <div className="mt24">
          <SignInError code={error} />
        </div>
      )}
      <div className="stack g12 mt24">
        {open && (
          <LinkButton href={safeNext(next)} size="lg" full>
            {t('goOn')}
          </LinkButton>
        )}
        <Button
          size="lg"
          full
          variant={open ? 'secondary' : 'primary'}
          onClick={() => goToProvider('sign-in', safeNext(next))}
        >
          {t('continue', { name: name ?? '' })}
        </Button>
      </div>
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
