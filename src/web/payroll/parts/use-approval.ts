import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { recall, recallList, rememberInTab, useTabName } from '#web/kernel/tab-memory.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { acknowledgements, stopping } from './cycle-acknowledge.tsx'
import { CYCLE_CHANGES, changesSeen } from './cycle-changes.ts'
import type { CycleView, LineItemView } from './pay-chips.tsx'

/** What was refused as stale: the server's sentence, and the line items that the reader had seen. */
type Stale = { readonly detail: string; readonly shown: readonly LineItemView[] }

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Approving a cycle: the digest of what is shown and what was acknowledged are sent. When the cycle changed meanwhile it is
 * loaded again, the differences are told, and nothing is approved.
 */
export function useApproval(cycle: CycleView) {
  const t = useTranslations('payroll.approval')
  const said = useTranslations('payroll.changes')
  const client = useQueryClient()
  // What was ticked holds for the pay that was shown, what was chosen for its shortage; a reload keeps both, and approves nothing.
  const aheadName = useTabName(`ahead ${cycle.cycle_uuid}`)
  const ticksName = useTabName(`ticks ${cycle.preview.digest}`)
  const [ticks, setTicks] = useState<{ digest: string; keys: ReadonlySet<string> }>()
  const [aheadOf, setAheadOf] = useState(() => recall(aheadName))
  const [stale, setStale] = useState<Stale>()
  const { digest, coverage } = cycle.preview
  const short = coverage.some(one => one.short > 0)
  const shortage = coverage.map(one => `${one.currency} ${one.short}`).join()
  const ahead = short && aheadOf === shortage
  const acknowledged = useMemo(() => {
    if (digest === null) return NOTHING
    return ticks?.digest === digest ? ticks.keys : new Set(recallList(ticksName))
  }, [digest, ticks, ticksName])
  const unusual = acknowledgements(cycle.preview)
  const known = unusual.filter(one => acknowledged.has(one.key))
  const approve = useCall('approveCycle', {
    refresh: CYCLE_CHANGES,
    onSuccess: ({ changed, kept_as_first_yes }) => {
      setStale(undefined)
      openAlert(kept_as_first_yes ? t('firstYes') : t('done', { count: changed }), {
        severity: 'success',
      })
    },
    onProblem: ({ code, detail }) => {
      void client.invalidateQueries({ queryKey: ['getCycle'] })
      if (code !== 'APPROVAL_STALE') return false
      setStale({ detail, shown: cycle.items })
      return true
    },
  })
  return {
    acknowledged,
    setAcknowledged: (keys: ReadonlySet<string>) => {
      if (digest === null) return
      rememberInTab(ticksName, JSON.stringify([...keys]))
      setTicks({ digest, keys })
    },
    stale: stale && { detail: stale.detail, changes: changesSeen(stale.shown, cycle.items, said) },
    approving: {
      loading: approve.isPending,
      allowed: cycle.allowed_actions.includes('approve'),
      missing: unusual.length - known.length,
      stopping: stopping(cycle.preview),
      short,
      ahead,
      onAhead: (chosen: boolean) => {
        rememberInTab(aheadName, chosen ? shortage : '')
        setAheadOf(chosen ? shortage : undefined)
      },
      onApprove: () =>
        digest !== null &&
        approve.mutate({
          params: { policy_uuid: cycle.policy_uuid, cycle_uuid: cycle.cycle_uuid },
          body: {
            digest,
            ahead_of_funding: ahead,
            acknowledged: known.flatMap(({ thing }) =>
              thing ? { line_item_uuid: thing.line_item_uuid, code: thing.code } : [],
            ),
            acknowledged_kinds: known.flatMap(one => one.kind ?? []),
          },
        }),
    },
  }
}
