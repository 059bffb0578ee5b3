import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import { openAlert } from '#web/ui/alert-bus.ts'

/**
 * Puts the server's messages on the fields of a form and focuses the first. `names` says what the form calls a field of
 * the wire, where that differs; a name of null means that the form does not show it, and its message is alerted.
 */
export function showProblem<V extends FieldValues>(
  setError: UseFormSetError<V>,
  thrown: unknown,
  names: Readonly<Record<string, Path<V> | null>> = {},
): void {
  let first = true
  for (const { loc, msg } of asApiProblem(thrown).fields) {
    const wire = loc[0] === 'body' ? loc.slice(1).join('.') : loc.join('.')
    const name = wire in names ? names[wire] : (wire as Path<V>)
    if (!name) openAlert(msg, { severity: 'error' })
    else setError(name, { type: 'server', message: msg }, { shouldFocus: first })
    first = false
  }
}
