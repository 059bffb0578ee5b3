import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useToday } from '#web/kernel/me.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { MendAction, OperatorPayment } from '../queries.ts'
import { RefusedList } from './refused-list.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { useExecute } from './use-execute.ts'
import type { Selection } from './use-selection.ts'

type Action = OperatorPayment['allowed_actions'][number]

/** What all chosen payments allow: executing them after a question, or marking them settled. */
export function SelectedActions({
  selection,
  onMend,
}: {
  selection: Selection
  /** What is said of the chosen outlives their being chosen: they may leave the page by it. */
  onMend: (action: MendAction, payments: readonly OperatorPayment[]) => void
}) {
  const t = useTranslations('payments.selected')
  const tWork = useTranslations('payments.work.actions')
  const [asked, setAsked] = useState<'execute' | 'settle'>()
  const today = useToday()
  const { chosen } = selection
  const { execute, isPending, refused } = useExecute(() => setAsked(undefined))
  const ids = chosen.map(({ payment_uuid }) => payment_uuid)
  const all = (action: Action) =>
    chosen.length > 0 && chosen.every(payment => payment.allowed_actions.includes(action))
  const mayExecute = all('execute')
  const maySettle = all('settle')
  const mend = (['return', 'lose', 'forgo'] as const).filter(all)
  return (
    <>
      {mayExecute && (
        <Button size="sm" icon="send" onClick={() => setAsked('execute')}>
          {t('execute')}
        </Button>
      )}
      {maySettle && (
        <Button size="sm" icon="check" onClick={() => setAsked('settle')}>
          {t('settle')}
        </Button>
      )}
      {mend.map(action => (
        <Button key={action} size="sm" variant="secondary" onClick={() => onMend(action, chosen)}>
          {tWork(action)}
        </Button>
      ))}
      {!mayExecute && !maySettle && mend.length === 0 && (
        <span className="meta t2">{t('none')}</span>
      )}
      <ConfirmDialog
        open={asked === 'execute'}
        title={t('ask', { count: chosen.length })}
        verb={t('execute')}
        loading={isPending}
        onConfirm={() => execute({ pay_date: latest(chosen, today), payment_uuids: ids })}
        onClose={() => setAsked(undefined)}
      >
        <p className="t2">{t('text')}</p>
        <RefusedList refused={refused} />
      </ConfirmDialog>
      {asked === 'settle' && (
        <SettleDialog
          count={chosen.length}
          which={{ payment_uuids: ids }}
          networks={[...new Set(chosen.map(({ network }) => network))]}
          onClose={() => {
            setAsked(undefined)
            selection.all(false)
          }}
        />
      )}
    </>
  )
}

/** The day that is executed: today, or a later pay date that was chosen on purpose. */
function latest(payments: readonly OperatorPayment[], today: string): string {
  return payments.reduce((day, { pay_date }) => (pay_date > day ? pay_date : day), today)
}
