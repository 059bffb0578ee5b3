import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'

type ToSettle = Omit<NonNullable<ClientInput<'bulkSettle'>['body']>, 'reference'>

/** Records by hand that sent payments arrived, with a reference; says which were refused and why. */
export function SettleDialog({
  count,
  which,
  onClose,
}: {
  count: number
  which: ToSettle
  onClose: () => void
}) {
  const t = useTranslations('payments.settle')
  const [reference, setReference] = useDraft({ dialog: `settle ${JSON.stringify(which)}` }, '')
  const [wrong, setWrong] = useState<{ field?: string; form?: string }>({})
  const settle = useCall('bulkSettle', {
    refresh: ['getChecklist', 'listUnpaid', 'listPaymentHistory', 'getBalances', 'getExecution'],
    onProblem: problem => {
      const field = problem.fields.find(({ loc }) => loc.includes('reference'))?.msg
      setWrong(field ? { field } : { form: problem.detail })
      return true
    },
  })
  const submit = () => {
    setWrong({})
    settle.mutate({ body: { ...which, reference: reference.trim() } })
  }
  const done = settle.data
  return (
    <Dialog
      open
      keepOnOutsidePress
      onClose={onClose}
      title={done ? t('settled', { count: done.settled }) : t('title', { count })}
      lead={done ? undefined : t('lead')}
      footer={
        done ? (
          <Button onClick={onClose}>{t('done')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose} disabled={settle.isPending}>
              {t('cancel')}
            </Button>
            <Button loading={settle.isPending} onClick={submit}>
              {t('mark')}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Settled refused={done.refused} />
      ) : (
        <>
          {wrong.form && <ErrorBox>{wrong.form}</ErrorBox>}
          <TextField
            id="settle-reference"
            label={t('reference.label')}
            maxLength={140}
            help={t('reference.help')}
            value={reference}
            error={wrong.field}
            onChange={event => setReference(event.target.value)}
          />
        </>
      )}
    </Dialog>
  )
}

function Settled({ refused }: { refused: ClientOutput<'bulkSettle'>['refused'] }) {
  const t = useTranslations('payments.settle')
  if (refused.length === 0)
    return (
      <Say kind="done" word={t('all.word')}>
        {t('all.text')}
      </Say>
    )
  return (
    <ul className="stack g8">
      {refused.map(({ payment_uuid, reason }) => (
        <li key={payment_uuid}>
          <Say kind="blocked" word={t('notSettled')}>
            <bdi>{reason}</bdi>
          </Say>
        </li>
      ))}
    </ul>
  )
}
