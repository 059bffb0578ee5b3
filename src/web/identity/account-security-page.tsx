import { useAppConfig, useMe } from '#web/kernel/me.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, Say, StepIcon } from '#web/ui/say.tsx'
import { DevicesCard } from './parts/devices-card.tsx'
import { EmailCard } from './parts/email-card.tsx'
import { FactorsCard } from './parts/factors-card.tsx'
import { PasswordCard } from './parts/password-card.tsx'
import { VisitsCard } from './parts/visits-card.tsx'
import './identity.css'

/** How somebody logs in and where they are logged in. At an OpenID provider only the devices are ours to show. */
export function AccountSecurityPage() {
  const config = useAppConfig()
  const { second_factor } = useMe()
  if (!config) return null
  const { kind, name } = config.identity
  return (
    <Page>
      <PageHead title="Security" lead="How you log in, and where you are logged in." />
      <div className="security">
        {second_factor.missing && (
          <NextStep
            icon={<StepIcon name="shield" />}
            tone="warn"
            title="Set up a second factor to go on"
          >
            {kind === 'oidc'
              ? `Operators work with one. Set it up at ${name}, then log in again.`
              : 'Operators work with one. All other pages open when you added an authenticator app or a passkey.'}
          </NextStep>
        )}
        {kind === 'oidc' ? (
          <Say kind="note">Your password and second factors are kept at {name}.</Say>
        ) : (
          <>
            {config.demo && !second_factor.missing && (
              <Say kind="note">The demo's three log-ins work with their password alone.</Say>
            )}
            <FactorsCard required={second_factor.required} />
            <PasswordCard />
            <EmailCard />
          </>
        )}
        <DevicesCard />
        {config.tag_manager_id && <VisitsCard />}
      </div>
    </Page>
  )
}
