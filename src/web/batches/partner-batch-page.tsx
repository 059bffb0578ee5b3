import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useMay } from '#web/kernel/me.ts'
import { query } from '#web/kernel/queries.ts'
import { useParam } from '#web/kernel/route-param.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { instantDay } from '#web/parts/times.ts'
import { cyclePath, useCycleWords } from '#web/payroll/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { BatchApprovals } from './parts/batch-approvals.tsx'
import { BatchCurrencies } from './parts/batch-currencies.tsx'
import { BatchFunding } from './parts/batch-funding.tsx'
import { BatchLeftOut } from './parts/batch-left-out.tsx'
import { BatchProgress } from './parts/batch-progress.tsx'
import { BatchRows } from './parts/batch-rows.tsx'
import { BatchSteps } from './parts/batch-steps.tsx'
import type { BatchView } from './parts/batch-words.tsx'
import { CancelBatch } from './parts/cancel-batch.tsx'
import { SimulateSteps } from './parts/simulate-steps.tsx'
import './batches.css'

/** While rows move by themselves the page follows them. */
const MOVES_MS = 5_000
const MOVES: readonly string[] = ['UNINVITED', 'SENT', 'APPROVED']

/** One batch: where it stands, step by step and currency by currency, who said yes, and every row of it. */
export function PartnerBatchPage() {
  const t = useTranslations('batches.batch')
  const batch_uuid = useParam('batch_uuid')
  const batch = useQuery({
    ...query('getPaymentBatch', { params: { batch_uuid } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.counts.some(of => MOVES.includes(of.state)) ? MOVES_MS : false,
  })
  return (
    <Page>
      {batch.isPending && <LoadingBlock height={640} />}
      {batch.error && !batch.data && (
        <>
          <PageHead
            crumbs={[{ label: t('crumb'), href: '/employer/partner/payments' }]}
            title={t('crumb')}
          />
          <LoadProblem problem={batch.error} onRetry={() => void batch.refetch()} />
        </>
      )}
      {batch.data && <Batch batch={batch.data} />}
    </Page>
  )
}

function Batch({ batch }: { batch: BatchView }) {
  const may = useMay()
  return (
    <>
      <Head batch={batch} />
      <div className="cycle-cols">
        <WhatIsWrong batch={batch} />
        {batch.sandbox && may('simulatePaymentBatch') && <SimulateSteps batch={batch} />}
        {batch.steps.length > 0 && <BatchSteps batch={batch} />}
        <BatchProgress batch={batch} />
      </div>
      <BatchCurrencies batch={batch} />
      <div className="batch-two">
        <BatchFunding batch={batch} />
        {!batch.sandbox && <BatchApprovals batch={batch} />}
      </div>
      <BatchRows batch={batch}>
        {batch.left_out > 0 && <BatchLeftOut batch={batch} />}
        <SimulatedNote />
      </BatchRows>
    </>
  )
}

function Head({ batch }: { batch: BatchView }) {
  const t = useTranslations('batches.batch')
  const { state, rows, progress, file_name, cycle } = batch
  const { joining, waiting, paying, settled } = progress
  const out = batch.counts.reduce(
    (sum, of) => sum + (of.state === 'SENT' || of.state === 'SETTLED' ? of.rows : 0),
    0,
  )
  const of = joining + waiting + paying + settled
  const wrong = cycle?.pay_state?.tone === 'WRONG'
  const approves = cycle?.allowed_actions.includes('approve')
  return (
    <PageHead
      crumbs={[{ label: t('crumb'), href: '/employer/partner/payments' }, { label: file_name }]}
      title={t(`titles.${isDeclined(batch) ? 'DECLINED' : state}`, { ...progress, rows, of, out })}
      wrong={wrong}
      lead={<Lead batch={batch} />}
      actions={
        <>
          <CancelBatch batch={batch} />
          {cycle && waiting + paying + settled > 0 && (
            <LinkButton
              variant={approves && waiting > 0 ? 'primary' : 'secondary'}
              href={cyclePath('payroll-run', cycle)}
            >
              {t(approves && waiting > 0 ? 'approve' : 'look')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}

/** Whether nothing of it is paid since its people declined, and nobody cancelled it. */
function isDeclined({ state, cancelled_at }: BatchView): boolean {
  return state === 'CANCELLED' && cancelled_at === null
}

function Lead({ batch }: { batch: BatchView }) {
  const t = useTranslations('batches.batch.leads')
  const { sandbox, state, progress, pay_date, cancelled_at, left_out, rows, words } = batch
  const said = [
    ...(sandbox ? [t('sandbox')] : []),
    ...(isDeclined(batch)
      ? []
      : state === 'CANCELLED'
        ? [t('cancelled')]
        : [t('date', { date: formatDateLong(pay_date) })]),
    ...(state !== 'CANCELLED' && cancelled_at
      ? [t('rest', { date: instantDay(cancelled_at) })]
      : []),
    ...(state !== 'JOINING' && progress.joining > 0
      ? [t('joining', { count: progress.joining })]
      : []),
    ...(progress.declined > 0 ? [t('declined', { count: progress.declined })] : []),
    // Nobody is invited by the sandbox.
    ...(progress.declined > 0 && !sandbox ? [t('anew', { count: progress.declined })] : []),
    ...(left_out > 0 ? [t('leftOut', { left: left_out, all: rows + left_out })] : []),
  ]
  return (
    <>
      <span>{said.join(' ')}</span>
      {words && <bdi className="t3">{words}</bdi>}
    </>
  )
}

/** What the server says is wrong with its pays, with who acts and where. */
function WhatIsWrong({ batch: { cycle } }: { batch: BatchView }) {
  const words = useCycleWords()
  const wrong = (cycle?.pay_states ?? []).filter(({ tone }) => tone === 'WRONG')
  if (!cycle || wrong.length === 0) return null
  return (
    <div className="stack g8">
      {wrong.map(of => {
        const told = words(cycle, of)
        return (
          <Say
            key={of.state}
            kind="blocked"
            word={`${told.brief}.`}
            to={
              told.step && (
                <LinkButton variant="secondary" size="sm" href={told.step.href}>
                  {told.step.verb}
                </LinkButton>
              )
            }
          >
            {told.lead}
          </Say>
        )
      })}
    </div>
  )
}
