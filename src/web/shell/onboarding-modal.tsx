import { useRef } from 'react'
import { useMe } from '#web/kernel/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { StepDots } from '#web/ui/stepper.tsx'

function toDashboard(): void {
  window.location.assign('/dashboard')
}

/** Stands in place of a page whose gate is shut. Its button and closing it go to /dashboard and reload (specification 4). */
export function OnboardingModal() {
  const { steps, next } = useMe().onboarding
  const button = useRef<HTMLButtonElement>(null)
  const step = steps.find(({ key }) => key === next)
  return (
    <Dialog
      open
      onClose={toDashboard}
      title="Just a few steps away to access more features"
      lead={
        <div className="stack g12 mt8">
          <StepDots
            label={`${steps.filter(({ done }) => done).length} of ${steps.length} steps done`}
            total={steps.length}
            done={steps.filter(({ done }) => done).length}
          />
          {step && <span>Next: {step.title.charAt(0).toLowerCase() + step.title.slice(1)}.</span>}
        </div>
      }
      initialFocus={button}
    >
      <Button ref={button} size="lg" full onClick={toDashboard}>
        Complete onboarding
      </Button>
    </Dialog>
  )
}
