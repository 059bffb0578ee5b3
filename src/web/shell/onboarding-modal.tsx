import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import { JUST_ASKED_MS, query } from '#web/kernel/queries.ts'
import { useStepTitle } from '#web/parts/use-step-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { StepDots } from '#web/ui/stepper.tsx'

function toDashboard(): void {
  window.location.assign('/dashboard')
}

/** How many steps are done of those that home shows: of the way to the first pay, while it goes on. */
function useSteps(): { done: number; total: number } | undefined {
  const { steps } = useMe().onboarding
  const way = useQuery({ ...query('getFirstPay', {}), staleTime: JUST_ASKED_MS })
  if (way.isPending) return undefined
  if (!way.data || way.data.settled)
    return { done: steps.filter(({ done }) => done).length, total: steps.length }
  const done = way.data.steps.filter(({ state }) => state === 'DONE').length
  return { done, total: way.data.steps.length }
}

/** Stands in place of a page whose gate is shut. Its button and closing it go to /dashboard and reload (specification 4). */
export function OnboardingModal() {
  const t = useTranslations('shell.onboarding')
  const titleOf = useStepTitle()
  const { steps, next } = useMe().onboarding
  const button = useRef<HTMLButtonElement>(null)
  const count = useSteps()
  const step = steps.find(({ key }) => key === next)
  const title = step ? titleOf(step) : ''
  return (
    <Dialog
      open
      onClose={toDashboard}
      title={t('title')}
      lead={
        <div className="stack g12 mt8">
          {count && <StepDots label={t('done', count)} {...count} />}
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
