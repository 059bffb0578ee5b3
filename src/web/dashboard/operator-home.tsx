import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { WaitingSteps } from '#web/approvals/shared.tsx'
import { JUST_ASKED_MS, query } from '#web/kernel/queries.ts'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { ReadyRails } from '#web/payments/shared.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { ChecksCard, isStopped } from '#web/verification/shared.tsx'
import { OperatorHead } from './parts/operator-head.tsx'
import { OperatorReviews, WAITING } from './parts/operator-reviews.tsx'
import { OperatorWaits } from './parts/operator-waits.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

/** The operators' home: what is wrong first, what leaves today, what waits for somebody, and who waits for review. */
export function OperatorHome() {
  const t = useTranslations('dashboard.operator')
  const checklist = useQuery({ ...query('getChecklist', { query: {} }), staleTime: JUST_ASKED_MS })
  const wrong = useQuery({ ...query('countWrong', {}), staleTime: JUST_ASKED_MS })
  const late = useQuery({ ...query('listLatePay', {}), staleTime: JUST_ASKED_MS })
  const funds = useQuery({ ...query('getBalances', {}), staleTime: JUST_ASKED_MS })
  const bank = useQuery({ ...query('countDifferences', {}), staleTime: JUST_ASKED_MS })
  const checks = useQuery({ ...query('getChecks', {}), staleTime: JUST_ASKED_MS })
  const companies = useQuery(query('listOperationsEmployers', WAITING))
  const people = useQuery(query('listOperationsContractors', WAITING))
  const failed = [checklist, wrong, late, funds, bank, checks, companies, people].find(
    ({ data, error }) => error && !data,
  )
  if (failed?.error)
    return (
      <Page>
        <h1 className="sr">{t('title')}</h1>
        <LoadProblem problem={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    )
  if (
    !checklist.data ||
    !wrong.data ||
    !late.data ||
    !funds.data ||
    !bank.data ||
    !checks.data ||
    !companies.data ||
    !people.data
  )
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
  const waits = {
    ...{ checklist: checklist.data, wrong: wrong.data, late: late.data },
    ...{ funds: funds.data, bank: bank.data, companies: companies.data, people: people.data },
  }
  const { ready, ready_payments: count } = waits.checklist
  const stopped = isStopped(checks.data)
  return (
    <Page>
      {stopped ? <StoppedHead day={waits.checklist.pay_date} /> : <OperatorHead waits={waits} />}
      <div className="stack g20">
        {stopped && <ChecksCard />}
        <WaitingSteps />
      </div>
      <OperatorWaits waits={waits} />
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
      <OperatorReviews />
      {!stopped && (
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

/** While the rails stand still nothing else comes first. */
function StoppedHead({ day }: { day: string }) {
  const t = useTranslations('dashboard.operator')
  return (
    <PageHead wrong title={t('stopped')} lead={t('stoppedLead', { day: formatDateLong(day) })} />
  )
}
