import { useState } from 'react'
import { useCall } from '#web/kernel/queries.ts'
import type { ApiName, ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'

type Waiting = { readonly waiting?: { readonly reason: string } | undefined }
/** The calls that another operator may have to say yes to. */
type Asking = {
  [N in ApiName]: 'waiting' extends keyof ClientOutput<N>
    ? ClientOutput<N> extends Waiting
      ? N
      : never
    : never
}[ApiName]

export type Ask<N extends ApiName> = {
  readonly ask: (input: ClientInput<N>) => void
  readonly isPending: boolean
  /** Why it was refused; stands in the dialog, which stays open. */
  readonly wrong: string | undefined
  readonly refuse: (why: string) => void
}

/**
 * A call that a dialog makes and that another operator may have to say yes to: says whom it waits for, and lets the dialog close. A refusal
 * stays with what was typed.
 */
export function useAsk<N extends Asking>(
  name: N,
  { refresh, onDone }: { refresh: readonly ApiName[]; onDone: () => void },
): Ask<N> {
  const [wrong, refuse] = useState<string>()
  const { mutate, isPending } = useCall(name, {
    refresh,
    onSuccess: answer => {
      const { waiting } = answer as Waiting
      if (waiting) openAlert(waiting.reason, { severity: 'info' })
      onDone()
    },
    onProblem: problem => {
      refuse(problem.fields[0]?.msg ?? problem.detail)
      return true
    },
  })
  return { ask: mutate, isPending, wrong, refuse }
}
