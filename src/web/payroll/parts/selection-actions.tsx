import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { useSaveFirst } from '#web/parts/save-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { CycleView } from './pay-chips.tsx'
import type { Choosing, SelectionAnswer, SelectionView } from './use-selection.ts'

// Most cycles are approved as a whole.
const SelectionApprove = lazy(() =>
  import('./selection-approve.tsx').then(part => ({ default: part.SelectionApprove })),
)

type Action = SelectionView['allowed_actions'][number]['action']

/** What the chosen items come to, as the server counts them, and the verbs that it allows on them. */
export function SelectionActions({
  cycle,
  show,
  search,
  shown,
  choosing,
  onAnswer,
}: {
  cycle: CycleView
  show: keyof CycleView['shows']
  search: string | undefined
  shown: number
  choosing: Choosing
  onAnswer: (answer: SelectionAnswer) => void
}) {
  const t = useTranslations('payroll.selection')
  const [asking, setAsking] = useState<Action>()
  const { chosen, said, chooseAll, loading } = choosing
  const { first: saveFirst, question } = useSaveFirst({ looks: true })
  const all = cycle.found ?? cycle.shows[show]
  const done = (answer: SelectionAnswer) => {
    setAsking(undefined)
    choosing.clear()
    onAnswer(answer)
  }
  return (
    <>
      <span className="nowrap w6" aria-live="polite">
        {said ? <MoneyList of={said.totals} /> : t('counting')}
      </span>
      {chosen.size >= shown && chosen.size < all && (
        <Button variant="text" size="sm" loading={loading} onClick={() => chooseAll(show, search)}>
          {t(search ? 'all.found' : `all.${show}`, { count: all })}
        </Button>
      )}
      {said?.allowed_actions.map(({ action, items }) => (
        <Button
          key={action}
          variant={action === 'approve' ? 'primary' : 'secondary'}
          size="sm"
          onClick={() =>
            action === 'approve' ? saveFirst(() => setAsking(action)) : setAsking(action)
          }
        >
          {t(`verb.${action}`, { count: items })}
        </Button>
      ))}
      {question}
      {said && asking === 'approve' && (
        <Suspense>
          <SelectionApprove
            cycle={cycle}
            selection={said}
            onDone={done}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
      {said && asking && asking !== 'approve' && (
        <Ask
          verb={asking}
          cycle={cycle}
          selection={said}
          onDone={done}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

/** Asks before a verb is done to the chosen items that allow it. */
function Ask({
  verb,
  cycle,
  selection,
  onDone,
  onClose,
}: {
  verb: Exclude<Action, 'approve'>
  cycle: CycleView
  selection: SelectionView
  onDone: (answer: SelectionAnswer) => void
  onClose: () => void
}) {
  const t = useTranslations('payroll.selection')
  const tVerbs = useTranslations('payroll.verbs')
  const settings = { refresh: CYCLE_CHANGES, onSuccess: onDone }
  const calls = {
    unapprove: useCall('unapproveCycle', settings),
    archive: useCall('archiveCycle', settings),
    unarchive: useCall('unarchiveCycle', settings),
    cancel: useCall('cancelCycle', settings),
  }
  const { policy_uuid, cycle_uuid } = cycle
  const { line_item_uuids, items } = selection
  const count = selection.allowed_actions.find(({ action }) => action === verb)?.items ?? 0
  return (
    <ConfirmDialog
      open
      title={t(`ask.${verb}`, { count })}
      verb={tVerbs(`label.${verb}`)}
      danger={verb === 'cancel'}
      dismiss={verb === 'cancel' ? tVerbs('keep') : undefined}
      loading={calls[verb].isPending}
      onConfirm={() =>
        calls[verb].mutate({ params: { policy_uuid, cycle_uuid }, body: { line_item_uuids } })
      }
      onClose={onClose}
    >
      <p>{tVerbs(`text.${verb}`)}</p>
      {count < items && <p className="mt8 t2">{t('rest', { count: items - count })}</p>}
    </ConfirmDialog>
  )
}
