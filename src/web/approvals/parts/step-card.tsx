import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { useMe } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { atTime } from '#web/parts/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { ApprovalStep } from '../queries.ts'
import { planText, wordOf } from './step-words.ts'
import './approvals.css'

// Most days nothing waits, and the home that would show it is loaded without.
const StepDialog = lazy(() =>
  import('./step-dialog.tsx').then(part => ({ default: part.StepDialog })),
)

/** What waits for a second operator: who asked, for how much, and the way to look at it and answer. */
export function StepCard({ step }: { step: ApprovalStep }) {
  const t = useTranslations('approvals.card')
  const [looking, setLooking] = useState(false)
  const withdraw = useCall('withdrawStep', { refresh: ['listApprovalSteps'] })
  const mine = step.allowed_actions.includes('withdraw')
  const answers = step.allowed_actions.includes('reject')
  return (
    <Card pad>
      <div className="two">
        <div className="stack g12 grow">
          <h2 className="h4">{t(`title.${wordOf(step)}`)}</h2>
          <People step={step} />
          <div className="meta t2">
            {t.rich(`plan.${wordOf(step)}`, {
              amount: () => <MoneyList of={step.totals} strong />,
              count: step.lines,
              what: () => <bdi>{step.title}</bdi>,
            })}
          </div>
        </div>
        <div className="two-acts">
          {mine && (
            <Button
              variant="secondary"
              size="lg"
              loading={withdraw.isPending}
              onClick={() =>
                withdraw.mutate({ params: { id: step.step_uuid }, body: { reason: '' } })
              }
            >
              {t('withdraw')}
            </Button>
          )}
          <Button
            variant={answers ? 'primary' : 'secondary'}
            size="lg"
            onClick={() => setLooking(true)}
          >
            {t(answers ? 'lookAndAnswer' : 'look')}
          </Button>
        </div>
      </div>
      <Suspense fallback={null}>
        {looking && <StepDialog step={step} onClose={() => setLooking(false)} />}
      </Suspense>
    </Card>
  )
}

function People({ step }: { step: ApprovalStep }) {
  const t = useTranslations('approvals.card')
  const { asked_by, asked_at, expires_at, allowed_actions } = step
  const me = useMe()
  const mayAnswer = allowed_actions.includes('reject')
  return (
    <ol className="two-people">
      <li>
        <Avatar name={asked_by.name} />
        <div>
          <div className="w5">{asked_by.is_me ? t('you') : <bdi>{asked_by.name}</bdi>}</div>
          <div className="meta t3">{t('asked', { at: atTime(asked_at) })}</div>
        </div>
      </li>
      <li>
        {mayAnswer ? (
          <Avatar name={personName(me)} />
        ) : (
          <span className="av nobody" aria-hidden="true">
            <Icon name="user" size={16} />
          </span>
        )}
        <div>
          <div className="w5">{t(mayAnswer ? 'you' : 'another')}</div>
          <div className={mayAnswer ? 'meta warn' : 'meta t3'}>
            {mayAnswer
              ? t('confirm', { plan: planText(step) })
              : t('answers', { at: atTime(expires_at) })}
          </div>
        </div>
      </li>
    </ol>
  )
}
