import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useMe } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import type { Me } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { periodText } from '#web/parts/times.ts'
import type { NextPay } from '#web/payments/shared.tsx'
import { SimulatedNote } from '#web/payments/shared.tsx'
import { InvitationSteps } from '#web/people/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { OnboardingCard } from './parts/onboarding-card.tsx'
import { OtherPays, PayPath, WhereItGoes } from './parts/pay-cards.tsx'
import { PromisedAndDelivered } from './parts/promised-and-delivered.tsx'
import { SignStep } from './parts/sign-step.tsx'
import '#web/parts/parts.css'

/** The contractor's home: when and how much comes next, what to do, where the pay goes, and what was delivered so far. */
export function ContractorHome() {
  const me = useMe()
  return (
    <Page>
      <QueryView title="Home" of={query('listNextPays', {})} skeleton={<HomeSkeleton />}>
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

function PayHead({ pay }: { pay: NextPay }) {
  const paid = pay.status === 'PAID'
  return (
    <PageHead
      title={
        <>
          <MoneyAmount of={pay.amount} /> {paid ? 'was sent for' : 'comes on'}{' '}
          {formatDateLong(pay.pay_date)}
        </>
      }
      lead={
        <span>
          From <bdi>{pay.employer_name}</bdi>, for {periodText(pay.start_date, pay.end_date)}.
        </span>
      }
    />
  )
}

function QuietHead({ me }: { me: Me }) {
  const left = me.onboarding.steps.filter(step => !step.done).length
  if (left > 0)
    return (
      <PageHead
        title={`${left} ${left === 1 ? 'step' : 'steps'} until you can be paid`}
        lead={
          <span>
            Welcome, <bdi>{me.preferred_name || me.first_name}</bdi>. You may stop at any step and
            go on later.
          </span>
        }
      />
    )
  return (
    <PageHead
      title="No pay is planned yet"
      lead="It appears here as soon as a pay period of one of your contracts opens."
    />
  )
}

function NoPay() {
  return (
    <EmptyState
      title="Nothing on its way"
      actions={
        <LinkButton href="/contractor/contracts" variant="secondary">
          Look at your contracts
        </LinkButton>
      }
    >
      An active contract and a pay period make the first one.
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
