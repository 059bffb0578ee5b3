/** What is wrong with what was sent, said until it is mended: for forms that are no `useForm`, which do the same by `showProblem`. */
import { useRef, useState } from 'react'
import { type ApiProblem, detailOf, type FieldProblem } from '#web/kernel/api-problem.ts'

type Said<F extends string> = {
  readonly fields: Readonly<Partial<Record<F, string>>>
  readonly whole: string | undefined
  /** What stood in the fields when it was heard. */
  readonly over: Readonly<Record<F, unknown>>
}

/** What is wrong with a form, field by field and as a whole. */
export type Refusal<F extends string> = {
  /** What was said of a field, while what it was said of stands there. */
  readonly of: (field: F) => string | undefined
  /** What was said of no field, until something is typed or it is sent again. */
  readonly whole: string | undefined
  /** Takes what the server answered to what the fields held in this render; answers true, so that nothing else says it. */
  readonly hear: (problem: ApiProblem) => boolean
  /** The same of what names fields only; anything else is said elsewhere. */
  readonly hearFields: (problem: ApiProblem) => boolean
  /** What the form found by itself. */
  readonly say: (fields: Readonly<Partial<Record<F, string>>>) => void
  readonly clear: () => void
}

/**
 * Keeps what was refused, and lets go of each message once its field holds something else. What is wrong with a field that was typed into
 * while it was on its way is said of the whole, since it is of no field any more. `typed` is what the form holds by the names that
 * the server has for it; `fieldOf` tells the name by its place on the wire, where that is not the last of its parts that is one.
 */
export function useRefusal<F extends string>(
  typed: Readonly<Record<F, unknown>>,
  fieldOf: (loc: FieldProblem['loc']) => string | undefined = loc => nameIn(typed, loc),
): Refusal<F> {
  const [said, setSaid] = useState<Said<F>>()
  const isField = (name: string | undefined): name is F => name !== undefined && name in typed
  const stands = (field: F) => said !== undefined && Object.is(said.over[field], typed[field])
  const latest = useRef(typed)
  latest.current = typed
  const hear = (problem: ApiProblem) => {
    const { fields } = problem
    const over = latest.current
    const named = fields.map(({ loc, msg }) => ({ field: fieldOf(loc), msg }))
    const isOf = ({ field }: { field: string | undefined }) =>
      isField(field) && Object.is(typed[field], over[field])
    const others = named.filter(of => !isOf(of)).map(({ msg }) => msg)
    // The first that is said of a field stands there.
    const own = named.filter(isOf).toReversed()
    setSaid({
      fields: Object.fromEntries(own.map(({ field, msg }) => [field, msg])),
      whole: fields.length === 0 ? detailOf(problem) : others.join(' ') || undefined,
      over,
    })
    return true
  }
  return {
    of: field => (stands(field) ? said?.fields[field] : undefined),
    whole: said && Object.keys(typed).every(field => stands(field as F)) ? said.whole : undefined,
    hear,
    hearFields: problem => problem.fields.length > 0 && hear(problem),
    say: fields => setSaid({ fields, whole: undefined, over: typed }),
    clear: () => setSaid(undefined),
  }
}

function nameIn(typed: object, loc: FieldProblem['loc']): string | undefined {
  return loc.map(String).findLast(part => part in typed)
}
