import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import { useLeftOff } from './left-off.ts'
import type { CycleView } from './pay-chips.tsx'

const VERBS = ['unapprove', 'archive', 'unarchive', 'cancel'] as const
type Verb = (typeof VERBS)[number]

/** The verbs on a whole cycle that the server allows, each asked about first. */
export function CycleVerbs({ cycle }: { cycle: CycleView }) {
  const t = useTranslations('payroll.verbs')
  const [asking, setAsking] = useState<Verb>()
  const sayLeftOff = useLeftOff()
  const settings = {
    refresh: CYCLE_CHANGES,
    onSuccess: (answer: ClientOutput<'archiveCycle'>) => {
      const { changed, items_refused, refused } = answer
      setAsking(undefined)
      sayLeftOff(answer)
      const [first] = refused
      if (!first) openAlert(t('changed', { changed }), { severity: 'success' })
      else
        openAlert(t('refused', { changed, refused: items_refused, reason: first.reason }), {
          severity: 'warning',
        })
    },
  }
  const calls = {
    unapprove: useCall('unapproveCycle', settings),
    archive: useCall('archiveCycle', settings),
    unarchive: useCall('unarchiveCycle', settings),
    cancel: useCall('cancelCycle', settings),
  }
  const offered = VERBS.filter(verb => cycle.allowed_actions.includes(verb))
  const { policy_uuid, cycle_uuid } = cycle
  return (
    <>
      {offered.map(verb => (
        <Button key={verb} variant="secondary" onClick={() => setAsking(verb)}>
          {t(`label.${verb}`)}
        </Button>
      ))}
      {asking && (
        <ConfirmDialog
          open
          title={t(`title.${asking}`)}
          verb={t(`label.${asking}`)}
          danger={asking === 'cancel'}
          dismiss={asking === 'cancel' ? t('keep') : undefined}
          loading={calls[asking].isPending}
          onConfirm={() => calls[asking].mutate({ params: { policy_uuid, cycle_uuid } })}
          onClose={() => setAsking(undefined)}
        >
          {t(`text.${asking}`)}
        </ConfirmDialog>
      )}
    </>
  )
}
