import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { OWN_FACTORS } from '#web/identity/second-factor.ts'
import { useMe } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { NextStep, Say, StepIcon } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { DevicesCard } from './parts/devices-card.tsx'
import { EmailCard } from './parts/email-card.tsx'
import { FactorsCard } from './parts/factors-card.tsx'
import { PasswordCard } from './parts/password-card.tsx'
import { VisitsCard } from './parts/visits-card.tsx'
import './identity.css'

/** How somebody logs in and where they are logged in. At an OpenID provider only the devices are ours to show. */
export function AccountSecurityPage() {
  const t = useTranslations('identity.security')
  const offered = useQuery(query('getAppConfig', {}))
  const { second_factor } = useMe()
  const config = offered.data
  const factors = useQuery({ ...OWN_FACTORS, enabled: config?.identity.kind === 'embedded' })
  // The first card is as long as somebody has factors: what stands below it waits for them.
  if (!config || factors.isLoading)
    return (
      <Page>
        <PageHead title={t('title')} lead={t('lead')} />
        {config || offered.isPending ? <CardSkeleton height={240} /> : <NotLoaded of={offered} />}
      </Page>
    )
  const { kind, name } = config.identity
  return (
    <Page>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className="security">
        {second_factor.missing && (
          <NextStep icon={<StepIcon name="shield" />} tone="warn" title={t('missing')}>
            {kind === 'oidc' ? t('atProvider', { name }) : t('here')}
          </NextStep>
        )}
        {kind === 'oidc' ? (
          <Say kind="note">{t('keptAt', { name })}</Say>
        ) : (
          <>
            {config.demo && !second_factor.missing && <Say kind="note">{t('demo')}</Say>}
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
