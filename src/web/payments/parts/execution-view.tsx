import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { CardSkeleton, HeadSkeleton } from '#web/parts/query-view.tsx'
import { clockText } from '#web/parts/times.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { type Crumb, PageHead, SectionHead } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'
import { NextStep, Say, StepIcon } from '#web/ui/say.tsx'
import { type Execution, executionQuery } from '../queries.ts'
import { RunningRails } from './rail-tables.tsx'
import { allSent, SettleDialog } from './settle-dialog.tsx'

/** The progress of an execution, asked for every half second until it ends; leaving and coming back changes nothing. */
export function ExecutionView({ id, crumbs }: { id: string; crumbs: readonly Crumb[] }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(executionQuery(id))
  const finished = data?.finished ?? false
  useEffect(() => {
    if (!finished) return
    for (const name of ['getChecklist', 'listUnpaid', 'getBalances'])
      void client.invalidateQueries({ queryKey: [name] })
  }, [finished, client])
  if (data) return <Progress execution={data} crumbs={crumbs} />
  if (error)
    return (
      <>
        <h1 className="sr">Progress</h1>
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      </>
    )
  return (
    <div role="status" aria-label="Loading">
      <h1 className="sr">Progress</h1>
      <HeadSkeleton />
      <div className="stack g32">
        <CardSkeleton height={148} />
        <CardSkeleton height={280} />
      </div>
    </div>
  )
}

const count = (value: number) => value.toLocaleString('en-US')

function leadOf({ finished, waiting, failed, unknown }: Execution): string {
  if (!finished) return 'You can leave this page; it goes on.'
  if (failed + unknown === 0) return 'All of them were handed to their rails.'
  return `${count(failed + unknown)} did not go through. ${waiting > 0 ? `${count(waiting)} still wait.` : ''}`
}

function Progress({ execution, crumbs }: { execution: Execution; crumbs: readonly Crumb[] }) {
  const { get } = useAddress()
  const { payments, sent, finished } = execution
  const refused = Number(get('refused')) || 0
  const may = useMay()
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={`${count(sent)} of ${count(payments)} sent`}
        lead={leadOf(execution)}
        actions={
          <LinkButton variant="secondary" href="/operations/transactions/checklist">
            Back to the checklist
          </LinkButton>
        }
      />
      <div className="stack g20">
        <Sums execution={execution} />
        {refused > 0 && (
          <Say kind="unusual" word={`${count(refused)} stayed behind.`}>
            They were blocked by the time you confirmed; the checklist says why.
          </Say>
        )}
        {finished && sent > 0 && may('bulkSettle') && (
          <SettleSent execution_uuid={execution.execution_uuid} />
        )}
      </div>
      <SectionHead title="By rail" />
      <RunningRails execution={execution} />
    </>
  )
}

function Sums({ execution }: { execution: Execution }) {
  const { payments, sent, waiting, failed, unknown, finished, requested_at } = execution
  const percent = payments === 0 ? 100 : Math.floor((sent / payments) * 100)
  const sums = [
    { term: 'Sent', value: sent },
    { term: 'Waiting', value: waiting },
    { term: 'Answer lost', value: unknown, tone: unknown > 0 ? 'warn' : 't3' },
    { term: 'Failed', value: failed, tone: failed > 0 ? 'err' : 't3' },
  ]
  return (
    <section className="card live" aria-label="Progress">
      <div className="row between base">
        <span className="w6" role="status">
          {finished ? 'Finished' : `${percent}%`}
        </span>
        <span className="meta t3">Started {clockText(requested_at)}</span>
      </div>
      <div className="mt8">
        <ProgressBar
          label={`${count(sent)} of ${count(payments)} sent`}
          value={sent}
          max={payments}
          thickness="thick"
        />
      </div>
      <dl className="sums">
        {sums.map(({ term, value, tone = 't3' }) => (
          <div key={term}>
            <dt className={`meta ${tone}`}>{term}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Marks what waits for a confirmation as settled; how many that are is asked of the server first. */
/** Settles what this execution sent, and nothing of another one. */
function SettleSent({ execution_uuid }: { execution_uuid: string }) {
  const [asking, setAsking] = useState(false)
  const waiting = useQuery({
    queryKey: ['listUnpaid', 'sent', execution_uuid],
    queryFn: () => allSent(execution_uuid),
    staleTime: 0,
  })
  const many = waiting.data?.length ?? 0
  if (many === 0 && !asking)
    return waiting.data ? (
      <Say kind="done" word="Settled.">
        All of it is confirmed.
      </Say>
    ) : null
  return (
    <>
      <NextStep
        icon={<StepIcon name="check" />}
        title={`${count(many)} sent ${many === 1 ? 'payment waits' : 'payments wait'} for confirmation`}
        action={<Button onClick={() => setAsking(true)}>Mark settled</Button>}
      >
        Mark them settled once the bank or the chain shows that they arrived.
      </NextStep>
      {asking && (
        <SettleDialog
          count={many}
          load={async () => waiting.data ?? []}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
