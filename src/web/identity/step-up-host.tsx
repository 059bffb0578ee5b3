import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { NO_RESPONSE } from '#web/kernel/api-problem.ts'
import { asked, onAsked } from '#web/kernel/asked.ts'
import { openAlert } from '#web/ui/alert-bus.ts'

type Shown = { readonly onSettle: (given: boolean) => void }

const StepUpDialog = lazy<ComponentType<Shown>>(() =>
  import('#web/identity/step-up-dialog.tsx').then(
    part => ({ default: part.StepUpDialog }),
    () => ({ default: Unavailable }),
  ),
)

/** Stands in where the dialog could not be loaded: the call fails, and it is said why. */
function Unavailable({ onSettle }: Shown) {
  useEffect(() => {
    openAlert(NO_RESPONSE, { severity: 'error' })
    onSettle(false)
  }, [onSettle])
  return null
}

/** Where the question 'is it you?' appears, over whatever is open. Rendered once, in the root. */
export function StepUpHost() {
  const { proof } = useSyncExternalStore(onAsked, asked)
  if (!proof) return null
  return (
    <Suspense>
      <StepUpDialog onSettle={proof.settle} />
    </Suspense>
  )
}
