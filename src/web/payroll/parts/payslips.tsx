import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { api } from '#web/kernel/api.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { SaveButton } from '#web/parts/download.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { periodText, shortDate } from '#web/parts/times.ts'
import type { Payslip } from '#web/payments/shared.tsx'
import { KeptPays, SimulatedNote, useMyPayBrief, useOnChain } from '#web/payments/shared.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip, type Tone } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PayslipParts } from './payslip-parts.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

/** The payslips of a contractor as they are read, page by page. */
export function usePayslips() {
  return useInfiniteQuery<ClientOutput<'listPayslips'>, ApiProblem>({
    queryKey: ['listPayslips', 'all'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api('listPayslips', { query: pageParam ? { cursor: String(pageParam) } : {} }, { signal }),
    getNextPageParam: page => page.next_cursor ?? undefined,
  })
}

/** The payslips of a contractor, newest first: what was paid where and why, and each as PDF. */
export function Payslips() {
  const t = useTranslations('payroll.payslips')
  const answer = usePayslips()
  // What did not arrive has no payslip; it is said where its payslip is looked for.
  const coming = useQuery(query('listNextPays', {}))
  const payslips = answer.data?.pages.flatMap(page => page.items) ?? []
  return (
    <>
      {(answer.isPending || coming.isPending) && (
        <div className="stack g20" role="status" aria-label={t('loading')}>
          <CardSkeleton height={220} />
          <CardSkeleton height={220} />
        </div>
      )}
      {answer.error && <LoadProblem problem={answer.error} onRetry={() => void answer.refetch()} />}
      <div className="stack g20">
        {coming.data ? (
          <KeptPays pays={coming.data} />
        ) : (
          <Awaited of={[coming]} failed={t('unknown')} />
        )}
        {answer.data && !coming.isPending && payslips.length === 0 && (
          <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
        )}
        {!coming.isPending &&
          answer.data?.pages.map(({ items }) => (
            <PageOfPayslips key={items[0]?.payslip_uuid ?? ''} payslips={items} />
          ))}
        {answer.hasNextPage && (
          <Button
            variant="secondary"
            loading={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            {t('earlier')}
          </Button>
        )}
        {answer.data && <SimulatedNote />}
      </div>
    </>
  )
}

const TONES: Readonly<Record<Payslip['status'], Tone>> = {
  PENDING_APPROVAL: 'hollow',
  APPROVED: 'run',
  ARCHIVED: 'off',
  PAID: 'ok',
  CANCELLED: 'off',
}

const BACK_TONES: Readonly<Record<NonNullable<Payslip['came_back']>['tone'], Tone>> = {
  WRONG: 'err',
  WAITS: 'warn',
  FINE: 'run',
}

/** What of them left by a chain is asked for at once. */
function PageOfPayslips({ payslips }: { payslips: readonly Payslip[] }) {
  const onChain = useOnChain(payslips.flatMap(({ parts }) => parts))
  return payslips.map(payslip => (
    <PayslipCard key={payslip.payslip_uuid} payslip={payslip} onChain={onChain} />
  ))
}

function PayslipCard({
  payslip,
  onChain,
}: {
  payslip: Payslip
  onChain: ReturnType<typeof useOnChain>
}) {
  const tStatus = useTranslations('payroll.status')
  const t = useTranslations('payroll.payslips')
  const brief = useMyPayBrief()
  return (
    <Card
      title={t.rich('of', {
        amount: () => <MoneyAmount of={payslip.amount} />,
        employer: () => <bdi>{payslip.employer_name}</bdi>,
        date: () => <span className="nowrap">{shortDate(payslip.pay_date)}</span>,
      })}
      note={
        <span className="row g12">
          {payslip.came_back ? (
            <StatusChip tone={BACK_TONES[payslip.came_back.tone]}>
              {brief(payslip.came_back)}
            </StatusChip>
          ) : (
            <>
              <StatusChip tone={TONES[payslip.status]}>{tStatus(payslip.status)}</StatusChip>
              <PdfButton payslip={payslip} />
            </>
          )}
        </span>
      }
    >
      <div className="split-in">
        <p className="meta t2">
          {t.rich(payslip.entries[0]?.kind === 'PAYMENT' ? 'ofBatch' : 'earned', {
            date: formatDate(payslip.pay_date),
            period: periodText(payslip.start_date, payslip.end_date),
            role: () => <bdi>{payslip.role}</bdi>,
            hours: payslip.hours.toFixed(2),
            rate: () => <MoneyAmount of={payslip.hourly_rate} size="sm" />,
          })}
        </p>
        {payslip.came_back && <p className="meta t2 mt4">{t('cameBack')}</p>}
      </div>
      <PayslipParts payslip={payslip} onChain={onChain} />
    </Card>
  )
}

function PdfButton({ payslip }: { payslip: Payslip }) {
  const t = useTranslations('payroll.payslips')
  return (
    <SaveButton
      file="getPayslip"
      input={{ params: { uuid: payslip.payslip_uuid } }}
      size="sm"
      label={t('pdfOf', { date: formatDate(payslip.pay_date) })}
    >
      {t('pdf')}
    </SaveButton>
  )
}
