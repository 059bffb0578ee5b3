import { useState } from 'react'

/** Where somebody is in a list with keyset paging: the cursor to ask with, and the ways on and back. */
export type Paging = {
  readonly cursor: string | undefined
  /** How many pages lie before this one. */
  readonly before: number
  readonly previous: (() => void) | undefined
  readonly next: (cursor: string | null) => (() => void) | undefined
}

/** Paging that starts anew whenever `list` (the filter, in words) changes. */
export function usePaging(list: string): Paging {
  const [state, setState] = useState<{ list: string; cursors: readonly string[] }>({
    list,
    cursors: [],
  })
  const cursors = state.list === list ? state.cursors : []
  const goTo = (next: readonly string[]) => setState({ list, cursors: next })
  return {
    cursor: cursors.at(-1),
    before: cursors.length,
    previous: cursors.length > 0 ? () => goTo(cursors.slice(0, -1)) : undefined,
    next: cursor => (cursor === null ? undefined : () => goTo([...cursors, cursor])),
  }
}
