import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#web/kernel/api.ts'
import { type ApiProblem, asApiProblem } from '#web/kernel/api-problem.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import {
  begun,
  type Edit,
  edited,
  type History,
  redone,
  type Sheet,
  typedSince,
  undone,
} from './hours-sheet.ts'
import type { CycleView } from './pay-chips.tsx'

export type HoursView = ClientOutput<'previewHours'>
export type HoursRow = HoursView['rows'][number]
export type HoursSheet = ReturnType<typeof useHoursSheet>

type Saved = ClientOutput<'saveHours'>
type Params = { readonly policy_uuid: string; readonly cycle_uuid: string }

function rowsOf(sheet: Sheet) {
  return Object.entries(sheet).map(([line_item_uuid, { typed, version }]) => ({
    ...{ line_item_uuid, version, hours: typed },
  }))
}

/**
 * What the server says of a sheet, asked anew after each step: of the items that are on the screen and the first that are to be mended, and how many there
 * are of each; undefined while nothing is typed.
 */
function useLook(params: Params, sheet: Sheet, shown: readonly string[]) {
  const rows = rowsOf(sheet)
  const looked = useQuery({
    ...query('previewHours', { params, body: { rows, shown: [...shown] } }),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A sheet of thousands is not worth keeping once the next step is there.
    gcTime: 0,
  })
  const preview = rows.length > 0 ? looked.data : undefined
  return {
    preview,
    counts: preview?.counts ?? { MEND: 0, CHANGED: 0, SAME: 0 },
    mend: (preview?.rows ?? []).filter(row => row.state === 'MEND'),
    looking: looked.isFetching,
    problem: looked.error,
  }
}

/**
 * What saving a sheet would send: the pays that it changes, as the server reads their hours; undefined where one of them has to be mended by now,
 * which nobody saw yet.
 */
async function changedOf(params: Params, sheet: Sheet) {
  const { rows } = await api('previewHours', { params, body: { rows: rowsOf(sheet) } })
  if (rows.some(({ state }) => state === 'MEND')) return undefined
  return rows.flatMap(({ state, item, hours }) =>
    state === 'CHANGED' && item && hours !== null
      ? { line_item_uuid: item.line_item_uuid, version: item.version, hours }
      : [],
  )
}

/**
 * Saving what is typed: what is on its way, whether it could be read before, and what is left of the sheet once it arrived, which is what was typed
 * meanwhile.
 */
function useSaving(
  params: Params,
  now: Sheet,
  { onRest, onSaved }: { onRest: (rest: Sheet) => void; onSaved: (answer: Saved) => void },
) {
  const client = useQueryClient()
  const [reading, setReading] = useState(false)
  const [unread, setUnread] = useState<ApiProblem>()
  const sending = useRef<{ readonly sheet: Sheet; readonly onArrived: () => void }>(undefined)
  const latest = useRef(now)
  latest.current = now
  const lookAgain = () => void client.invalidateQueries({ queryKey: ['previewHours'] })
  const save = useCall('saveHours', {
    refresh: CYCLE_CHANGES,
    onSuccess: answer => {
      onRest(typedSince(latest.current, sending.current?.sheet ?? {}))
      sending.current?.onArrived()
      onSaved(answer)
    },
    onProblem: () => {
      lookAgain()
      void client.invalidateQueries({ queryKey: ['getCycle'] })
      return false
    },
  })
  return {
    saving: reading || save.isPending,
    problem: save.error ?? unread,
    /** Saves what is typed now; `onArrived` hears when it did, and what is typed meanwhile stays. */
    save: async (words: string, onArrived: () => void) => {
      sending.current = { sheet: now, onArrived }
      setReading(true)
      setUnread(undefined)
      try {
        const rows = await changedOf(params, now)
        // What is to be mended by now is looked at again, which says why.
        if (rows === undefined) lookAgain()
        else save.mutate({ params, body: { rows, words } })
      } catch (thrown) {
        setUnread(asApiProblem(thrown))
      } finally {
        setReading(false)
      }
    },
  }
}

/**
 * The hours that are typed or read from a list for a cycle: kept on the device, looked at by the server after every step, and saved all at
 * once. Lines of a list that mean no pay are set apart until somebody leaves them out.
 */
export function useHoursSheet(
  { policy_uuid, cycle_uuid, items }: Pick<CycleView, 'policy_uuid' | 'cycle_uuid' | 'items'>,
  onSaved: (answer: Saved) => void,
) {
  const params = { policy_uuid, cycle_uuid }
  const [kept, setKept, keptSent] = useDraft(`hours of ${cycle_uuid}`, '')
  const [history, setHistory] = useState<History>(() => begun(kept))
  const [unused, setUnused] = useState<readonly HoursRow[]>([])
  const go = (next: History) => {
    setHistory(next)
    setKept(Object.keys(next.now).length > 0 ? JSON.stringify(next.now) : '')
  }
  const look = useLook(
    params,
    history.now,
    items.map(({ line_item_uuid }) => line_item_uuid),
  )
  const read = useCall('previewHours', {
    onSuccess: answer => {
      go(edited(history, answer.rows.flatMap(editOf)))
      setUnused(answer.rows.filter(row => row.item === null))
    },
  })
  const saving = useSaving(params, history.now, {
    onRest: rest => {
      if (Object.keys(rest).length > 0) return go({ now: rest, past: [], ahead: [] })
      keptSent()
      setHistory(begun(''))
    },
    onSaved,
  })
  return {
    sheet: history.now,
    ...look,
    ...saving,
    unused,
    /** Whether what is shown is not yet of what is typed now. */
    looking: look.looking || read.isPending,
    problem: read.error ?? saving.problem ?? look.problem,
    canUndo: history.past.length > 0,
    canRedo: history.ahead.length > 0,
    edit: (edits: readonly Edit[]) => go(edited(history, edits)),
    undo: () => go(undone(history)),
    redo: () => go(redone(history)),
    leaveOut: (line?: number) =>
      setUnused(line === undefined ? [] : unused.filter(row => row.line !== line)),
    /** Reads cells or a file; those of a single column begin with the pay `from`. */
    read: (text: string, from?: string) =>
      read.mutate({ params, body: { text, ...(from ? { from } : {}) } }),
  }
}

/** What a line of a list makes of its cell: what comes to the same leaves it empty. */
function editOf({ item, typed, state, line }: HoursRow): Edit[] {
  if (!item) return []
  const { line_item_uuid, version } = item
  const hours = { typed, version, ...(line !== null && { line }) }
  return [{ line_item_uuid, hours: state === 'SAME' ? undefined : hours }]
}
