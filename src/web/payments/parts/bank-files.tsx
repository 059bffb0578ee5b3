import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { AnswerUpload } from './answer-upload.tsx'
import { BankChannels } from './bank-channels.tsx'
import { BatchChip } from './batch-chip.tsx'
import { TransactionsHead } from './transactions-head.tsx'

type Batches = ClientOutput<'listBatches'>
type Batch = Batches['waiting'][number]

const BatchDialog = lazy(() =>
  import('./batch-dialog.tsx').then(part => ({ default: part.BatchDialog })),
)

/** Others release and answer meanwhile. */
const LOOKS_AGAIN_MS = 15_000

/** Files for banks: what waits for a second person first, then what banks answered, what left, and by which files currencies are paid. */
export function BankFiles() {
  const t = useTranslations('payments.bankFiles')
  const { get, set } = useAddress()
  const open = get('file')
  const show = (file: string | undefined) => set({ file })
  return (
    <>
      <TransactionsHead title={t('title')} lead={t('lead')} />
      <QueryView
        of={{ ...query('listBatches', {}), refetchInterval: LOOKS_AGAIN_MS }}
        skeleton={<CardSkeleton height={300} />}
      >
        {batches => (
          <>
            <BatchesView batches={batches} onOpen={show} />
            {/* Not before what stands above it, which would move it. */}
            <BankChannels />
          </>
        )}
      </QueryView>
      {open && (
        <Suspense fallback={null}>
          <BatchDialog id={open} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function BatchesView({
  batches: { waiting, others, answers },
  onOpen,
}: {
  batches: Batches
  onOpen: (id: string) => void
}) {
  const t = useTranslations('payments.bankFiles')
  return (
    <div className="stack g32">
      {waiting.length === 0 ? (
        <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
      ) : (
        <div className="stack g16">
          {waiting.map(batch => (
            <WaitingCard key={batch.batch_uuid} batch={batch} onOpen={onOpen} />
          ))}
        </div>
      )}
      <section>
        <SectionHead title={t('answers')} />
        <p className="meta t2">{t('answersLead')}</p>
        <div className="mt12">
          <AnswerUpload />
        </div>
        {answers.length > 0 && (
          <ul className="card clip rows first mt16">
            {answers.map(answer => (
              <AnswerRow key={answer.answer_uuid} answer={answer} />
            ))}
          </ul>
        )}
      </section>
      {others.length > 0 && (
        <section>
          <SectionHead title={t('others')} />
          <ul className="card clip rows first">
            {others.map(batch => (
              <li key={batch.batch_uuid} className="row g16 between wrap">
                <div className="grow">
                  <bdi className="w5">{batch.file_name}</bdi>
                  <div className="meta t3">
                    <bdi>{batch.label}</bdi> · {t('payments', { count: batch.payments })}
                  </div>
                </div>
                <BatchChip status={batch.status} />
                <MoneyAmount of={batch.total} strong />
                <Button
                  size="sm"
                  variant="text"
                  aria-label={t('lookAt', { name: batch.file_name })}
                  onClick={() => onOpen(batch.batch_uuid)}
                >
                  {t('look')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function WaitingCard({ batch, onOpen }: { batch: Batch; onOpen: (id: string) => void }) {
  const t = useTranslations('payments.bankFiles')
  const { label, due_on, file_name, payments, total, made_by, made_at, allowed_actions } = batch
  const mine = allowed_actions.includes('release')
  return (
    <Card pad>
      <div className="two">
        <div className="stack g8 grow">
          <h2 className="h4">
            {t.rich('waits', {
              count: payments,
              amount: () => <MoneyAmount of={total} strong />,
            })}
          </h2>
          <p className="w5">
            <bdi>{label}</bdi>
          </p>
          <p className="meta t2">
            <bdi className="mono">{file_name}</bdi> · {t('due', { date: formatDate(due_on) })}
          </p>
          <p className="meta t3">
            {t(made_by.is_me ? 'madeByYou' : 'madeBy', {
              name: made_by.name,
              at: atTime(made_at),
            })}
          </p>
        </div>
        <div className="two-acts">
          <Button
            size="lg"
            variant={mine ? 'primary' : 'secondary'}
            aria-label={t(mine ? 'reviewOf' : 'lookAt', { name: file_name })}
            onClick={() => onOpen(batch.batch_uuid)}
          >
            {t(mine ? 'review' : 'look')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function AnswerRow({ answer }: { answer: Batches['answers'][number] }) {
  const t = useTranslations('payments.bankFiles')
  const { settled, failed, returned, contradicts, unknown } = answer
  return (
    <li className="row g16 between wrap">
      <div className="grow">
        <bdi className="w5">{answer.file_name}</bdi>
        <div className="meta t3">
          <bdi>{answer.label}</bdi> ·{' '}
          {t('takenBy', { name: answer.given_by, at: atTime(answer.given_at) })}
        </div>
      </div>
      <span className="meta t2">{t('did', { settled, failed, returned })}</span>
      {contradicts + unknown > 0 && (
        <StatusChip tone="err">{t('toLookAt', { count: contradicts + unknown })}</StatusChip>
      )}
    </li>
  )
}
