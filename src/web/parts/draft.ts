/** What is typed is kept on the device until it is sent (decision 0041): for `useForm`, and for what a component holds by itself. */
import { useEffect, useRef, useState } from 'react'
import { changesOf, withChanges } from '#web/kernel/draft-changes.ts'
import {
  draftPlace,
  forgetDraft,
  type OpenForm,
  openForm,
  readDraft,
  writeDraft,
} from '#web/kernel/drafts.ts'

/** What a form is called on its page, with the id of what it changes where there are several; a dialog's says so. */
export type DraftName = string | { readonly dialog: string }

const mounted = new Set<OpenForm>()

/** A draft of a form on the screen. A dialog that is closed forgets it; a page that is left keeps it. */
export function useOpenForm(name: DraftName, write: (place: OpenForm['place']) => void): OpenForm {
  const latest = useRef(write)
  latest.current = write
  const [form] = useState<OpenForm>(() => {
    const place = draftPlace(name)
    return { place, write: () => latest.current(place), handed: false }
  })
  useEffect(() => {
    const close = openForm(form)
    mounted.add(form)
    return () => {
      mounted.delete(form)
      close()
      // Strict mode mounts everything twice.
      setTimeout(() => {
        if (form.place.dialog && !mounted.has(form)) forgetDraft(form.place)
      })
    }
  }, [form])
  return form
}

/**
 * `useState` for what is typed: kept as `useForm` keeps it, for as long as it differs from `initial` and until `sent` says that it
 * arrived, which leaves it on the screen. `sent` forgets what it names, by default what is typed, and nothing that was typed since; what
 * it names by itself is what the server has, until `initial` says so too.
 */
export function useDraft<T>(
  name: DraftName,
  initial: T,
): [value: T, setValue: (value: T) => void, sent: (what?: T) => void] {
  const [value, setValue] = useState(() => withChanges(initial, readDraft(draftPlace(name))))
  const over = JSON.stringify(initial)
  const [arrived, setArrived] = useState<{ readonly over: string; readonly what: T }>()
  const from = arrived?.over === over ? arrived.what : initial
  const { place } = useOpenForm(name, at => writeDraft(at, changesOf(from, value)))
  const written = JSON.stringify(changesOf(from, value))
  const last = useRef(written)
  useEffect(() => {
    if (last.current === written) return
    last.current = written
    writeDraft(place, written === undefined ? undefined : JSON.parse(written))
  }, [place, written])
  const sent = (what?: T) => {
    if (what !== undefined) setArrived({ over, what })
    const kept = JSON.stringify(readDraft(place))
    if (kept === JSON.stringify(changesOf(from, what ?? value))) forgetDraft(place)
  }
  return [value, setValue, sent]
}
