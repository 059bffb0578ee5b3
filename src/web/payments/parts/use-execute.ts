import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useGo } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { useReason } from '../shared.tsx'

type ToExecute = NonNullable<ClientInput<'bulkExecute'>['body']>
type Executed = ClientOutput<'bulkExecute'>
export type Refusal = Executed['results'][number]

export const CHECKLIST = '/operations/transactions/checklist'

/**
 * Executes payments. What takes a second operator waits, and says so. What was queued is followed on the checklist's page, whose address names the execution; what was
 * refused is handed back with its blockers.
 */
export function useExecute(onDone: () => void) {
  const t = useTranslations('payments.execute')
  const reasonOf = useReason()
  const go = useGo()
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const call = useCall('bulkExecute', {
    refresh: ['getChecklist', 'listUnpaid', 'getBalances', 'listApprovalSteps'],
    onSuccess: ({ execution_uuid, refused: many, results, waiting }) => {
      if (waiting) {
        onDone()
        openAlert(t('waits', { reason: waiting.reason }), { severity: 'warning' })
        return
      }
      const stayed = results.filter(({ result }) => result === 'refused')
      setRefused(stayed)
      if (execution_uuid === null) {
        const [blocker] = stayed[0]?.blockers ?? []
        const why = blocker ? reasonOf(blocker) : ''
        openAlert(t('nothing', { why }), { severity: 'warning' })
        return
      }
      onDone()
      const note = many > 0 ? `&refused=${many}` : ''
      go(`${CHECKLIST}?execution=${execution_uuid}${note}`)
    },
  })
  const execute = (body: ToExecute) => {
    setRefused([])
    call.mutate({ body })
  }
  return { execute, isPending: call.isPending, refused }
}
