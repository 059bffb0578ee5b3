import { useTranslations } from 'use-intl'
import type { Me } from '#web/kernel/types.ts'
import { useStepTitle } from '#web/parts/use-step-title.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StepDots } from '#web/ui/stepper.tsx'
import '#web/parts/parts.css'

/** The steps of onboarding in the server's order: done ones ticked, the next one with its button. */
export function OnboardingCard({ me }: { me: Me }) {
  const titleOf = useStepTitle()
  const t = useTranslations('dashboard.onboarding')
  const { steps, next } = me.onboarding
  const done = steps.filter(step => step.done).length
  const label = t('done', { done, all: steps.length })
  return (
    <Card
      title={t('title')}
      note={
        <span className="row g12">
          <StepDots label={label} total={steps.length} done={done} />
          <span aria-hidden="true">{label}</span>
        </span>
      }
    >
      <ol className="rows">
        {steps.map(step => (
          <li key={step.key} className="row g12">
            <span className={step.done ? 'ok' : 't3'}>
              <Icon
                name={step.done ? 'done' : 'clock'}
                size={20}
                label={t(step.done ? 'states.done' : 'states.toDo')}
              />
            </span>
            <span className={step.done ? 'grow t2' : 'grow w5'}>{titleOf(step)}</span>
            {!step.done && (
              <LinkButton
                href={step.link}
                size="sm"
                variant={step.key === next ? 'primary' : 'secondary'}
                aria-label={t(step.key === next ? 'startOf' : 'openOf', { step: titleOf(step) })}
              >
                {t(step.key === next ? 'start' : 'open')}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
