import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Say } from '#web/ui/say.tsx'
import { acknowledgements, Sentence, stopping } from './cycle-acknowledge.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { CycleView } from './pay-chips.tsx'
import type { SelectionAnswer, SelectionView } from './use-selection.ts'
import { isToldOf, WhoApproves } from './who-approves.tsx'

const NOTHING: ReadonlySet<string> = new Set()

/** Approving exactly what of a selection is shown, with what was ticked of it, and what is in its way. */
function useApproveSelection(
  { policy_uuid, cycle_uuid }: CycleView,
  { waiting, line_item_uuids }: SelectionView,
  onDone: (answer: SelectionAnswer) => void,
) {
  const client = useQueryClient()
  const { digest } = waiting
  // What was ticked holds for what was shown, and not for what it became.
  const [ticks, setTicks] = useState<{ digest: string | null; keys: ReadonlySet<string> }>()
  const [shortOf, setShortOf] = useState<string | null>(null)
  const [ahead, setAhead] = useState(false)
  const [stale, setStale] = useState<string>()
  const known = ticks?.digest === digest ? ticks.keys : NOTHING
  const all = acknowledgements(waiting)
  const given = all.filter(one => known.has(one.key))
  const short = shortOf !== null && shortOf === digest
  const approve = useCall('approveCycle', {
    refresh: CYCLE_CHANGES,
    onSuccess: onDone,
    onProblem: ({ code, detail }) => {
      if (code === 'FUNDS_SHORT') {
        setShortOf(digest)
        setAhead(false)
        return true
      }
      void client.invalidateQueries({ queryKey: ['getCycle'] })
      void client.invalidateQueries({ queryKey: ['selectItems'] })
      if (code !== 'APPROVAL_STALE') return false
      setStale(detail)
      return true
    },
  })
  return {
    ...{ all, known, stale, short, ahead, setAhead },
    loading: approve.isPending,
    missing: all.length - given.length,
    tick: (key: string, on: boolean) => {
      const keys = new Set(known)
      if (on) keys.add(key)
      else keys.delete(key)
      setTicks({ digest, keys })
    },
    approve: () =>
      digest !== null &&
      approve.mutate({
        params: { policy_uuid, cycle_uuid },
        body: {
          digest,
          ahead_of_funding: short && ahead,
          acknowledged: given.flatMap(({ thing }) =>
            thing ? { line_item_uuid: thing.line_item_uuid, code: thing.code } : [],
          ),
          acknowledged_kinds: given.flatMap(one => one.kind ?? []),
          line_item_uuids: [...line_item_uuids],
        },
      }),
  }
}

/** Approving what of a selection waits: what is unusual is acknowledged, and exactly what stands here is approved. */
export function SelectionApprove({
  cycle,
  selection,
  onDone,
  onClose,
}: {
  cycle: CycleView
  selection: SelectionView
  onDone: (answer: SelectionAnswer) => void
  onClose: () => void
}) {
  const t = useTranslations('payroll.selection')
  const tAck = useTranslations('payroll.acknowledge')
  const tAhead = useTranslations('payroll.approveItem')
  const tRun = useTranslations('payroll.dryRun')
  const { waiting, items } = selection
  const { digest, approver } = waiting
  const own = useApproveSelection(cycle, selection, onDone)
  const { all, known, stale, short, ahead, missing } = own
  const stops = stopping(waiting)
  const ready = missing === 0 && stops === 0 && (!short || ahead) && digest !== null
  return (
    <ConfirmDialog
      open
      title={t.rich('approve.title', {
        count: waiting.items,
        amount: () => <MoneyList of={waiting.gross} />,
      })}
      verb={t(approver?.decision === 'FIRST_YES' ? 'approve.firstYes' : 'approve.verb')}
      loading={own.loading}
      disabled={!ready}
      onConfirm={own.approve}
      onClose={onClose}
    >
      <div className="stack g12">
        {stale && (
          <Say kind="unusual" word={t('approve.stale')}>
            {stale}
          </Say>
        )}
        {waiting.items < items && <p>{t('rest', { count: items - waiting.items })}</p>}
        {approver && isToldOf(approver) && <WhoApproves approver={approver} params={cycle} />}
        {waiting.blocked > 0 && (
          <Say kind="blocked" word={t('approve.blockedWord')}>
            {t('approve.blocked', { count: waiting.blocked })}
          </Say>
        )}
        {stops > 0 && (
          <Say kind="blocked" word={tAhead('stops')}>
            {t('approve.stops', { count: stops })}
          </Say>
        )}
        {all.map(({ key, thing, kind }) => (
          <Checkbox
            key={key}
            label={
              thing ? (
                <Sentence of={thing} />
              ) : (
                kind && tAck(`kinds.${kind.code}`, { count: kind.items })
              )
            }
            checked={known.has(key)}
            onChange={event => own.tick(key, event.target.checked)}
          />
        ))}
        {short && (
          <>
            <Say kind="blocked" word={tAhead('short.word')}>
              {t('approve.short')}
            </Say>
            <Checkbox
              label={tAhead('ahead.label')}
              sub={tAhead('ahead.sub')}
              checked={ahead}
              onChange={event => own.setAhead(event.target.checked)}
            />
          </>
        )}
        {missing > 0 && (
          <p className="meta t3" aria-live="polite">
            {tRun('next.acknowledge', { count: missing })}
          </p>
        )}
        {waiting.needs_step_up && <p className="meta t3">{t('approve.stepUp')}</p>}
      </div>
    </ConfirmDialog>
  )
}
