import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { LoadingBlock, LoadProblem } from '#web/parts/loaded.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { PaymentStatusChip } from '#web/payments/shared.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import './pay-cycle.css'

export type OperatorCycle = ClientOutput<'listOperationsPayCycles'>[number]
type Item = NonNullable<OperatorCycle['line_items']>[number]
type Mark = Item['marks'][number]

/** The pay of each contractor in a cycle with its payments, and what can be marked paid or unpaid by hand. */
export function OperatorCycleItems({ domain, cycle }: { domain: string; cycle: OperatorCycle }) {
  const t = useTranslations('payroll.marks')
  const found = useQuery(
    query('listOperationsPayCycles', {
      params: { id: domain },
      query: { summary: 'false', cycle_uuid: cycle.cycle_uuid },
    }),
  )
  const [asking, setAsking] = useState<{ item: Item; mark: Mark }>()
  if (found.isPending) return <LoadingBlock height={120} />
  if (found.error) return <LoadProblem problem={found.error} onRetry={() => void found.refetch()} />
  const items = found.data[0]?.line_items ?? []
  return (
    <div className="prov">
      {items.length === 0 && <div className="top-line">{t('nobody')}</div>}
      <ul className="marks">
        {items.map(item => (
          <li key={item.line_item_uuid}>
            <div className="grow">
              <bdi className="w5">{item.contractor_name}</bdi>{' '}
              <span className="t3">
                <bdi>{item.role}</bdi>, <MoneyAmount of={item.amount} />
              </span>
              {item.payments.map(part => (
                <div key={part.payment_uuid} className="row g8 wrap meta t2 mt2">
                  <MoneyAmount of={part.delivered ?? part.promised ?? part.source} />
                  <bdi>{part.label}</bdi>
                  {part.status && <PaymentStatusChip status={part.status} />}
                </div>
              ))}
            </div>
            <div className="row g8 wrap">
              {item.marks.map(mark => (
                <Button
                  key={`${mark.operation} ${mark.currency}`}
                  variant="secondary"
                  onClick={() => setAsking({ item, mark })}
                >
                  {t(`currency.${mark.operation}`, { currency: mark.currency })}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {asking && (
        <MarkDialog
          domain={domain}
          cycle={cycle}
          {...asking}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

/** Asks for the reference, and names what is marked to the unit. */
function MarkDialog({
  domain,
  cycle,
  item,
  mark,
  onClose,
}: {
  domain: string
  cycle: OperatorCycle
  item: Item
  mark: Mark
  onClose: () => void
}) {
  const t = useTranslations('payroll.marks')
  const [reference, setReference] = useDraft({ dialog: `mark ${item.line_item_uuid}` }, '')
  const [wrong, setWrong] = useState('')
  const { operation, currency, amount } = mark
  const call = useCall('markLineItem', {
    refresh: ['listOperationsPayCycles', 'listUnpaid', 'listPaymentHistory', 'getChecklist'],
    onSuccess: () => {
      openAlert(t(`done.${operation}`, { name: item.contractor_name }), {
        severity: 'success',
      })
      onClose()
    },
    onProblem: ({ detail }) => {
      setWrong(detail)
      return true
    },
  })
  const { policy_uuid, cycle_uuid } = cycle
  const params = { domain, policy_uuid, cycle_uuid, line_item_uuid: item.line_item_uuid }
  return (
    <Dialog
      open
      keepOnOutsidePress
      onClose={onClose}
      title={t.rich(`title.${operation}`, {
        amount: () => <MoneyAmount of={amount} />,
        name: () => <bdi>{item.contractor_name}</bdi>,
      })}
      lead={t(`lead.${operation}`)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={call.isPending}>
            {t('cancel')}
          </Button>
          <Button
            loading={call.isPending}
            onClick={() =>
              call.mutate({
                params: { ...params, operation, currency },
                body: {
                  amount_in_smallest_unit: amount.amount_in_smallest_unit,
                  reference: reference.trim(),
                },
              })
            }
          >
            {t(`mark.${operation}`)}
          </Button>
        </>
      }
    >
      {wrong && <ErrorBox>{wrong}</ErrorBox>}
      <TextField
        id="mark-reference"
        label={t('reference.label')}
        maxLength={140}
        help={t('reference.help')}
        value={reference}
        onChange={event => setReference(event.target.value)}
      />
    </Dialog>
  )
}
