import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/kernel/api.ts'
import { alertProblem, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { Say } from '#web/ui/say.tsx'
import { TextField } from '#web/ui/text-input.tsx'

const PAGE = '200'

/** Every payment that was sent and waits for its confirmation, of one execution or of all, page by page. */
export async function allSent(execution_uuid?: string): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: ClientOutput<'listUnpaid'> = await api('listUnpaid', {
      query: {
        status: 'SENT',
        limit: PAGE,
        ...(execution_uuid ? { execution_uuid } : {}),
        ...(cursor ? { cursor } : {}),
      },
    })
    found.push(...page.items.map(payment => payment.payment_uuid))
    cursor = page.next_cursor
  } while (cursor !== null)
  return found
}

/** Records by hand that sent payments arrived, with a reference; says which were refused and why. */
export function SettleDialog({
  count,
  load,
  onClose,
}: {
  count: number
  load: () => Promise<readonly string[]>
  onClose: () => void
}) {
  const t = useTranslations('payments.settle')
  const [reference, setReference] = useState('')
  const [loading, setLoading] = useState(false)
  const [wrong, setWrong] = useState<{ field?: string; form?: string }>({})
  const settle = useCall('bulkSettle', {
    refresh: ['getChecklist', 'listUnpaid', 'listPaymentHistory', 'getBalances', 'getExecution'],
    onProblem: problem => {
      const field = problem.fields.find(({ loc }) => loc.includes('reference'))?.msg
      setWrong(field ? { field } : { form: problem.detail })
      return true
    },
  })
  const submit = async () => {
    setWrong({})
    setLoading(true)
    try {
      const payment_uuids = [...(await load())]
      settle.mutate({ body: { payment_uuids, reference: reference.trim() } })
    } catch (thrown) {
      alertProblem(thrown)
    } finally {
      setLoading(false)
    }
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
            <Button loading={loading || settle.isPending} onClick={() => void submit()}>
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
