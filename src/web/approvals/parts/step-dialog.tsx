import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import type { ApiProblem } from '#web/kernel/api-problem.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import type { ApiName, ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { atTime, dayText } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ApprovalStep, StepLine } from '../queries.ts'
import { planText, wordOf } from './step-words.ts'

type Shown = ClientOutput<'getApprovalStep'>

/** What an answer may change. */
const STALE: readonly ApiName[] = [
  'listApprovalSteps',
  'getApprovalStep',
  'getBalances',
  'getFundingSummary',
  'getChecklist',
  'listUnpaid',
  'listWork',
  'countWrong',
  'listPaymentHistory',
  'listConversions',
  'listFundingRequests',
  'listSuspense',
  'listDifferences',
  'countDifferences',
  'listBankDays',
  'listExplained',
  'listTransfers',
  'listLedgerAccounts',
  'getTrialBalance',
  'listTreasuries',
  'getWaiting',
]

/** Exactly what was asked, line by line, with the answers that are the reader's to give. */
export function StepDialog({ step, onClose }: { step: ApprovalStep; onClose: () => void }) {
  const t = useTranslations('approvals.dialog')
  const [refusing, setRefusing] = useState(false)
  const seen = useLines(step)
  const { approve, reject, busy } = useAnswers(step, onClose)
  const may = (action: ApprovalStep['allowed_actions'][number]) =>
    step.allowed_actions.includes(action)
  const changed = seen.data?.pages[0]?.changed ?? false
  return (
    <Dialog
      open
      wide
      keepOnOutsidePress
      onClose={onClose}
      title={t(`question.${wordOf(step)}`, { count: step.lines })}
      lead={t.rich(step.asked_by.is_me ? 'youAsked' : 'asked', {
        name: () => <bdi>{step.asked_by.name}</bdi>,
        at: atTime(step.asked_at),
        plan: planText(step),
        what: () => <bdi>{step.title}</bdi>,
      })}
      footer={
        refusing ? undefined : (
          <>
            {may('reject') && (
              <Button variant="secondary" disabled={busy} onClick={() => setRefusing(true)}>
                {t('reject')}
              </Button>
            )}
            {may('approve') && (
              <Button
                loading={busy}
                disabled={!seen.data || changed}
                onClick={() => approve(step.digest)}
              >
                {t(`verb.${wordOf(step)}`)}
              </Button>
            )}
            {!may('reject') && <Button onClick={onClose}>{t('close')}</Button>}
          </>
        )
      }
    >
      <div className="stack g16">
        {refusing && (
          <Refusal of={step} busy={busy} onRefuse={reject} onCancel={() => setRefusing(false)} />
        )}
        <Warnings step={step} changed={changed} />
        <p className="w6">
          <MoneyList of={step.totals} strong />
        </p>
        <Lines of={seen} />
      </div>
    </Dialog>
  )
}

function useLines(step: ApprovalStep) {
  return useInfiniteQuery<Shown, ApiProblem>({
    queryKey: ['getApprovalStep', step.step_uuid],
    initialPageParam: '',
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      api(
        'getApprovalStep',
        {
          params: { id: step.step_uuid },
          query: pageParam ? { cursor: String(pageParam) } : {},
        },
        { signal },
      ),
    getNextPageParam: page => page.next_cursor ?? undefined,
  })
}

function useAnswers(step: ApprovalStep, onClose: () => void) {
  const t = useTranslations('approvals.dialog')
  const go = useGo()
  const params = { id: step.step_uuid }
  const approve = useCall('approveStep', {
    refresh: STALE,
    onSuccess: ({ outcome }) => {
      onClose()
      if (outcome?.execution_uuid)
        go(`/operations/transactions/checklist?execution=${outcome.execution_uuid}`)
      else openAlert(t(`done.${wordOf(step)}`, { count: step.lines }), { severity: 'success' })
    },
  })
  const reject = useCall('rejectStep', { refresh: ['listApprovalSteps'], onSuccess: onClose })
  return {
    approve: (digest: string) => approve.mutate({ params, body: { digest } }),
    reject: (reason: string) => reject.mutate({ params, body: { reason } }),
    busy: approve.isPending || reject.isPending,
  }
}

function Warnings({ step, changed }: { step: ApprovalStep; changed: boolean }) {
  const t = useTranslations('approvals.dialog')
  if (changed)
    return (
      <Say kind="blocked" word={t('changed.word')}>
        {t('changed.text')}
      </Say>
    )
  if (!step.asker_may)
    return (
      <Say kind="blocked" word={t('notTheirs.word')}>
        {t('notTheirs.text')}
      </Say>
    )
  return null
}

function Refusal({
  of,
  busy,
  onRefuse,
  onCancel,
}: {
  of: ApprovalStep
  busy: boolean
  onRefuse: (reason: string) => void
  onCancel: () => void
}) {
  const t = useTranslations('approvals.dialog')
  const [reason, setReason] = useDraft({ dialog: `refuse ${of.step_uuid}` }, '')
  const [missing, setMissing] = useState(false)
  return (
    <form
      className="stack g12"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const given = reason.trim()
        setMissing(given === '')
        if (given) onRefuse(given)
      }}
    >
      <TextField
        id="step-reason"
        label={t('reason.label')}
        required
        maxLength={500}
        help={t('reason.help')}
        value={reason}
        error={missing && t('reason.missing')}
        onChange={event => setReason(event.target.value)}
      />
      <div className="row g8 wrap">
        <Button type="submit" variant="danger-filled" loading={busy}>
          {t('reject')}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

function Lines({ of }: { of: ReturnType<typeof useLines> }) {
  const t = useTranslations('approvals.dialog')
  const lines = of.data?.pages.flatMap(page => page.items) ?? []
  if (of.error) return <LoadProblem problem={of.error} onRetry={() => void of.refetch()} />
  if (!of.data) return <LoadingBlock height={160} />
  return (
    <>
      <ul className="plain-rows">
        {lines.map(line => (
          <Line key={line.line_id} line={line} />
        ))}
      </ul>
      {of.hasNextPage && (
        <Button
          variant="text"
          size="sm"
          loading={of.isFetchingNextPage}
          onClick={() => void of.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  )
}

function Line({ line }: { line: StepLine }) {
  const { contractor_name, employer_name, label, date, amount } = line
  return (
    <li className="row g16 between">
      <div className="grow">
        <div className="w5">
          <bdi>{contractor_name ?? employer_name}</bdi>
        </div>
        <div className="meta t3">
          {contractor_name && (
            <>
              <bdi>{employer_name}</bdi>,{' '}
            </>
          )}
          <bdi>{label}</bdi>, {dayText(date)}
        </div>
      </div>
      <MoneyAmount of={amount} strong />
    </li>
  )
}
