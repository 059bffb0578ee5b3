/** Forms: each keeps what was typed on the device until it is sent (decision 0041), and shows what the server says of its fields. */
import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  type UseFormSetError,
  useForm as useFormAlone,
} from 'react-hook-form'
import { asApiProblem } from '#web/kernel/api-problem.ts'
import {
  changesOf,
  draftPlace,
  forgetDraft,
  type OpenForm,
  openForm,
  readDraft,
  withChanges,
  writeDraft,
} from '#web/kernel/drafts.ts'
import { openAlert } from '#web/ui/alert-bus.ts'

/** What a form is called on its page, with the id of what it changes where there are several; a dialog's says so. */
export type DraftName = string | { readonly dialog: string }

/** A draft of a form on the screen. A dialog that is closed forgets it; a page that is left keeps it. */
function useOpenForm(name: DraftName, write: (place: OpenForm['place']) => void): OpenForm {
  const latest = useRef(write)
  latest.current = write
  const [form] = useState<OpenForm>(() => {
    const place = draftPlace(name)
    return { place, write: () => latest.current(place), handed: false }
  })
  useEffect(() => {
    const close = openForm(form)
    let mounted = true
    mountedForms.set(form, true)
    return () => {
      mounted = false
      mountedForms.delete(form)
      close()
      // Strict mode mounts everything twice.
      setTimeout(() => {
        const closed = !mounted && !mountedForms.has(form)
        const { path, dialog } = form.place
        if (closed && dialog && path === window.location.pathname) forgetDraft(form.place)
      })
    }
  }, [form])
  return form
}

const mountedForms = new Map<OpenForm, true>()

/** react-hook-form's `useForm` whose content survives a reload, an expired log-in and a lost connection. */
export function useForm<V extends FieldValues>(
  name: DraftName,
  props: UseFormProps<V> & { defaultValues?: DefaultValues<V> },
): UseFormReturn<V> {
  const [begin] = useState(() => props.values ?? props.defaultValues)
  const [kept] = useState(() => readDraft(draftPlace(name)))
  const form = useFormAlone<V>({
    ...props,
    ...(props.defaultValues ? { defaultValues: withChanges(props.defaultValues, kept) } : {}),
    ...(props.values ? { values: withChanges(props.values, kept) } : {}),
  })
  const { subscribe, getValues } = form
  const open = useOpenForm(name, place => writeDraft(place, changesOf(begin, getValues())))
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          open.handed = false
          writeDraft(open.place, changesOf(begin, values))
        },
      }),
    [subscribe, open, begin],
  )
  const handleSubmit: typeof form.handleSubmit = (valid, invalid) =>
    form.handleSubmit((...given) => {
      open.handed = true
      return valid(...given)
    }, invalid)
  return { ...form, handleSubmit }
}

/** `useState` for what is typed: kept as `useForm` keeps it, for as long as it differs from `initial`. */
export function useDraft<T>(name: DraftName, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => withChanges(initial, readDraft(draftPlace(name))))
  const { place } = useOpenForm(name, at => writeDraft(at, changesOf(initial, value)))
  const written = JSON.stringify(changesOf(initial, value))
  const last = useRef(written)
  useEffect(() => {
    if (last.current === written) return
    last.current = written
    writeDraft(place, written === undefined ? undefined : JSON.parse(written))
  }, [place, written])
  return [value, setValue]
}

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
