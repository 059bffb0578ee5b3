import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiProblem, NO_DOCUMENT } from '#web/kernel/api-problem.ts'
import type { FileAnswer } from '#web/kernel/types.ts'
import { useBlobUrl } from '#web/parts/file-view.tsx'
import { LoadProblem } from '#web/parts/loaded.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { sizeText } from '#web/ui/read-file.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type DocumentRecord,
  useDocumentTitle,
  useShortTitle,
  VerificationChip,
} from './document-words.tsx'
import { useKeys } from './review-keys.ts'
import type { ReviewSubject } from './review-subject.ts'

const STEPS = [50, 75, 100, 125, 150, 200, 300, 400] as const
const WHOLE = 100

/** How large and which way up a document is shown; another one begins anew. */
function useView(document_uuid: string) {
  const [view, setView] = useState({ of: document_uuid, zoom: WHOLE, turn: 0 })
  const now = view.of === document_uuid ? view : { of: document_uuid, zoom: WHOLE, turn: 0 }
  const larger = STEPS.find(step => step > now.zoom) ?? now.zoom
  const smaller = STEPS.findLast(step => step < now.zoom) ?? now.zoom
  return {
    ...now,
    larger: () => setView({ ...now, zoom: larger }),
    smaller: () => setView({ ...now, zoom: smaller }),
    rotate: () => setView({ ...now, turn: (now.turn + 90) % 360 }),
  }
}

/** The papers of somebody, one at a time: larger, smaller, turned, and the next one. */
export function DocumentStage({
  subject,
  shown,
  open,
  onShow,
  onOpen,
}: {
  subject: ReviewSubject
  shown: DocumentRecord | undefined
  /** Whether it is opened, which its owner sees. */
  open: boolean
  onShow: (document: DocumentRecord) => void
  onOpen: () => void
}) {
  const t = useTranslations('people.stage')
  const titleOf = useDocumentTitle()
  const shortOf = useShortTitle()
  const view = useView(shown?.document_uuid ?? '')
  const { documents } = subject
  const at = documents.findIndex(({ document_uuid }) => document_uuid === shown?.document_uuid)
  const following = documents[(at + 1) % documents.length]
  const next = () => following && onShow(following)
  useKeys({ '+': view.larger, '=': view.larger, '-': view.smaller, r: view.rotate, n: next })
  return (
    <section className="card" aria-label={t('label')}>
      <div className="stage-tabs">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend among tools. */}
        <div className="seg" role="group" aria-label={t('which')}>
          {documents.map(document => (
            <button
              type="button"
              key={document.document_uuid}
              aria-pressed={document === shown}
              onClick={() => onShow(document)}
            >
              <StatusDot status={document.status} />
              {shortOf(document)}
            </button>
          ))}
        </div>
        <span className="row g2">
          <Tool drawing="M4.2 10h11.6" label={t('smaller')} onClick={view.smaller} />
          <span className="stage-zoom" aria-live="polite">
            {t('zoom', { percent: view.zoom })}
          </span>
          <IconButton icon="plus" size="sm" label={t('larger')} onClick={view.larger} />
          <Tool drawing={TURN} label={t('turn')} onClick={view.rotate} />
          <IconButton icon="chevron-end" size="sm" label={t('next')} onClick={next} />
        </span>
      </div>
      <div className="stage">
        {!shown ? (
          <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
        ) : open ? (
          <Paper key={shown.file_uuid} subject={subject} document={shown} view={view} />
        ) : (
          <EmptyState
            title={t('closed')}
            actions={
              <Button icon="eye" onClick={onOpen}>
                {t('open', { title: titleOf(shown) })}
              </Button>
            }
          >
            {t(`${subject.kind}.sees`)}
          </EmptyState>
        )}
      </div>
      {shown && <StageFoot document={shown} />}
    </section>
  )
}

const TURN = 'M15.8 10.4a5.8 5.8 0 1 1-2-4.6L16 7.6M16.2 3.6v4h-4'

