import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { WaitingSteps } from '#web/approvals/shared.tsx'
import { useToday } from '#web/kernel/me.ts'
import { JUST_ASKED_MS, query } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { ReadyRails } from '#web/payments/shared.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { ChecksCard, isStopped } from '#web/verification/shared.tsx'
import { OperatorHead } from './parts/operator-head.tsx'
import { OperatorReviews, WAITING } from './parts/operator-reviews.tsx'
import { OperatorWaits, type Waits, waitsOf } from './parts/operator-waits.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

/** The operators' home: what is wrong first, what leaves today, what waits for somebody, and who waits for review. */
export function OperatorHome() {
  const t = useTranslations('dashboard.operator')
  const today = useToday()
  const checklist = useQuery({ ...query('getChecklist', { query: {} }), staleTime: JUST_ASKED_MS })
  const wrong = useQuery({ ...query('countWrong', {}), staleTime: JUST_ASKED_MS })
  const late = useQuery({ ...query('listLatePay', {}), staleTime: JUST_ASKED_MS })
  const funds = useQuery({ ...query('getBalances', {}), staleTime: JUST_ASKED_MS })
  const bank = useQuery({ ...query('countDifferences', {}), staleTime: JUST_ASKED_MS })
  const checks = useQuery({ ...query('getChecks', {}), staleTime: JUST_ASKED_MS })
  const companies = useQuery(query('listOperationsEmployers', WAITING))
  const people = useQuery(query('listOperationsContractors', WAITING))
  const asked = { checklist, wrong, late, funds, bank, checks, companies, people }
  const answers = Object.values(asked)
  // One that is asked again leaves what came where it stands.
  if (answers.some(({ data, error, errorUpdateCount: failed }) => !data && !error && failed === 0))
    return (
      <Page>
        <h1 className="sr">{t('title')}</h1>
        <HeadSkeleton width={560} />
        <div className="stack g32">
          <CardSkeleton height={280} />
          <CardSkeleton height={220} />
        </div>
      </Page>
    )
  if (answers.every(({ data }) => !data))
    return (
      <Page>
        <h1 className="sr">{t('title')}</h1>
        <Awaited of={answers}>{null}</Awaited>
      </Page>
    )
  const isPart = answers.some(({ data }) => !data)
  const waits = waitsOf(asked, today)
  const { ready, ready_payments: count } = waits.checklist
  const stopped = checks.data !== undefined && isStopped(checks.data)
  return (
    <Page>
      <Head waits={waits} stopped={stopped} isPart={isPart} />
      <div className="stack g20">
        <Awaited of={answers} />
        {stopped && <ChecksCard />}
        <WaitingSteps />
      </div>
      <OperatorWaits waits={waits} isPart={isPart} />
      {count > 0 && (
        <>
          <SectionHead
            title={t.rich('leaves', {
              count,
              quiet: chunks => <span className="t3 w5">{chunks}</span>,
            })}
          />
          <ReadyRails ready={ready} />
        </>
      )}
      {companies.data && people.data && <OperatorReviews />}
      {checks.data && !stopped && (
        <div className="mt32">
          <ChecksCard />
        </div>
      )}
      <div className="page-note">
        <SimulatedNote />
      </div>
    </Page>
  )
}

/** While the rails stand still nothing else comes first; then that not everything is known, which no sentence about all of it may hide. */
function Head({ waits, stopped, isPart }: { waits: Waits; stopped: boolean; isPart: boolean }) {
  const t = useTranslations('dashboard.operator')
  const day = formatDateLong(waits.checklist.pay_date)
  if (stopped) return <PageHead wrong title={t('stopped')} lead={t('stoppedLead', { day })} />
  if (isPart) return <PageHead wrong title={t('inPart')} lead={t('inPartLead', { day })} />
  return <OperatorHead waits={waits} />
}
