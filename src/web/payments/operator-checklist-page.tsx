import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { isKept } from '#domain/payments/lost.ts'
import { ClosedSteps, useWaits, WaitingSteps } from '#web/approvals/shared.tsx'
import { useMay, useToday } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { isYetToCome, query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Crumb, Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import { BlockedReasons } from './parts/blocked-reasons.tsx'
import { ChainCosts } from './parts/chain-costs.tsx'
import { ConfirmExecution } from './parts/confirm-execution.tsx'
import { ExecutionView } from './parts/execution-view.tsx'
import { ReadyRails } from './parts/rail-tables.tsx'
import { SettleDialog } from './parts/settle-dialog.tsx'
import type { Checklist } from './queries.ts'
import { SimulatedNote } from './shared.tsx'
import '#web/parts/parts.css'
import { CardSkeleton } from '#web/ui/skeleton.tsx'

function useCrumbs(): readonly Crumb[] {
  const t = useTranslations('payments.checklist')
  return [
    { label: t('crumbs.transactions'), href: '/operations/transactions' },
    { label: t('crumbs.checklist') },
  ]
}

/** What leaves today by rail and what stays and why; then, under `?execution=`, the live progress of executing it. */
export function OperatorChecklistPage() {
  const { get } = useAddress()
  const execution = get('execution')
  const crumbs = useCrumbs()
  return (
    <Page>
      {execution ? <ExecutionView key={execution} id={execution} crumbs={crumbs} /> : <Plan />}
      <div className="page-note">
        <SimulatedNote />
      </div>
    </Page>
  )
}

function Plan() {
  const t = useTranslations('payments.checklist')
  const { get } = useAddress()
  const day = get('pay_date')
  const skeleton = <PlanSkeleton />
  // Its words stand in the head: what is below would move by a line if they came later.
  const late = useQuery(query('listLatePay', {}))
  return (
    <QueryView
      title={t('title')}
      of={{ ...query('getChecklist', { query: day ? { pay_date: day } : {} }), staleTime: 0 }}
      skeleton={skeleton}
    >
      {checklist => (
        <QueryView title={t('title')} of={query('countWrong', {})} skeleton={skeleton}>
          {wrong =>
            isYetToCome(late) ? skeleton : <PlanView checklist={checklist} wrong={wrong} />
          }
        </QueryView>
      )}
    </QueryView>
  )
}

function PlanSkeleton() {
  return (
    <>
      <HeadSkeleton width={560} />
      <div className="stack g32">
        <CardSkeleton height={86} />
        <CardSkeleton height={280} />
        <CardSkeleton height={220} />
      </div>
    </>
  )
}

/** What went wrong, counted as home and the list of payments count it. */
type Wrong = ClientOutput<'countWrong'>

function PlanView({ checklist, wrong }: { checklist: Checklist; wrong: Wrong }) {
  const t = useTranslations('payments.checklist')
  const late = useQuery(query('listLatePay', {}))
  const count = checklist.ready_payments
  const may = useMay()
  const waits = useWaits('execute_payments', count, checklist.ready_totals)
  return (
    <>
      <PlanHead checklist={checklist} wrong={wrong} />
      <div className="stack g20">
        <Awaited of={[late]} failed={t('lateUnknown')} />
        <WaitingSteps kind="execute_payments" />
        {count > 0 && !waits && may('bulkExecute') && <ConfirmExecution checklist={checklist} />}
        {may('bulkSettle') && <SettleStep checklist={checklist} />}
      </div>
      <SectionHead
        title={t.rich('ready', { count, quiet: chunks => <span className="t3 w5">{chunks}</span> })}
      />
      {count === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <>
          <ReadyRails ready={checklist.ready} />
          <ChainCosts of={checklist.chains ?? []} />
        </>
      )}
      {checklist.blocked.length > 0 && <BlockedReasons blocked={checklist.blocked} />}
      <ClosedSteps kind="execute_payments" />
    </>
  )
}

function PlanHead({ checklist, wrong }: { checklist: Checklist; wrong: Wrong }) {
  const t = useTranslations('payments.checklist')
  const crumbs = useCrumbs()
  const today = useToday()
  const { pay_date, ready_payments: count, ready_totals } = checklist
  const lost = wrong.reduce((sum, { payments }) => sum + payments, 0)
  const blocked = checklist.blocked.reduce(
    (sum, { code, payments }) => sum + (isKept(code) ? 0 : payments),
    0,
  )
  const day = formatDateLong(pay_date)
  // Pay that nobody approved, or that no money is there for, has no payment among these yet.
  const late = useQuery(query('listLatePay', {})).data
  const stays = pay_date === today && late ? late.cycles.length + late.more : 0
  const when = pay_date === today ? 'today' : 'by'
  return (
    <PageHead
      crumbs={crumbs}
      title={
        count === 0
          ? t(`nothing.${when}`, { day })
          : t.rich(`leave.${when}`, {
              count,
              amount: () => <MoneyList of={ready_totals} />,
              day,
            })
      }
      lead={t('lead', { day, blocked, lost, stays })}
    />
  )
}

function SettleStep({ checklist: { sent, sent_seen } }: { checklist: Checklist }) {
  const t = useTranslations('payments.settleStep')
  // The dialog tells what was settled, so it outlives the step that opened it.
  const [asked, setAsked] = useState<Checklist['sent_seen']>(null)
  return (
    <>
      {sent_seen !== null && (
        <NextStep
          icon={<StepIcon name="check" />}
          title={t('title', { count: sent })}
          action={
            <Button variant="secondary" onClick={() => setAsked(sent_seen)}>
              {t('mark')}
            </Button>
          }
        >
          {t('text')}
        </NextStep>
      )}
      {asked && (
        <SettleDialog
          count={asked.payments}
          which={{ sent: asked }}
          networks={asked.networks ?? []}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
