import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { type ApiProblem, detailOf } from '#web/kernel/api-problem.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { atTime } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import { BatchChip } from './batch-chip.tsx'

type Detail = ClientOutput<'getBatch'>

const AFTER = ['getBatch', 'listBatches', 'listUnpaid', 'getExecution', 'getChecklist'] as const

/** A file for a bank as a second person reads it: what it comes to, its hash, its payments, and what may be done with it. */
export function BatchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('payments.batch')
  return (
    <Dialog open onClose={onClose} title={t('title')} wide>
      <QueryView
        of={{ ...query('getBatch', { params: { id } }), staleTime: 0 }}
        skeleton={<CardSkeleton height={400} />}
      >
        {batch => <BatchView batch={batch} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

function BatchView({ batch, onClose }: { batch: Detail; onClose: () => void }) {
  const t = useTranslations('payments.batch')
  return (
    <div className="stack g20">
      <div className="row g12 between wrap">
        <span className="h3">
          <MoneyAmount of={batch.total} strong />
        </span>
        <BatchChip status={batch.status} />
      </div>
      <DefinitionRows rows={useFacts(batch)} />
      {batch.stopped > 0 && (
        <Say kind="blocked" word={t('stopped', { count: batch.stopped })}>
          {t('makeAnew')}
        </Say>
      )}
      {batch.is_late && (
        <Say kind="blocked" word={t('late')}>
          {t('makeAnew')}
        </Say>
      )}
      {isOfNobody(batch) && (
        <Say kind="blocked" word={t('makerGone')}>
          {t('makeAnew')}
        </Say>
      )}
      <ul className="plain-rows">
        {batch.lines.map(line => (
          <li key={line.reference} className="row g12 between wrap">
            <div className="grow">
              <bdi className="w5">{line.contractor_name}</bdi>
              <div className="meta t3">
                <bdi>{line.company_name}</bdi> · <bdi>{line.destination}</bdi>
              </div>
              {line.stopped && (
                <Say kind="blocked">
                  <bdi>{line.stopped}</bdi>
                </Say>
              )}
            </div>
            <MoneyAmount of={line.amount} />
          </li>
        ))}
      </ul>
      {batch.lines.length < batch.payments && (
        <p className="meta t3">{t('more', { count: batch.payments - batch.lines.length })}</p>
      )}
      <Actions batch={batch} onClose={onClose} />
    </div>
  )
}

/** Whether a file waits that who had it made may not ask for any more. */
function isOfNobody({ status, maker_may }: Detail): boolean {
  return status === 'WAITING' && maker_may === false
}

function useFacts(batch: Detail) {
  const t = useTranslations('payments.batch.facts')
  const { made_by, made_at, answered_by, answered_at, status, downloads } = batch
  const fact = (id: Parameters<typeof t>[0], value: React.ReactNode) => ({ id, term: t(id), value })
  return [
    fact('bank', <bdi>{batch.label}</bdi>),
    fact('file', <bdi className="mono">{batch.file_name}</bdi>),
    fact('hash', <bdi className="mono meta">{batch.file_sha256}</bdi>),
    fact('payments', batch.payments),
    fact('due', formatDate(batch.due_on)),
    fact('made', <bdi>{`${made_by.name}, ${atTime(made_at)}`}</bdi>),
    ...(answered_by && answered_at
      ? [fact(status, <bdi>{`${answered_by}, ${atTime(answered_at)}`}</bdi>)]
      : []),
    ...(batch.words ? [fact('words', <bdi>{batch.words}</bdi>)] : []),
    ...downloads.map(({ name, at }) => ({
      ...fact('taken', <bdi>{`${name}, ${atTime(at)}`}</bdi>),
      id: String(at),
    })),
  ]
}

function Actions({ batch, onClose }: { batch: Detail; onClose: () => void }) {
  const t = useTranslations('payments.batch')
  const client = useQueryClient()
  const [wrong, setWrong] = useState('')
  const [discarding, setDiscarding] = useState(false)
  const params = { id: batch.batch_uuid }
  const heard = {
    refresh: AFTER,
    onProblem: (problem: ApiProblem) => {
      setWrong(detailOf(problem))
      return true
    },
  }
  const release = useCall('releaseBatch', {
    ...heard,
    onSuccess: () => openAlert(t('released'), { severity: 'success' }),
  })
  const remake = useCall('remakeBatch', { ...heard, onSuccess: onClose })
  const may = (action: Detail['allowed_actions'][number]) => batch.allowed_actions.includes(action)
  const blocked = batch.stopped > 0 || batch.is_late || isOfNobody(batch)
  if (discarding)
    return <Discard batch={batch} onClose={() => setDiscarding(false)} heard={heard} />
  return (
    <div className="stack g12">
      {wrong && <ErrorBox>{wrong}</ErrorBox>}
      {batch.made_by.is_me && may('discard') && <p className="meta t2">{t('another')}</p>}
      <div className="row g8 wrap">
        {may('release') && (
          <Button
            icon="send"
            disabled={blocked}
            loading={release.isPending}
            onClick={() => {
              setWrong('')
              release.mutate({ params, body: { file_sha256: batch.file_sha256 } })
            }}
          >
            {t('release')}
          </Button>
        )}
        {may('remake') && (
          <Button
            variant={blocked ? 'primary' : 'secondary'}
            loading={remake.isPending}
            onClick={() => {
              setWrong('')
              remake.mutate({ params })
            }}
          >
            {t('remake')}
          </Button>
        )}
        {may('discard') && (
          <Button variant="text" onClick={() => setDiscarding(true)}>
            {t('discard')}
          </Button>
        )}
        {may('download') && (
          <SaveButton
            file="getBatchFile"
            input={{ params }}
            onSaved={() => void client.invalidateQueries({ queryKey: ['getBatch'] })}
          >
            {t('download')}
          </SaveButton>
        )}
      </div>
    </div>
  )
}

function Discard({
  batch,
  onClose,
  heard,
}: {
  batch: Detail
  onClose: () => void
  heard: { readonly refresh: typeof AFTER }
}) {
  const t = useTranslations('payments.batch')
  const [words, setWords] = useDraft({ dialog: `discard ${batch.batch_uuid}` }, '')
  const wrong = useRefusal({ words })
  const discard = useCall('discardBatch', {
    refresh: heard.refresh,
    onSuccess: onClose,
    onProblem: wrong.hear,
  })
  return (
    <form
      className="stack g12"
      onSubmit={event => {
        event.preventDefault()
        discard.mutate({ params: { id: batch.batch_uuid }, body: { words } })
      }}
    >
      <TextField
        id="discard-words"
        label={t('why')}
        help={t('whyHelp')}
        required
        maxLength={200}
        value={words}
        onChange={event => setWords(event.target.value)}
        error={wrong.of('words') ?? wrong.whole}
      />
      <div className="row g8 wrap">
        <Button type="submit" loading={discard.isPending}>
          {t('discardIt')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('back')}
        </Button>
      </div>
    </form>
  )
}