/** A tool of the stage whose drawing no other page needs. */
function Tool({
  drawing,
  label,
  onClick,
}: {
  drawing: string
  label: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="btn q ico sm"
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      <svg className="i" width={18} height={18} viewBox="0 0 20 20" aria-hidden="true">
        <path d={drawing} />
      </svg>
    </button>
  )
}

function StatusDot({ status }: { status: DocumentRecord['status'] }) {
  const t = useTranslations('people.documents')
  return (
    <>
      <span className={`stage-dot ${status}`} aria-hidden="true" />
      <span className="sr">{t(`verification.${status}`)} </span>
    </>
  )
}

function StageFoot({ document }: { document: DocumentRecord }) {
  const t = useTranslations('people.stage')
  const tFile = useTranslations('ui.file')
  return (
    <div className="stage-foot">
      <VerificationChip status={document.status} />
      <span className="meta t3 grow cut">
        {t.rich('file', {
          size: sizeText(tFile, document.size_bytes),
          seal: `${document.sha256.slice(0, 4)} ${document.sha256.slice(4, 8)}`,
          name: () => <bdi>{document.file_name}</bdi>,
        })}
      </span>
      <span className="keys only-wide" aria-hidden="true">
        <kbd>+</kbd> <kbd>−</kbd> <kbd>R</kbd> <kbd>N</kbd>
      </span>
    </div>
  )
}

/** The document itself. It is fetched once as things stand, since each time leaves a trace that its owner sees. */
function Paper({
  subject,
  document,
  view: { zoom, turn },
}: {
  subject: ReviewSubject
  document: DocumentRecord
  view: { zoom: number; turn: number }
}) {
  const t = useTranslations('people.stage')
  const title = t('documentOf', { title: useDocumentTitle()(document), name: subject.name })
  const { data, error, refetch } = useQuery<FileAnswer, ApiProblem>({
    queryKey: ['file', subject.kind, subject.id, document.file_uuid, subject.changed_at],
    queryFn: () => subject.open(document),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useBlobUrl(data?.blob)
  if (error)
    return <LoadProblem problem={error} failed={NO_DOCUMENT} onRetry={() => void refetch()} />
  if (!data || !url)
    return (
      <div role="status" aria-label={t('loading')} style={{ width: '100%' }}>
        <Skeleton height={420} />
      </div>
    )
  const turned = { transform: `rotate(${turn}deg)` }
  if (data.blob.type.startsWith('image/'))
    return (
      <img className="stage-pic" src={url} alt={title} style={{ ...turned, width: `${zoom}%` }} />
    )
  return (
    <>
      <iframe
        className="stage-frame only-wide"
        src={`${url}#navpanes=0&toolbar=0&view=FitH`}
        title={title}
        style={{ ...turned, width: `${zoom}%`, height: 5.2 * zoom }}
      />
      <div className="only-narrow">
        <LinkButton variant="secondary" icon="download" href={url} download={data.file_name}>
          <span className="cut">{data.file_name}</span>
        </LinkButton>
      </div>
    </>
  )
}

/** Which documents are opened on this page, the first by itself once somebody is claimed. */
export function useOpened(subject: ReviewSubject, claimed: boolean) {
  const [at, setAt] = useState<string>()
  const [opened, setOpened] = useState<readonly string[]>([])
  const { documents } = subject
  const waiting = documents.find(({ status }) => status === 'PENDING_REVIEW')
  const shown =
    documents.find(({ document_uuid }) => document_uuid === at) ?? waiting ?? documents[0]
  const id = shown?.document_uuid
  const open = id !== undefined && opened.includes(id)
  useEffect(() => {
    if (claimed && id !== undefined && !open) setOpened(before => [...before, id])
  }, [claimed, id, open])
  return {
    shown,
    open,
    opened,
    show: (document: DocumentRecord) => setAt(document.document_uuid),
    openIt: () => id !== undefined && setOpened([...opened, id]),
  }
}
