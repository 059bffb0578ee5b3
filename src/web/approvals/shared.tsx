import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NotLoaded } from '#web/parts/loaded.tsx'
import { MoneyList } from '#web/parts/money.tsx'
import { cx } from '#web/ui/cx.ts'
import { SectionHead } from '#web/ui/page.tsx'
import { Say, type SayKind } from '#web/ui/say.tsx'
import { StepCard } from './parts/step-card.tsx'
import { endedText, wordOf } from './parts/step-words.ts'
import { type ApprovalStep, closedSteps, type StepKind, waitingSteps } from './queries.ts'
import '#web/parts/parts.css'

/** What waits for a second operator, of one kind or of all, a card each; nothing where nothing waits. */
export function WaitingSteps({ kind, spaced }: { kind?: StepKind; spaced?: boolean }) {
  const steps = useQuery(waitingSteps(kind))
  const { data } = steps
  if (!data) return <NotLoaded of={steps} />
  if (data.items.length === 0) return null
  return (
    <div className={cx('stack g20', spaced && 'seg-tabs')}>
      {data.items.map(step => (
        <StepCard key={step.step_uuid} step={step} />
      ))}
    </div>
  )
}

/** Whether a plan of so many lines and these sums waits already, so that it is not offered to be asked for again. */
export function useWaits(kind: StepKind, lines: number, totals: ApprovalStep['totals']): boolean {
  const { data } = useQuery(waitingSteps(kind))
  const sums = (of: ApprovalStep['totals']) =>
    of
      .map(sum => `${sum.currency} ${sum.amount_in_smallest_unit}`)
      .toSorted()
      .join()
  return (
    data?.items.some(step => step.lines === lines && sums(step.totals) === sums(totals)) ?? false
  )
}

const KINDS: Readonly<Record<ApprovalStep['status'], SayKind>> = {
  WAITING: 'note',
  APPROVED: 'done',
  REJECTED: 'blocked',
  WITHDRAWN: 'note',
  EXPIRED: 'unusual',
}

/** How the last few that took two operators ended; nothing where there were none. */
export function ClosedSteps({ kind }: { kind: StepKind }) {
  const t = useTranslations('approvals.closed')
  const steps = useQuery(closedSteps(kind))
  const { data } = steps
  if (!data) return <NotLoaded of={steps} />
  if (data.items.length === 0) return null
  return (
    <>
      <SectionHead title={t('title')} />
      <ul className="card clip rows first">
        {data.items.map(step => {
          const { word, text } = endedText(step, t)
          return (
            <li key={step.step_uuid} className="row g16 between wrap">
              <div className="grow" style={{ flexBasis: 240 }}>
                <div className="w5">
                  {t.rich(`sum.${wordOf(step)}`, {
                    amount: () => <MoneyList of={step.totals} />,
                    count: step.lines,
                  })}
                </div>
                <div className="meta t3">
                  {t.rich(step.asked_by.is_me ? 'youAsked' : 'asked', {
                    name: () => <bdi>{step.asked_by.name}</bdi>,
                  })}
                </div>
              </div>
              <Say kind={KINDS[step.status]} word={word}>
                <bdi>{text}</bdi>
              </Say>
            </li>
          )
        })}
      </ul>
    </>
  )
}
