import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useHeld, useMay } from '#web/kernel/me.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query } from '#web/kernel/queries.ts'
import { CursorPager, usePaging } from '#web/parts/cursor-pager.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { ListTools } from '#web/parts/search-box.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead, SectionHead } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { BatchTable } from './parts/batch-table.tsx'
import { BATCH_STATES, type BatchSummary } from './parts/batch-words.tsx'
import { FileReview } from './parts/file-review.tsx'
import { SendFile } from './parts/send-file.tsx'
import type { SentFile } from './parts/use-file-review.ts'
import { useSentFile } from './parts/use-sent-file.ts'
import './batches.css'

/** Batches of payments: a file is looked at and sent in, and all that were sent stand below it. */
export function PartnerPaymentsPage() {
  const t = useTranslations('batches.review')
  const { file, open, close, sent } = useSentFile()
  if (file)
    return (
      <Page>
        <FileReview
          key={`${file.file_name} ${file.text.length}`}
          file={file}
          from={{ label: t('crumb'), href: '/employer/partner/payments' }}
          again={
            <Button variant="secondary" icon="upload" onClick={close}>
              {t('again')}
            </Button>
          }
          onClose={close}
          onSent={sent}
        />
      </Page>
    )
  return <Batches onFile={open} />
}

/** How the address narrows the list; what is no known word is left out. */
function useFilter() {
  const { get } = useAddress()
  const state = BATCH_STATES.find(one => one === get('state'))
  const sandbox = get('kind') === 'sandbox'
  const search = get('search')
  return {
    sandbox,
    narrowed: state !== undefined || search !== '',
    query: {
      ...(state ? { state } : {}),
      ...(search ? { search } : {}),
      ...(sandbox ? { sandbox: 'true' as const } : {}),
    },
  }
}

function Batches({ onFile }: { onFile: (file: SentFile) => void }) {
  const t = useTranslations('batches.list')
  const may = useMay()
  const paging = usePaging()
  const { query: filter, narrowed, sandbox } = useFilter()
  const batches = useQuery({
    ...query('listPaymentBatches', { query: { ...filter, ...paging.query } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { data, error } = batches
  return (
    <Page>
      <Head rows={data?.items} sandbox={sandbox} />
      {may('submitPaymentBatch') && !sandbox && <Send onFile={onFile} />}
      <SectionHead title={t('batches')} tools={<Kind sandbox={sandbox} />} />
      <Toolbar />
      {error && !data && <LoadProblem problem={error} onRetry={() => void batches.refetch()} />}
      {data?.items.length === 0 ? (
        <Nothing why={narrowed ? 'none' : sandbox ? 'emptySandbox' : 'empty'} />
      ) : (
        !(error && !data) && <BatchTable rows={data?.items} busy={batches.isPlaceholderData} />
      )}
      {data && (
        <CursorPager
          paging={paging}
          cursor={data.next_cursor}
          shown={data.items.length}
          name={t('shown')}
          loading={batches.isPlaceholderData}
        />
      )}
      <SimulatedNote />
    </Page>
  )
}

/** What needs somebody as the title: what went wrong first, then what waits for a yes. */
function Head({ rows, sandbox }: { rows: readonly BatchSummary[] | undefined; sandbox: boolean }) {
  const t = useTranslations('batches.list')
  const may = useMay()
  const wrong = (rows ?? []).filter(({ cycle }) => cycle?.pay_state?.tone === 'WRONG').length
  // Nobody's yes is asked for what moves nothing.
  const waiting = sandbox ? 0 : (rows ?? []).filter(({ state }) => state === 'APPROVING').length
  return (
    <PageHead
      title={wrong > 0 ? t('wrong', { wrong }) : t('title', { waiting })}
      wrong={wrong > 0}
      lead={t('lead')}
      actions={
        may('listApiKeys') && (
          <LinkButton variant="secondary" icon="key" href="/settings">
            {t('settings')}
          </LinkButton>
        )
      }
    />
  )
}

/** Where a file is dropped, or which step comes before that. */
function Send({ onFile }: { onFile: (file: SentFile) => void }) {
  const t = useTranslations('batches.send')
  const held = useHeld()('submitPaymentBatch')
  if (!held) return <SendFile onFile={onFile} />
  return (
    <EmptyState
      title={t('file')}
      actions={<LinkButton href={held.link}>{t('heldStep')}</LinkButton>}
    >
      {held.reason}
    </EmptyState>
  )
}

function Kind({ sandbox }: { sandbox: boolean }) {
  const t = useTranslations('batches.list')
  const { set } = useAddress()
  return (
    <Segmented
      label={t('kind')}
      segments={[
        { value: 'live', label: t('live') },
        { value: 'sandbox', label: t('sandbox') },
      ]}
      value={sandbox ? 'sandbox' : 'live'}
      onChange={kind =>
        set({ kind: kind === 'live' ? undefined : kind, state: undefined, cursor: undefined })
      }
    />
  )
}

function Toolbar() {
  const t = useTranslations('batches.list')
  const tState = useTranslations('batches.states')
  const { get, set } = useAddress()
  return (
    <ListTools search={t('search')} placeholder={t('placeholder')}>
      <Segmented
        label={t('filter')}
        segments={[
          { value: '', label: t('all') },
          ...BATCH_STATES.map(value => ({ value, label: tState(value) })),
        ]}
        value={get('state')}
        onChange={state => set({ state: state || undefined, cursor: undefined })}
      />
    </ListTools>
  )
}

function Nothing({ why }: { why: 'none' | 'empty' | 'emptySandbox' }) {
  const t = useTranslations('batches.list')
  return <EmptyState title={t(`${why}.title`)}>{t(`${why}.text`)}</EmptyState>
}
