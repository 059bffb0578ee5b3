import { useState } from 'react'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { ClosedSteps, useWaits, WaitingSteps } from '#web/approvals/shared.tsx'
import { useMay, useToday } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { CardSkeleton, HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { NextStep, Say, StepIcon } from '#web/ui/say.tsx'
import { BlockedReasons } from './parts/blocked-reasons.tsx'
import { ConfirmExecution } from './parts/confirm-execution.tsx'
import { ExecutionView } from './parts/execution-view.tsx'
import { ReadyRails } from './parts/rail-tables.tsx'
import { allSent, SettleDialog } from './parts/settle-dialog.tsx'
import type { Checklist } from './queries.ts'
import { SimulatedNote } from './shared.tsx'
import '#web/parts/parts.css'

const CRUMBS = [
  { label: 'Transactions', href: '/operations/transactions' },
  { label: 'Checklist' },
] as const

/** What leaves today by rail and what stays and why; then, under `?execution=`, the live progress of executing it. */
export function OperatorChecklistPage() {
  const { get } = useAddress()
  const execution = get('execution')
  return (
    <Page>
      {execution ? <ExecutionView key={execution} id={execution} crumbs={CRUMBS} /> : <Plan />}
      <div className="page-note">
        <SimulatedNote />
      </div>
    </Page>
  )
}

function Plan() {
  const { get } = useAddress()
  const day = get('pay_date')
  return (
    <QueryView
      title="Checklist"
      of={{ ...query('getChecklist', { query: day ? { pay_date: day } : {} }), staleTime: 0 }}
      skeleton={
        <>
          <HeadSkeleton width={560} />
          <div className="stack g32">
            <CardSkeleton height={86} />
            <CardSkeleton height={280} />
            <CardSkeleton height={220} />
          </div>
        </>
      }
    >
      {checklist => <PlanView checklist={checklist} />}
    </QueryView>
  )
}

function PlanView({ checklist }: { checklist: Checklist }) {
  const count = checklist.payment_uuids.length
  const may = useMay()
  const waits = useWaits('execute_payments', count, checklist.ready_totals)
  return (
    <>
      <PlanHead checklist={checklist} />
      <div className="stack g20">
        {checklist.left_out > 0 && (
          <Say kind="note">
            {checklist.left_out.toLocaleString('en-US')} more are due. They come here once these
            left.
          </Say>
        )}
        <WaitingSteps kind="execute_payments" />
        {count > 0 && !waits && may('bulkExecute') && <ConfirmExecution checklist={checklist} />}
        {may('bulkSettle') && <SettleStep count={checklist.sent} />}
      </div>
      <SectionHead title={<Counted word="Ready" count={count} />} />
      {count === 0 ? (
        <EmptyState title="Nothing is ready to leave">
          Payments are ready on their pay date, once they are approved, funded and not blocked.
        </EmptyState>
      ) : (
        <ReadyRails ready={checklist.ready} />
      )}
      {checklist.blocked.length > 0 && <BlockedReasons blocked={checklist.blocked} />}
      <ClosedSteps kind="execute_payments" />
    </>
  )
}

/** The title of a section with how many it lists. */
function Counted({ word, count }: { word: string; count: number }) {
  return (
    <>
      {word} <span className="t3 w5">{count.toLocaleString('en-US')}</span>
    </>
  )
}

function PlanHead({ checklist }: { checklist: Checklist }) {
  const today = useToday()
  const { pay_date, payment_uuids, ready_totals } = checklist
  const count = payment_uuids.length
  const blocked = checklist.blocked.reduce((sum, { payments }) => sum + payments, 0)
  const when = pay_date === today ? 'today' : `by ${formatDateLong(pay_date)}`
  const many = `${count.toLocaleString('en-US')} ${count === 1 ? 'payment' : 'payments'}`
  return (
    <PageHead
      crumbs={CRUMBS}
      title={
        count === 0 ? (
          `Nothing leaves ${when}`
        ) : (
          <>
            {many}, <MoneyList of={ready_totals} />, {count === 1 ? 'leaves' : 'leave'} {when}
          </>
        )
      }
      lead={`${formatDateLong(pay_date)}. ${
        blocked === 0
          ? 'Nothing is blocked.'
          : `${blocked.toLocaleString('en-US')} ${blocked === 1 ? 'is' : 'are'} blocked and ${blocked === 1 ? 'stays' : 'stay'} behind.`
      }`}
    />
  )
}

function SettleStep({ count }: { count: number }) {
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState(0)
  const many = `${count.toLocaleString('en-US')} sent ${count === 1 ? 'payment waits' : 'payments wait'}`
  // The dialog tells what was settled, so it outlives the step that opened it.
  return (
    <>
      {count > 0 && (
        <NextStep
          icon={<StepIcon name="check" />}
          title={`${many} for confirmation`}
          action={
            <Button
              variant="secondary"
              onClick={() => {
                setAsked(count)
                setAsking(true)
              }}
            >
              Mark settled
            </Button>
          }
        >
          Mark them settled once the bank or the chain shows that they arrived.
        </NextStep>
      )}
      {asking && (
        <SettleDialog count={asked} load={() => allSent()} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
