import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDraft } from '#web/parts/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { SelectInput } from '#web/ui/select-field.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import {
  type DocumentRecord,
  REASONS,
  type Reason,
  useDocumentTitle,
  useKindOfDocument,
} from './document-words.tsx'
import { KeyCap } from './key-cap.tsx'
import { useKeys } from './review-keys.ts'
import type { ReviewSubject } from './review-subject.ts'
import type { useDecisions } from './use-decisions.ts'

/** What is missing before the whole can be verified. */
export type Missing = {
  readonly closed: readonly DocumentRecord[]
  readonly rows: number
  readonly differing: number
  /** Papers that are somebody else's as well. */
  readonly others: number
  readonly rejected: readonly DocumentRecord[]
  /** The kinds of documents that are needed and were not sent. */
  readonly absent: readonly string[]
  /** Whether they may be somebody on a list of sanctions, which is answered on a page of its own. */
  readonly match: boolean
}

/** What may be decided now: about the document that is shown, and about the whole. Each button has its key. */
export function DecisionBar({
  subject,
  shown,
  may,
  missing,
  decisions,
  onNext,
}: {
  subject: ReviewSubject
  /** The document that is open before the reader. */
  shown: DocumentRecord | undefined
  may: boolean
  missing: Missing
  decisions: ReturnType<typeof useDecisions>
  onNext: (() => void) | undefined
}) {
  if (!subject.allowed_actions.includes('verify')) return null
  return (
    <section className="card decide" aria-label={subject.name}>
      {decisions.wrong && (
        <div className="decide-wrong">
          <ErrorBox>{decisions.wrong}</ErrorBox>
        </div>
      )}
      <OneDocument key={shown?.document_uuid} shown={shown} may={may} decisions={decisions} />
      <Whole may={may} missing={missing} decisions={decisions} onNext={onNext} />
    </section>
  )
}

function OneDocument({
  shown,
  may,
  decisions,
}: {
  shown: DocumentRecord | undefined
  may: boolean
  decisions: ReturnType<typeof useDecisions>
}) {
  const t = useTranslations('people.decision')
  const tReasons = useTranslations('people.reasons')
  const titleOf = useDocumentTitle()
  const [reason, setReason] = useState<Reason | ''>('')
  const [words, setWords, sent] = useDraft(`rejection ${shown?.document_uuid ?? ''}`, '')
  const standard = reason && reason !== 'OTHER' ? tReasons(`${reason}.said`) : ''
  const own = words !== '' || reason === 'OTHER'
  const ready = may && shown !== undefined && !decisions.busy
  const rejectable = ready && shown.status !== 'REJECTED'
  const said = words.trim()
  const canReject = rejectable && reason !== '' && (reason !== 'OTHER' || said !== '')
  const reject = () => {
    if (!canReject) return
    const typed = said === '' || said === standard ? {} : { reason: said }
    decisions.reject(shown, { reason_code: reason, ...typed }, sent)
  }
  const acceptable = ready && shown.status !== 'VERIFIED'
  const accept = () => acceptable && decisions.accept(shown)
  const chooseReason = () => document.getElementById('reject-reason')?.focus()
  const onX = canReject ? reject : rejectable ? chooseReason : undefined
  useKeys({ a: acceptable ? () => void accept() : undefined, x: onX }, 'x')
  return (
    <div className="stack g12">
      <div className="row g8 wrap">
        <h2 className="h4 grow">{shown ? t('one', { title: titleOf(shown) }) : t('unopened')}</h2>
        <span className="meta t3">{t('told')}</span>
      </div>
      <div className="decide-row">
        <SelectInput
          id="reject-reason"
          aria-label={t('reason')}
          size="md"
          placeholder={t('choose')}
          value={reason}
          disabled={!rejectable}
          options={REASONS.map(code => ({ value: code, label: tReasons(`${code}.title`) }))}
          onChange={code => {
            setReason(code as Reason)
            setWords('')
          }}
        />
        <Button
          variant="danger"
          disabled={!canReject}
          loading={decisions.busy === 'reject'}
          onClick={() => void reject()}
        >
          {t('reject')} <KeyCap>X</KeyCap>
        </Button>
        <Button
          variant="secondary"
          disabled={!acceptable}
          loading={decisions.busy === 'accept'}
          onClick={() => void accept()}
        >
          {t('accept')} <KeyCap>A</KeyCap>
        </Button>
      </div>
      {standard !== '' && !own && (
        <p className="meta t2">
          {t('quoted', { words: standard })}{' '}
          <Button variant="text" size="sm" onClick={() => setWords(standard)}>
            {t('change')}
          </Button>
        </p>
      )}
      {own && (
        <TextareaField
          id="reject-words"
          label={t('words')}
          required
          rows={2}
          maxLength={500}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
    </div>
  )
}

function Whole({
  may,
  missing,
  decisions,
  onNext,
}: {
  may: boolean
  missing: Missing
  decisions: ReturnType<typeof useDecisions>
  onNext: (() => void) | undefined
}) {
  const t = useTranslations('people.decision')
  const titleOf = useDocumentTitle()
  const { closed, rows, differing, others, rejected, match, absent } = missing
  const kindOf = useKindOfDocument()
  const open = rejected.length + closed.length + rows + differing + others
  const ready = may && !match && absent.length === 0 && open === 0
  const verify = () => ready && !decisions.busy && decisions.verify()
  useKeys({ v: ready ? () => void verify() : undefined })
  if (rejected.length > 0)
    return (
      <div className="stack g8">
        <h2 className="h4">{t('waits')}</h2>
        <p className="meta t2 grow">
          {t('waitsText', { documents: rejected.map(titleOf).join(', ') })}
        </p>
        {onNext && (
          <Button onClick={onNext} full>
            {t('next')} <KeyCap>J</KeyCap>
          </Button>
        )}
      </div>
    )
  return (
    <div className="stack g8">
      <h2 className="h4">{t(ready ? 'ready' : 'left')}</h2>
      <div className="meta t2 grow stack g4">
        {ready && <span>{t('readyText')}</span>}
        {match && <Say kind="blocked">{t('match')}</Say>}
        {absent.length > 0 && (
          <Say kind="blocked">{t('missing', { documents: absent.map(kindOf).join(', ') })}</Say>
        )}
        {closed.length > 0 && (
          <Say kind="note" icon="eye-off">
            {t('closed', { documents: closed.map(titleOf).join(', ') })}
          </Say>
        )}
        {rows > 0 && (
          <Say kind="note" icon="done">
            {t('rows', { count: rows })}
          </Say>
        )}
        {differing > 0 && <Say kind="unusual">{t('differing', { count: differing })}</Say>}
        {others > 0 && <Say kind="unusual">{t('others', { count: others })}</Say>}
      </div>
      <Button
        full
        disabled={!ready}
        loading={decisions.busy === 'verify'}
        onClick={() => void verify()}
      >
        {t(onNext ? 'verifyNext' : 'verify')} <KeyCap>V</KeyCap>
      </Button>
    </div>
  )
}
