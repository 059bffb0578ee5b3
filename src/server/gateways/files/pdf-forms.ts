/**
 * How deep the forms of a PDF lie in each other, and how often all of it would be drawn: each form that draws the next ten times
 * makes ten times as much of it (ISO 32000-1, 8.10).
 */
import type { PdfDictionary, PdfValue } from './pdf-objects.ts'

export type NestedForms = {
  /** Hears every dictionary that is an object, and whether content follows it. */
  hear(number: number, entries: PdfDictionary, isStream: boolean): void
  /** Hears how many times the content of a stream draws something. */
  drawn(number: number | undefined, times: number): void
  areTooNested(): boolean
}

/** Figures within figures of printers' programs come to ten. */
const DEEPEST = 30
/** A figure of a hundred thousand marks, drawn on some hundred pages, is not yet as much. */
const MOST_DRAWN = 100_000_000

/** Parts of what a content uses that may be objects of their own. */
const RESOURCES = ['XObject', 'Pattern', 'ExtGState', 'Font'] as const

type Reach = { readonly depth: number; readonly drawn: number }
const NOTHING: Reach = { depth: 0, drawn: 0 }

/** Listens for forms. Where resources are shared and so lead back to a form, it is not drawn within itself, and not counted so. */
export function nestedForms(): NestedForms {
  const uses = new Map<number, Set<number>>()
  const forms = new Set<number>()
  const draws = new Map<number, number>()

  function reachOf(): (number: number, above?: number) => Reach {
    const known = new Map<number, Reach>()
    const open = new Set<number>()
    const reach = (number: number, above = 0): Reach => {
      const before = known.get(number)
      if (before) return before
      const isForm = forms.has(number)
      const depth = above + (isForm ? 1 : 0)
      if (open.has(number) || depth > DEEPEST || open.size > 4 * DEEPEST)
        return open.has(number) ? NOTHING : { depth: DEEPEST + 1, drawn: 0 }
      open.add(number)
      const own = [...(uses.get(number) ?? [])].map(next => reach(next, depth))
      open.delete(number)
      const inside = own.reduce<Reach>(deeper, NOTHING)
      const times = isForm ? Math.max(1, draws.get(number) ?? 0) : 1
      const reached = {
        depth: inside.depth + (isForm ? 1 : 0),
        drawn: (isForm ? 1 : 0) + times * inside.drawn,
      }
      known.set(number, reached)
      return reached
    }
    return reach
  }

  return {
    hear(number, entries, isStream) {
      const resources = entries.get('Resources')
      const isForm = isStream && resources !== undefined
      const used = isForm ? [resources] : isStream ? [] : partsOf(entries)
      if (isForm) forms.add(number)
      const known = uses.get(number) ?? new Set()
      for (const value of used) for (const to of referencesIn(value)) known.add(to)
      if (known.size > 0) uses.set(number, known)
    },
    drawn(number, times) {
      if (number !== undefined) draws.set(number, Math.max(times, draws.get(number) ?? 0))
    },
    areTooNested() {
      const reach = reachOf()
      const all = [...forms].map(number => reach(number)).reduce(deeper, NOTHING)
      const onPages = [...draws].filter(([number]) => !forms.has(number)).map(([, times]) => times)
      const most = onPages.reduce((one, other) => Math.max(one, other), 1)
      return all.depth > DEEPEST || all.drawn * most > MOST_DRAWN
    },
  }
}

function deeper(one: Reach, other: Reach): Reach {
  return { depth: Math.max(one.depth, other.depth), drawn: Math.max(one.drawn, other.drawn) }
}

/** What a dictionary of resources, or one of their kinds, names; nothing of any other. */
function partsOf(entries: PdfDictionary): readonly PdfValue[] {
  const parts = RESOURCES.map(key => entries.get(key)).filter(part => part !== undefined)
  if (parts.length > 0) return parts
  const all = [...entries.values()]
  return all.every(({ kind }) => kind === 'reference') ? all : []
}

function* referencesIn(value: PdfValue): Generator<number> {
  if (value.kind === 'reference') yield value.to
  const inside =
    value.kind === 'array' ? value.items : value.kind === 'dict' ? value.entries.values() : []
  for (const one of inside) yield* referencesIn(one)
}
