import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { useStepTitle } from '#web/parts/use-step-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { StepDots } from '#web/ui/stepper.tsx'

function toDashboard(): void {
  window.location.assign('/dashboard')
}

/** Stands in place of a page whose gate is shut. Its button and closing it go to /dashboard and reload (specification 4). */
export function OnboardingModal() {
  const t = useTranslations('shell.onboarding')
  const titleOf = useStepTitle()
  const { steps, next } = useMe().onboarding
  const button = useRef<HTMLButtonElement>(null)
  const done = steps.filter(step => step.done).length
  const step = steps.find(({ key }) => key === next)
  const title = step ? titleOf(step) : ''
  return (
    <Dialog
      open
      onClose={toDashboard}
      title={t('title')}
      lead={
        <div className="stack g12 mt8">
          <StepDots
            label={t('done', { done, total: steps.length })}
            total={steps.length}
            done={done}
          />
          {step && (
            <span>{t('next', { step: title.charAt(0).toLowerCase() + title.slice(1) })}</span>
          )}
        </div>
      }
      initialFocus={button}
    >
      <Button ref={button} size="lg" full onClick={toDashboard}>
        {t('complete')}
      </Button>
    </Dialog>
  )
}
