import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { endsSoonUntil } from '#domain/people/document-expiry.ts'
import { useToday } from '#web/kernel/me.ts'
import { useGo } from '#web/kernel/navigation.tsx'
import { atTime } from '#web/parts/times.ts'
import { MatchesOf } from '#web/screening/shared.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Say } from '#web/ui/say.tsx'
import { ClaimBar } from './claim-bar.tsx'
import { CompareCard } from './compare-card.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { DocumentStage, useOpened } from './document-stage.tsx'
import { VerificationChip } from './document-words.tsx'
import { useKeys } from './review-keys.ts'
import { ReviewLog } from './review-log.tsx'
import { isCompared, isOthers, type ReviewSubject } from './review-subject.ts'
import { StandingActions } from './standing-actions.tsx'
import { useClaim } from './use-claim.ts'
import { useComparison } from './use-comparison.ts'
import { useDecisions } from './use-decisions.ts'
import '#web/parts/parts.css'
import './review.css'

/** The address at which somebody is reviewed, and that of the queue. */
export function reviewAddress(kind: ReviewSubject['kind'], id?: string): string {
  const waiting = `/operations/${kind}?verification=PENDING_REVIEW`
  return id ? `${waiting}&open=${encodeURIComponent(id)}` : waiting
}

/** Somebody under review: papers beside what was entered, who looks, who opened what, and the decision. */
export function ReviewScreen({ subject }: { subject: ReviewSubject }) {
  const t = useTranslations('people.screen')
  const held = useClaim(subject)
  const papers = useOpened(subject, held.mine)
  useFreshReads(papers.opened.length)
  const [compared, setCompared] = useComparison(subject)
  const move = useMove(subject)
  const { entered, documents } = subject
  const { shown } = papers
  const accepted = entered.filter(({ id }) => compared[id] === 'accepted')
  const decisions = useDecisions(subject, {
    differences: accepted.filter(isCompared).map(({ id }) => id),
    used_by: accepted.flatMap(({ users = [] }) => users.map(({ sub }) => sub)),
    onVerified: move.onVerified,
  })
  const about = entered.filter(({ of }) => of === shown?.kind)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whatever is done here shows that somebody looks.
    <div onPointerDown={held.goOn} onKeyDown={held.goOn}>
      <ReviewHead subject={subject} move={move} />
      <ClaimBar subject={subject} held={held} />
      <Suspended subject={subject} />
      <div className="review-grid">
        <DocumentStage
          subject={subject}
          shown={shown}
          open={papers.open}
          onShow={papers.show}
          onOpen={papers.openIt}
        />
        <CompareCard
          entered={about}
          passport={shown?.document_type === 'PASSPORT'}
          compared={compared}
          ticking={held.mine}
          onChange={setCompared}
        />
      </div>
      <Matches subject={subject} />
      <DecisionBar
        subject={subject}
        shown={papers.open ? shown : undefined}
        may={held.may && (held.mine || subject.claim === null)}
        missing={{
          closed: documents.filter(({ document_uuid }) => subject.to_open.includes(document_uuid)),
          rows: entered.filter(row => isCompared(row) && !compared[row.id]).length,
          differing: entered.filter(row => isCompared(row) && compared[row.id] === 'differs')
            .length,
          others: entered.filter(row => isOthers(row) && compared[row.id] !== 'accepted').length,
          rejected: documents.filter(({ status }) => status === 'REJECTED'),
          match: subject.match_since !== null,
          absent: subject.missing,
        }}
        decisions={decisions}
        onNext={move.next}
      />
      <p className="review-keys meta t3 only-wide">
        <kbd>J</kbd> <kbd>K</kbd> {t('keys.person')} <kbd>N</kbd> {t('keys.document')} <kbd>+</kbd>{' '}
        <kbd>−</kbd> <kbd>R</kbd> {t('keys.view')} <kbd>M</kbd> {t('keys.match')}
      </p>
      <div className="halves mt20">
        <ReviewLog subject={subject} />
        <div className="stack g20">
          <Card title={t('about')} pad>
            {subject.facts}
          </Card>
          <StandingActions subject={subject} />
          {subject.more}
        </div>
      </div>
    </div>
  )
}

/** Whoever verifies somebody sees whom on a list they are like, and answers that first. */
function Matches({ subject: { id, name, match_since } }: { subject: ReviewSubject }) {
  const t = useTranslations('people.screen.match')
  if (!match_since) return null
  return (
    <section className="stack g12 mt20" aria-label={t('label')}>
      <Say kind="blocked" word={t('word')}>
        {t('text', { name, time: atTime(match_since) })}
      </Say>
      <MatchesOf party={id} />
    </section>
  )
}

