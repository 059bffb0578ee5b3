import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useMe } from '#web/kernel/me.ts'
import { isYetToCome, query } from '#web/kernel/queries.ts'
import type { Me } from '#web/kernel/types.ts'
import { type Answer, Awaited } from '#web/parts/awaited.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import type { NextPay } from '#web/payments/shared.tsx'
import { KeptPays, keptParts, SimulatedNote } from '#web/payments/shared.tsx'
import { DeductionsCard, HomeTime } from '#web/payroll/shared.tsx'
import { InvitationSteps, PapersToSend } from '#web/people/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { type FirstPay, isMine } from './parts/first-pay.ts'
import { OtherPays, PayPath, WhereItGoes } from './parts/pay-cards.tsx'
import { PayHead } from './parts/pay-head.tsx'
import { SignStep } from './parts/sign-step.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

// Once the first pay has settled nobody needs their scripts again. The page's own Suspense stands in while they come.
const load = () => import('./parts/first-pay-way.tsx')
const FirstPayWay = lazy(() => load().then(part => ({ default: part.FirstPayWay })))
// It stands last, and is asked for by itself.
const PromisedAndDelivered = lazy(() =>
  import('./parts/promised-and-delivered.tsx').then(part => ({
    default: part.PromisedAndDelivered,
  })),
)
const WayHead = lazy(() => load().then(part => ({ default: part.WayHead })))

/** The contractor's home: when and how much comes next, what to do, where the pay goes, and what was delivered so far. */
export function ContractorHome() {
  const t = useTranslations('dashboard.contractor')
  const me = useMe()
  // What stands above the pay: what of it came later would move what is read.
  const above = [
    useQuery(query('listTimesheets', {})),
    useQuery(query('listDocuments', {})),
    useQuery(query('listInvitations', {})),
    useQuery(query('listContractorContracts', {})),
  ]
  const skeleton = <HomeSkeleton />
  return (
    <Page>
      <QueryView title={t('title')} of={query('listNextPays', {})} skeleton={skeleton}>
        {pays => (
          <QueryView title={t('title')} of={query('getFirstPay', {})} skeleton={skeleton}>
            {way => (above.some(isYetToCome) ? skeleton : <Home {...{ me, pays, way, above }} />)}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

function Home({
  me,
  pays,
  way,
  above,
}: {
  me: Me
  pays: readonly NextPay[]
  way: FirstPay
  /** The answers behind what the contractor has to do. */
  above: readonly Answer[]
}) {
  const t = useTranslations('dashboard.contractor')
  const [next, ...others] = pays
  const asked = pays.flatMap(pay => pay.deductions)
  const kept = keptParts(pays).length > 0
  // While a step of the way says so, nothing else does.
  const asks = (key: FirstPay['steps'][number]['key']) =>
    way.steps.some(step => step.key === key && step.state === 'OPEN' && isMine(step, 'contractor'))
  return (
    <>
      {next ? <PayHead pay={next} others={others} step={!kept} /> : <QuietHead way={way} />}
      <div className="stack g20">
        <KeptPays pays={pays} />
        {pays.map(pay => (
          <LastPay key={pay.line_item_uuid} pay={pay} />
        ))}
        <Awaited of={above} failed={t('unknown')} />
        <PapersToSend />
        {!asks('invitation') && <InvitationSteps />}
        {me.gates.terms_signed && !asks('contract') && <SignStep />}
        {asked.length > 0 && <DeductionsCard asked={asked} />}
        {next && <HomeTime />}
        {!next && !way.settled && <FirstPayWay way={way} first />}
        {next ? (
          <div className="home-grid">
            <WhereItGoes pay={next} />
            <PayPath pay={next} />
          </div>
        ) : (
          way.settled && <NoPay />
        )}
        {next && !way.settled && <FirstPayWay way={way} first={!kept} />}
        <OtherPays pays={others} />
        {way.settled && (
          <p className="meta">
            <Link href="/contractor/payroll/upcoming">{t('dates')}</Link>
          </p>
        )}
        <Suspense fallback={<CardSkeleton height={286} />}>
          <PromisedAndDelivered />
        </Suspense>
        <SimulatedNote />
      </div>
    </>
  )
}

/** Of who leaves an employer: the last day, and the pay after which none comes. */
function LastPay({ pay: { last_day_on, employer_name, pay_date, status } }: { pay: NextPay }) {
  const t = useTranslations('dashboard.contractor.lastPay')
  if (!last_day_on) return null
  return (
    <Say kind="note">
      {t.rich(status === 'PAID' ? 'paid' : 'text', {
        employer: () => <bdi>{employer_name}</bdi>,
        day: formatDateLong(last_day_on),
        date: formatDateLong(pay_date),
      })}
    </Say>
  )
}

function QuietHead({ way }: { way: FirstPay }) {
  const t = useTranslations('dashboard.contractor')
  if (!way.settled) return <WayHead way={way} />
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
