/** What is typed is kept on the device until it is sent (decision 0041): for `useForm`, and for what a component holds by itself. */
import { useLayoutEffect, useRef, useState } from 'react'
import { changesOf, kept, merged, withChanges } from '#web/kernel/draft-changes.ts'
import { draftPlace, type OpenForm, openForm, readDraft, writeDraft } from '#web/kernel/drafts.ts'

/** What a form is called on its page, with the id of what it changes where there are several; a dialog's says so. */
export type DraftName = string | { readonly dialog: string }

const mounted = new Set<OpenForm>()

/** What a form began with, what it holds now, and what is kept of what it was typed over. */
type Held = { readonly from: unknown; readonly now: unknown; readonly over?: unknown }

/** A form that is on the screen, whose `typed` keeps what was typed since it was called before. */
export type TypedForm = OpenForm & {
  readonly typed: () => void
  /** Forgets what is kept and is `what`, which arrived. */
  readonly arrived: (what: unknown) => void
}

/**
 * A draft of a form on the screen, also of the same form in another tab: each writes what was typed into it over what the other wrote.
 * A dialog that is closed forgets what it held; a page that is left keeps it.
 */
export function useOpenForm(name: DraftName, held: () => Held): TypedForm {
  const latest = useRef(held)
  latest.current = held
  const [form] = useState(() => typedForm(draftPlace(name), () => latest.current()))
  // Before the page is painted: what says above it that something was typed comes with it.
  useLayoutEffect(() => {
    const close = openForm(form)
    mounted.add(form)
    return () => {
      mounted.delete(form)
      close()
      // Strict mode mounts everything twice.
      setTimeout(() => {
        if (form.place.dialog && !mounted.has(form)) form.forget()
      })
    }
  }, [form])
  return form
}

function typedForm(place: OpenForm['place'], held: () => Held): TypedForm {
  let was = kept(held().now)
  const typed = () => {
    const { from, now, over } = held()
    writeDraft(place, changesOf(from, merged(withChanges(from, readDraft(place)), was, now)), over)
    was = kept(now)
  }
  const arrived = (what: unknown) =>
    writeDraft(place, changesOf(what, withChanges(what, readDraft(place))), held().over)
  return {
    place,
    handed: false,
    typed,
    arrived,
    write: () => {
      typed()
      const { from, now, over } = held()
      writeDraft(place, changesOf(from, withChanges(now, readDraft(place))), over)
    },
    forget: () => arrived(held().now),
    changed: () => {
      const { from, now } = held()
      return changesOf(from, now) !== undefined
    },
  }
}

/**
 * `useState` for what is typed: kept as `useForm` keeps it, for as long as it differs from `initial` and until `sent` says that it
 * arrived, which leaves it on the screen. `sent` forgets what it names, by default what is typed, and nothing that was typed since; what
 * it names by itself is what the server has, until `initial` says so too. Where nothing is typed it follows `initial`.
 */
export function useDraft<T>(
  name: DraftName,
  initial: T,
): [value: T, setValue: (value: T) => void, sent: (what?: T) => void] {
  const [value, setValue] = useState(() => withChanges(initial, readDraft(draftPlace(name))))
  const over = JSON.stringify(initial)
  const [shown, setShown] = useState(over)
  const [arrived, setArrived] = useState<{ readonly over: string; readonly what: T }>()
  if (shown !== over) {
    setShown(over)
    // Nobody typed here, or it arrived: what changed elsewhere is shown, and is not written back by who presses next.
    const had = arrived?.over === shown ? JSON.stringify(arrived.what) : shown
    if (JSON.stringify(value) === had) setValue(initial)
  }
  const from = arrived?.over === over ? arrived.what : initial
  const form = useOpenForm(name, () => ({ from, now: value }))
  const written = JSON.stringify(changesOf(from, value))
  const last = useRef(written)
  // Before it is painted: what is seen on the screen is kept.
  useLayoutEffect(() => {
    if (last.current === written) return
    last.current = written
    form.typed()
  }, [form, written])
  const sent = (what?: T) => {
    if (what !== undefined) setArrived({ over, what })
    form.arrived(what ?? value)
  }
  return [value, setValue, sent]
}
