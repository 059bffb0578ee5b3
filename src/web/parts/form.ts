/** Forms: each keeps what was typed on the device until it is sent (decision 0041), and shows what the server says of its fields. */
import { useLayoutEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  type UseFormSetError,
  useForm as useFormAlone,
} from 'react-hook-form'
import { answeredByPage, asApiProblem, detailOf } from '#web/kernel/api-problem.ts'
import { withChanges } from '#web/kernel/draft-changes.ts'
import { draftPlace, readDraft } from '#web/kernel/drafts.ts'
import { type DraftName, useOpenForm } from '#web/parts/draft.ts'
import { openAlert } from '#web/ui/alert-bus.ts'

const WHOLE = 'root.server'

/**
 * react-hook-form's `useForm` whose content survives a reload, an expired log-in and a lost connection. Where what it began with may be another by then, `over` says
 * what that was, and `readOver` has it again.
 */
export function useForm<V extends FieldValues>(
  name: DraftName,
  {
    over,
    ...props
  }: UseFormProps<V> & { defaultValues?: DefaultValues<V>; over?: (() => unknown) | undefined },
): UseFormReturn<V> {
  const [begin] = useState(() => props.values ?? props.defaultValues)
  const [kept] = useState(() => readDraft(draftPlace(name)))
  const form = useFormAlone<V>({
    ...props,
    ...(props.defaultValues ? { defaultValues: withChanges(props.defaultValues, kept) } : {}),
    ...(props.values ? { values: withChanges(props.values, kept) } : {}),
  })
  const { subscribe, getValues, clearErrors } = form
  // What the server said is of what was sent before. What no field of the form checks anew would keep it from being sent for ever.
  const [refused] = useState(() => new Set<Parameters<typeof form.setError>[0]>())
  const open = useOpenForm(name, () => ({ from: begin, now: getValues(), over: over?.() }))
  // With the fields themselves, before anybody can type into them: what was typed before an effect that runs later would be kept with the next key alone.
  useLayoutEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name: field }) => {
          open.handed = false
          open.typed()
          // What was said of the whole was of what stood there before, and of a field as well, also where no rule looks at it anew.
          for (const at of refused)
            if (at === WHOLE || at === field) {
              refused.delete(at)
              clearErrors(at as Path<V>)
            }
        },
      }),
    [subscribe, clearErrors, open, refused],
  )
  const setError: typeof form.setError = (at, ...error) => {
    refused.add(at)
    form.setError(at, ...error)
  }
  const handleSubmit: typeof form.handleSubmit = (valid, invalid) => event => {
    for (const at of refused) form.clearErrors(at as Path<V>)
    refused.clear()
    const submit = form.handleSubmit((...given) => {
      open.handed = true
      return valid(...given)
    }, invalid)
    return submit(event)
  }
  return { ...form, setError, handleSubmit }
}

/** Sends a form as its own button does, and says of its fields what is wrong with them; answers whether it was sent. */
export async function savedBy<V extends FieldValues>(
  { handleSubmit, setError }: Pick<UseFormReturn<V>, 'handleSubmit' | 'setError'>,
  send: (values: V) => Promise<unknown>,
  names?: Readonly<Record<string, Path<V> | null>>,
): Promise<boolean> {
  let saved = false
  await handleSubmit(async values => {
    try {
      await send(values)
      saved = true
    } catch (thrown) {
      showProblem(setError, thrown, names)
    }
  })()
  return saved
}

/** Why the server refused a form as a whole, until something is typed; undefined where it said it of fields. */
export function refusedWhole({ root }: FieldErrors): string | undefined {
  return root?.server?.message
}

/**
 * Puts the server's messages on the fields of a form and focuses the first; what it says of none is `refusedWhole`. `names` says what the form calls a field of
 * the wire, where that differs; a name of null means that the form does not show it, and its message is alerted. What the page as a whole answers
 * is said by nobody else.
 */
export function showProblem<V extends FieldValues>(
  setError: UseFormSetError<V>,
  thrown: unknown,
  names: Readonly<Record<string, Path<V> | null>> = {},
): void {
  let first = true
  const problem = asApiProblem(thrown)
  if (answeredByPage(problem)) return
  const { fields } = problem
  if (fields.length === 0) setError(WHOLE, { type: 'server', message: detailOf(problem) })
  for (const { loc, msg } of fields) {
    const wire = loc[0] === 'body' ? loc.slice(1).join('.') : loc.join('.')
    const name = wire in names ? names[wire] : (wire as Path<V>)
    if (!name) openAlert(msg, { severity: 'error' })
    else setError(name, { type: 'server', message: msg }, { shouldFocus: first })
    first = false
  }
}
