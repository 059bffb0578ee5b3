/**
 * Whether a PDF goes to an address by itself: when it is opened (OpenAction), or when a page or a field is come to (AA). A link that a
 * person clicks stays (ISO 32000-1, 12.6).
 */
import type { PdfValue } from './pdf-objects.ts'

/** Hears every object with its number, in any order; `found` once all were heard. */
export type SelfActing = {
  hear(number: number | undefined, value: PdfValue): void
  found(): boolean
}

/** An action that goes to an address, and those that come after an action. */
type Action = { readonly goes: boolean; readonly next: ReadonlySet<number> }

/** Listens for what acts by itself. An object whose number cannot be told is taken for any. */
export function selfActing(): SelfActing {
  let acts = false
  const begun = new Set<number>()
  const actions = new Map<number, Action[]>()
  const begin = (value: PdfValue) => {
    const action = actionIn(value)
    acts ||= action.goes
    for (const number of action.next) begun.add(number)
  }
  const walk = (value: PdfValue) => {
    if (value.kind === 'array') for (const item of value.items) walk(item)
    if (value.kind !== 'dict') return
    for (const [key, entry] of value.entries) {
      // A destination is an array, and a page is none that acts.
      if (key === 'OpenAction' && entry.kind !== 'array') begin(entry)
      // No document of a person has a need of it, whatever it comes down to.
      if (key === 'AA' && (entry.kind === 'dict' || entry.kind === 'reference')) acts = true
      walk(entry)
    }
  }
  return {
    hear: (number = ANY, value) => {
      walk(value)
      const action = value.kind === 'dict' && value.entries.has('S') ? actionIn(value) : undefined
      if (!action?.goes && !action?.next.size) return
      const known = actions.get(number)
      if (known) known.push(action)
      else actions.set(number, [action])
    },
    found: () => {
      if (begun.size > 0) begun.add(ANY)
      // What is appended while it is gone through is gone through as well, each once.
      for (const number of begun)
        for (const action of actions.get(number) ?? []) {
          acts ||= action.goes
          for (const next of action.next) begun.add(next)
        }
      return acts
    },
  }
}

const ANY = -1

function actionIn(value: PdfValue): Action {
  if (value.kind === 'reference') return { goes: false, next: new Set([value.to]) }
  const parts =
    value.kind === 'array'
      ? value.items
      : value.kind === 'dict'
        ? [value.entries.get('Next')].filter(part => part !== undefined)
        : []
  const further = parts.map(actionIn)
  const kind = value.kind === 'dict' ? value.entries.get('S') : undefined
  return {
    goes: (kind?.kind === 'name' && kind.name === 'URI') || further.some(({ goes }) => goes),
    next: new Set(further.flatMap(({ next }) => [...next])),
  }
}
