import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { draftPlace, readDraft } from '#web/kernel/drafts.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft, useOpenForm } from '#web/parts/draft.ts'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import {
  begun,
  type Edit,
  edited,
  type History,
  redone,
  type Sheet,
  toSave,
  typedSince,
  undone,
} from './hours-sheet.ts'
import type { CycleView } from './pay-chips.tsx'

export type HoursView = ClientOutput<'previewHours'>
export type HoursRow = HoursView['rows'][number]
type HoursCell = NonNullable<HoursView['cells']>[number]
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

/** Saving what is typed: what is on its way, and what is left of the sheet once it arrived, which is what was typed meanwhile. */
function useSaving(
  params: Params,
  now: Sheet,
  { onRest, onSaved }: { onRest: (rest: Sheet) => void; onSaved: (answer: Saved) => void },
) {
  const client = useQueryClient()
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
    saving: save.isPending,
    problem: save.error,
    /** Saves what is typed now; `onArrived` hears when it did, and what is typed meanwhile stays. */
    save: (words: string, onArrived: () => void) => {
      sending.current = { sheet: now, onArrived }
      const rows = toSave(now)
      // What is to be mended is looked at again, which says why.
      if (rows === undefined) lookAgain()
      else save.mutate({ params, body: { rows, words } })
    },
  }
}

/** The cell that somebody is in: kept with every key, and on the sheet once it is left. */
function useTyping(cycle_uuid: string) {
  const name = `cell of hours of ${cycle_uuid}`
  const [begin] = useState(() => readDraft(draftPlace(name)))
  const cells = useRef((begin ?? {}) as Sheet)
  const form = useOpenForm(name, () => ({ from: {}, now: cells.current }))
  const keep = (next: Sheet) => {
    cells.current = next
    form.typed()
  }
  return {
    begin,
    /** Keeps what stands in a cell; nothing where that is what the sheet has. */
    type: ({ line_item_uuid, hours }: Edit) => keep(hours ? { [line_item_uuid]: hours } : {}),
    /** What was typed is on the sheet. */
    arrived: () => keep({}),
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
  const typing = useTyping(cycle_uuid)
  const [history, setHistory] = useState<History>(() => begun(kept, typing.begin))
  const [unused, setUnused] = useState<Unused>(NONE_UNUSED)
  const go = (next: History) => {
    setHistory(next)
    setKept(Object.keys(next.now).length > 0 ? JSON.stringify(next.now) : '')
    typing.arrived()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back of a cell stands on the sheet that is kept, from the beginning
  useLayoutEffect(() => {
    if (history.past.length > 0) go(history)
  }, [])
  const look = useLook(
    params,
    history.now,
    items.map(({ line_item_uuid }) => line_item_uuid),
  )
  const read = useCall('previewHours', {
    onSuccess: answer => {
      go(edited(history, (answer.cells ?? []).map(editOf)))
      setUnused({ rows: answer.rows, count: answer.unmeant })
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
    type: typing.type,
    undo: () => go(undone(history)),
    redo: () => go(redone(history)),
    leaveOut: (line?: number) =>
      setUnused(
        line === undefined
          ? NONE_UNUSED
          : { rows: unused.rows.filter(row => row.line !== line), count: unused.count - 1 },
      ),
    /** Reads cells or a file; those of a single column begin with the pay `from`. */
    read: (text: string, from?: string) =>
      read.mutate({ params, body: { text, brief: true, ...(from ? { from } : {}) } }),
  }
}

/** Lines of a list that mean no pay: how many, and the first of them. */
type Unused = { readonly rows: readonly HoursRow[]; readonly count: number }
const NONE_UNUSED: Unused = { rows: [], count: 0 }

/** What a line of a list makes of its cell: what comes to the same leaves it empty. */
function editOf([line_item_uuid, version, typed, line, same]: HoursCell): Edit {
  return { line_item_uuid, hours: same ? undefined : { typed, version, line } }
}
