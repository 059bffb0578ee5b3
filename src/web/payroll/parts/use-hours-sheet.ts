import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
  undone,
} from './hours-sheet.ts'
import type { CycleView } from './pay-chips.tsx'

export type HoursView = ClientOutput<'previewHours'>
export type HoursRow = HoursView['rows'][number]
export type HoursSheet = ReturnType<typeof useHoursSheet>

/** What the server says of a sheet, asked anew after each step; undefined while nothing is typed. */
function useLook(params: { policy_uuid: string; cycle_uuid: string }, sheet: Sheet) {
  const rows = Object.entries(sheet).map(([line_item_uuid, { typed, version }]) => ({
    ...{ line_item_uuid, version, hours: typed },
  }))
  const looked = useQuery({
    ...query('previewHours', { params, body: { rows } }),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const preview = rows.length > 0 ? looked.data : undefined
  const of = (state: HoursRow['state']) => (preview?.rows ?? []).filter(row => row.state === state)
  return {
    preview,
    changed: of('CHANGED'),
    mend: of('MEND'),
    looking: looked.isFetching,
    problem: looked.error,
  }
}

/**
 * The hours that are typed or read from a list for a cycle: kept on the device, looked at by the server after every step, and saved all at
 * once. Lines of a list that mean no pay are set apart until somebody leaves them out.
 */
export function useHoursSheet(
  { policy_uuid, cycle_uuid }: Pick<CycleView, 'policy_uuid' | 'cycle_uuid'>,
  onSaved: (answer: ClientOutput<'saveHours'>) => void,
) {
  const params = { policy_uuid, cycle_uuid }
  const client = useQueryClient()
  const [kept, setKept, keptSent] = useDraft(`hours of ${cycle_uuid}`, '')
  const [history, setHistory] = useState<History>(() => begun(kept))
  const [unused, setUnused] = useState<readonly HoursRow[]>([])
  const go = (next: History) => {
    setHistory(next)
    setKept(Object.keys(next.now).length > 0 ? JSON.stringify(next.now) : '')
  }
  const look = useLook(params, history.now)
  const read = useCall('previewHours', {
    onSuccess: answer => {
      go(edited(history, answer.rows.flatMap(editOf)))
      setUnused(answer.rows.filter(row => row.item === null))
    },
  })
  const save = useCall('saveHours', {
    refresh: CYCLE_CHANGES,
    onSuccess: answer => {
      keptSent()
      setHistory(begun(''))
      onSaved(answer)
    },
    onProblem: () => {
      void client.invalidateQueries({ queryKey: ['previewHours'] })
      void client.invalidateQueries({ queryKey: ['getCycle'] })
      return false
    },
  })
  return {
    sheet: history.now,
    ...look,
    unused,
    /** Whether what is shown is not yet of what is typed now. */
    looking: look.looking || read.isPending,
    saving: save.isPending,
    problem: read.error ?? save.error ?? look.problem,
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
    save: (words: string) =>
      save.mutate({
        params,
        body: {
          rows: look.changed.flatMap(({ item, hours }) =>
            item && hours !== null
              ? { line_item_uuid: item.line_item_uuid, version: item.version, hours }
              : [],
          ),
          words,
        },
      }),
  }
}

/** What a line of a list makes of its cell: what comes to the same leaves it empty. */
function editOf({ item, typed, state, line }: HoursRow): Edit[] {
  if (!item) return []
  const { line_item_uuid, version } = item
  const hours = { typed, version, ...(line !== null && { line }) }
  return [{ line_item_uuid, hours: state === 'SAME' ? undefined : hours }]
}
