import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAddress } from '#web/kernel/navigation.tsx'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import type { CycleView } from './pay-chips.tsx'

export type SelectionView = ClientOutput<'selectItems'>
/** What a verb did to each of a selection. */
export type SelectionAnswer = ClientOutput<'archiveCycle'>
export type Choosing = ReturnType<typeof useSelection>

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Which line items of a cycle are chosen, on whatever page of the list they stand, and what the server says of them. A link of a mail names
 * the selection to which somebody said yes.
 */
export function useSelection(cycle: CycleView, shown: readonly string[]) {
  const { policy_uuid, cycle_uuid } = cycle
  const params = { policy_uuid, cycle_uuid }
  const [chosen, setChosen] = useState(NOTHING)
  const anchor = useRef<string>(undefined)
  const ids = [...chosen].sort()
  const asked = useQuery({
    ...query('selectItems', { params, body: { line_item_uuids: ids } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // Money is decided on what is said here.
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.waiting.left ?? 0) > 0 ? 1000 : false),
  })
  const many = useCall('selectItems', {
    onSuccess: answer => setChosen(new Set(answer.line_item_uuids)),
  })
  const { get, set } = useAddress()
  const first_yes = get('yes')
  const latest = useRef({ mutate: many.mutate, set })
  latest.current = { mutate: many.mutate, set }
  useEffect(() => {
    if (first_yes === '') return
    latest.current.mutate({ params: { policy_uuid, cycle_uuid }, body: { first_yes } })
    latest.current.set({ yes: undefined })
  }, [first_yes, policy_uuid, cycle_uuid])
  return {
    chosen,
    /** Undefined until the server said it of exactly these. */
    said: ids.length > 0 && !asked.isPlaceholderData ? asked.data : undefined,
    problem: asked.error,
    loading: many.isPending,
    /** Chooses an item or lets go of it; of a range also those between it and the one before. */
    onSelect: (id: string, on: boolean, range: boolean) => {
      const from = range && anchor.current !== undefined ? shown.indexOf(anchor.current) : -1
      const to = shown.indexOf(id)
      const meant = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      anchor.current = id
      setChosen(changed(chosen, meant, on))
    },
    /** All that the page shows; letting go is of everything, wherever it stands. */
    onShown: (on: boolean) => setChosen(on ? changed(chosen, shown, true) : NOTHING),
    /** All that the filter and the search have, on all pages. */
    chooseAll: (show: keyof CycleView['shows'], search: string | undefined) =>
      many.mutate({ params, body: { show, ...(search && { search }) } }),
    /** Those to which somebody said yes. */
    chooseYes: (step_uuid: string) => many.mutate({ params, body: { first_yes: step_uuid } }),
    clear: () => setChosen(NOTHING),
  }
}

function changed(chosen: ReadonlySet<string>, ids: readonly string[], on: boolean) {
  const next = new Set(chosen)
  for (const id of ids)
    if (on) next.add(id)
    else next.delete(id)
  return next
}
