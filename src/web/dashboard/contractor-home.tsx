import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { Me } from '#web/kernel/types.ts'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import type { NextPay } from '#web/payments/shared.tsx'
import { SimulatedNote } from '#web/payments/shared.tsx'
import { InvitationSteps } from '#web/people/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { OnboardingCard } from './parts/onboarding-card.tsx'
import { OtherPays, PayPath, WhereItGoes } from './parts/pay-cards.tsx'
import { KeptPays, PayHead } from './parts/pay-head.tsx'
import { PromisedAndDelivered } from './parts/promised-and-delivered.tsx'
import { SignStep } from './parts/sign-step.tsx'
import '#web/parts/parts.css'

/** The contractor's home: when and how much comes next, what to do, where the pay goes, and what was delivered so far. */
export function ContractorHome() {
  const t = useTranslations('dashboard.contractor')
  const me = useMe()
  return (
    <Page>
      <QueryView title={t('title')} of={query('listNextPays', {})} skeleton={<HomeSkeleton />}>
        {pays => <Home me={me} pays={pays} />}
      </QueryView>
    </Page>
  )
}

function Home({ me, pays }: { me: Me; pays: readonly NextPay[] }) {
  const [next, ...others] = pays
  return (
    <>
      {next ? <PayHead pay={next} /> : <QuietHead me={me} />}
      <div className="stack g20">
        <InvitationSteps />
        {me.gates.terms_signed && <SignStep />}
        {me.onboarding.next !== null && <OnboardingCard me={me} />}
        <KeptPays pays={pays} />
        {next ? (
          <div className="home-grid">
            <WhereItGoes pay={next} />
            <PayPath pay={next} />
          </div>
        ) : (
          me.onboarding.next === null && <NoPay />
        )}
        {others.length > 0 && <OtherPays pays={others} />}
        <PromisedAndDelivered />
        <SimulatedNote />
      </div>
    </>
  )
}

function QuietHead({ me }: { me: Me }) {
  const t = useTranslations('dashboard.contractor')
  const left = me.onboarding.steps.filter(step => !step.done).length
  if (left > 0)
    return (
      <PageHead
        title={t('steps.title', { count: left })}
        lead={
          <span>
            {t.rich('steps.lead', { name: () => <bdi>{me.preferred_name || me.first_name}</bdi> })}
          </span>
        }
      />
    )
  return <PageHead title={t('quiet.title')} lead={t('quiet.lead')} />
}

function NoPay() {
  const t = useTranslations('dashboard.contractor')
  return (
    <EmptyState
      title={t('noPay.title')}
      actions={
        <LinkButton href="/contractor/contracts" variant="secondary">
          {t('noPay.action')}
        </LinkButton>
      }
    >
      {t('noPay.text')}
    </EmptyState>
  )
}

function HomeSkeleton() {
  return (
    <>
      <HeadSkeleton width={520} />
      <div className="home-grid">
        <CardSkeleton height={336} />
        <CardSkeleton height={336} />
      </div>
      <div className="mt20">
        <CardSkeleton height={286} />
      </div>
    </>
  )
}
