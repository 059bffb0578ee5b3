import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { useDraft } from '#web/parts/draft.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { useRefusal } from '#web/parts/refusal.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'

export type OperatorCycle = ClientOutput<'listOperationsPayCycles'>[number]
export type Item = ClientOutput<'listOperationsItems'>['items'][number]
export type Mark = Item['marks'][number]

/** What is marked: arrived, did not, or was paid by others. */
export function verbOf({ operation, outside }: Mark): Mark['operation'] | 'outside' {
  return outside ? 'outside' : operation
}

/** Asks for the reference, and names what is marked to the unit. */
export function MarkDialog({
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
  const [proof, setProof] = useState<FileValue | null>(null)
  const wrong = useRefusal({ reference, proof })
  const { operation, currency, amount, outside } = mark
  const verb = verbOf(mark)
  const call = useCall('markLineItem', {
    refresh: [
      ...([
        'listOperationsPayCycles',
        'listOperationsItems',
        'listUnpaid',
        'listPaymentHistory',
      ] as const),
      ...(['getChecklist', 'listApprovalSteps'] as const),
    ],
    onSuccess: ({ waiting }) => {
      const done = t(`done.${verb}`, { name: item.contractor_name })
      openAlert(waiting?.reason ?? done, { severity: waiting ? 'info' : 'success' })
      onClose()
    },
    onProblem: wrong.hear,
  })
  const { policy_uuid, cycle_uuid } = cycle
  const params = { domain, policy_uuid, cycle_uuid, line_item_uuid: item.line_item_uuid }
  return (
    <FormDialog
      onClose={onClose}
      title={t.rich(`title.${verb}`, {
        amount: () => <MoneyAmount of={amount} />,
        name: () => <bdi>{item.contractor_name}</bdi>,
      })}
      lead={t(`lead.${verb}`)}
      submit={t(`mark.${verb}`)}
      pending={call.isPending}
      refused={wrong.whole}
      onSubmit={() =>
        call.mutate({
          params: { ...params, operation, currency },
          body: {
            amount_in_smallest_unit: amount.amount_in_smallest_unit,
            reference: reference.trim(),
            ...(outside ? { outside } : {}),
            ...(proof
              ? { proof: { ...proof, mime_type: proof.mime_type as 'application/pdf' } }
              : {}),
          },
        })
      }
    >
      <TextField
        id="mark-reference"
        label={t('reference.label')}
        maxLength={140}
        help={t('reference.help')}
        value={reference}
        error={wrong.of('reference')}
        onChange={event => setReference(event.target.value)}
      />
      {operation === 'paid' && (
        <FileField
          id="mark-proof"
          label={t('proof')}
          value={proof}
          error={wrong.of('proof')}
          onChange={setProof}
        />
      )}
    </FormDialog>
  )
}