/** Why they are suspended, for who is asked to reinstate them. */
function Suspended({ subject: { suspension } }: { subject: ReviewSubject }) {
  const t = useTranslations('people.screen.suspension')
  if (!suspension) return null
  const { since, reason, told } = suspension
  return (
    <div className="claim">
      <Say kind="blocked" word={t('word', { time: atTime(since) })}>
        {reason === null ? t('unsaid') : <bdi>{reason}</bdi>}{' '}
        {told ? t.rich('told', { words: () => <bdi>{told}</bdi> }) : t('untold')}
      </Say>
    </div>
  )
}

/** What was opened shows in the log, and counts as seen. */
function useFreshReads(opened: number): void {
  const client = useQueryClient()
  useEffect(() => {
    if (opened === 0) return
    return client.getQueryCache().subscribe(({ type, query }) => {
      const [name] = query.queryKey
      if (type !== 'updated' || name !== 'file' || query.state.status !== 'success') return
      for (const review of ['getOperationsContractor', 'getOperationsEmployer'])
        void client.invalidateQueries({ queryKey: [review] })
    })
  }, [client, opened])
}

type Move = ReturnType<typeof useMove>

/** To the person before and after, and on from one who is verified. */
function useMove({ kind, id, place }: ReviewSubject) {
  const t = useTranslations('people.screen')
  const go = useGo()
  const to = (other: string | null) =>
    other && other !== id ? () => go(reviewAddress(kind, other)) : undefined
  const next = to(place.next)
  const previous = to(place.previous)
  useKeys({
    j: next ?? (() => openAlert(t('last'), { severity: 'info' })),
    k: previous ?? (() => openAlert(t('first'), { severity: 'info' })),
  })
  return { next, previous, onVerified: next ?? (() => go(reviewAddress(kind))) }
}

function ReviewHead({ subject, move }: { subject: ReviewSubject; move: Move }) {
  const t = useTranslations('people.screen')
  const { kind, name, place, status } = subject
  const waits = status === 'PENDING_REVIEW'
  return (
    <>
      <div className="row between g12 wrap">
        <PageCrumbs kind={kind} waits={waits} />
        {waits && (
          <span className="row g8">
            <span className="meta t2">
              {t.rich('place', {
                at: place.at ?? 0,
                of: place.of,
                b: chunks => <b className="w6">{chunks}</b>,
              })}
            </span>
            <IconButton
              variant="secondary"
              size="sm"
              icon="chevron-start"
              label={t('previous')}
              disabled={!move.previous}
              onClick={move.previous}
            />
            <IconButton
              variant="secondary"
              size="sm"
              icon="chevron-end"
              label={t('next')}
              disabled={!move.next}
              onClick={move.next}
            />
          </span>
        )}
      </div>
      <PageHead
        title={
          <span className="row g16">
            <Avatar name={name} size={40} square={kind === 'employers'} />
            <span>{t(waits ? `${kind}.question` : `${kind}.title`, { name })}</span>
          </span>
        }
        lead={
          <>
            <VerificationChip status={status} />
            <Since subject={subject} />
          </>
        }
      />
    </>
  )
}

function PageCrumbs({ kind, waits }: { kind: ReviewSubject['kind']; waits: boolean }) {
  const t = useTranslations('people.screen')
  return (
    <nav aria-label={t('crumbs')} className="crumb">
      <a href={`/operations/${kind}`}>{t(`${kind}.all`)}</a>
      {waits && <a href={reviewAddress(kind)}>{t('waiting')}</a>}
    </nav>
  )
}

/** Since when somebody waits and till when that is promised; and that papers end. */
function Since({
  subject: { waiting_since, review_by, status, ends_on },
}: {
  subject: ReviewSubject
}) {
  const t = useTranslations('people.screen')
  const today = useToday()
  const late = review_by !== null && review_by < today
  return (
    <span className={late ? 'err' : undefined}>
      {status === 'PENDING_REVIEW' && waiting_since && review_by && (
        <>
          {t(late ? 'late' : 'due', {
            since: atTime(waiting_since),
            by: formatDate(review_by),
          })}{' '}
        </>
      )}
      {ends_on && ends_on <= endsSoonUntil(today) && (
        <span className="warn">{t('ends', { day: formatDate(ends_on) })}</span>
      )}
    </span>
  )
}
