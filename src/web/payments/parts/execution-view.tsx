import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { HeadSkeleton } from '#web/parts/query-view.tsx'
import { clockText } from '#web/parts/times.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Crumb, PageHead, SectionHead } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'
import { NextStep, Say, StepIcon } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import type { Execution } from '../queries.ts'
import { RunningRails } from './rail-tables.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { useExecution } from './use-execution.ts'

/** The progress of an execution, each step as it comes; leaving and coming back changes nothing. */
export function ExecutionView({ id, crumbs }: { id: string; crumbs: readonly Crumb[] }) {
  const t = useTranslations('payments.execution')
  const client = useQueryClient()
  const { data, error, refetch } = useExecution(id)
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
        <h1 className="sr">{t('title')}</h1>
        <LoadProblem problem={error} onRetry={() => void refetch()} />
      </>
    )
  return (
    <div role="status" aria-label={t('loading')}>
      <h1 className="sr">{t('title')}</h1>
      <HeadSkeleton />
      <div className="stack g32">
        <CardSkeleton height={148} />
        <CardSkeleton height={280} />
      </div>
    </div>
  )
}

const count = (value: number) => value.toLocaleString('en-US')

function leadKey({ finished, waiting, failed, unknown }: Execution) {
  if (!finished) return 'lead.running'
  if (failed + unknown === 0) return 'lead.done'
  return waiting > 0 ? 'lead.failedAndWaiting' : 'lead.failed'
}

function Progress({ execution, crumbs }: { execution: Execution; crumbs: readonly Crumb[] }) {
  const t = useTranslations('payments.execution')
  const { get } = useAddress()
  const { payments, sent, finished, failed, unknown, waiting, to_release } = execution
  const refused = Number(get('refused')) || 0
  const may = useMay()
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={t('sent', { sent, payments })}
        lead={t(leadKey(execution), { failed: failed + unknown, waiting })}
        actions={
          <LinkButton variant="secondary" href="/operations/transactions/checklist">
            {t('back')}
          </LinkButton>
        }
      />
      <div className="stack g20">
        <Sums execution={execution} />
        {to_release > 0 && (
          <Say
            kind="unusual"
            word={t('toRelease.word', { count: to_release })}
            to={<Link href="/operations/transactions?tab=files">{t('toRelease.open')}</Link>}
          >
            {t('toRelease.text')}
          </Say>
        )}
        {refused > 0 && (
          <Say kind="unusual" word={t('stayed.word', { count: refused })}>
            {t('stayed.text')}
          </Say>
        )}
        {finished && sent > 0 && may('bulkSettle') && <SettleSent execution={execution} />}
      </div>
      <SectionHead title={t('byRail')} />
      <RunningRails execution={execution} />
    </>
  )
}

function Sums({ execution }: { execution: Execution }) {
  const t = useTranslations('payments.execution')
  const { payments, sent, waiting, failed, unknown, finished, requested_at } = execution
  const percent = payments === 0 ? 100 : Math.floor((sent / payments) * 100)
  const sums = [
    { term: t('sums.sent'), value: sent },
    { term: t('sums.waiting'), value: waiting },
    { term: t('sums.unknown'), value: unknown, tone: unknown > 0 ? 'warn' : 't3' },
    { term: t('sums.failed'), value: failed, tone: failed > 0 ? 'err' : 't3' },
  ]
  return (
    <section className="card live" aria-label={t('title')}>
      <div className="row between base">
        <span className="w6" role="status">
          {finished ? t('finished') : t('percent', { percent })}
        </span>
        <span className="meta t3">{t('started', { at: clockText(requested_at) })}</span>
      </div>
      <div className="mt8">
        <ProgressBar
          label={t('sent', { sent, payments })}
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

/** Settles what this execution sent and no chain tells by itself, and nothing of another one. */
function SettleSent({ execution }: { execution: Execution }) {
  const t = useTranslations('payments.execution')
  const step = useTranslations('payments.settleStep')
  const { unsettled, sent_seen } = execution
  // What was asked about stays so while the dialog tells what became of it.
  const [asked, setAsked] = useState<Execution['sent_seen']>(null)
  const by_chain = unsettled - (sent_seen?.payments ?? 0)
  return (
    <>
      {unsettled === 0 && (
        <Say kind="done" word={t('settled.word')}>
          {t('settled.text')}
        </Say>
      )}
      {by_chain > 0 && (
        <Say kind="note" word={t('byChain.word', { count: by_chain })}>
          {t('byChain.text')}
        </Say>
      )}
      {sent_seen !== null && (
        <NextStep
          icon={<StepIcon name="check" />}
          title={step('title', { count: sent_seen.payments })}
          action={<Button onClick={() => setAsked(sent_seen)}>{step('mark')}</Button>}
        >
          {step('text')}
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
