import { useState } from 'react'
import { networkName } from '#domain/kernel/network.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import type { Checklist } from '../queries.ts'
import { RefusedList } from './refused-list.tsx'
import { useExecute } from './use-execute.ts'

/** Confirms exactly the payments of the checklist that is shown, after naming them by rail once more. */
export function ConfirmExecution({ checklist }: { checklist: Checklist }) {
  const [asking, setAsking] = useState(false)
  const { execute, isPending, refused } = useExecute(() => setAsking(false))
  const { pay_date, payment_uuids, ready, ready_totals } = checklist
  const many = `${payment_uuids.length.toLocaleString('en-US')} ${payment_uuids.length === 1 ? 'payment' : 'payments'}`
  return (
    <>
      <NextStep
        icon={<StepIcon name="send" />}
        title="You move this money"
        action={
          <Button size="lg" onClick={() => setAsking(true)}>
            Confirm and execute
          </Button>
        }
      >
        Exactly these {many}. Each is checked again before it is sent.
      </NextStep>
      <ConfirmDialog
        open={asking}
        title={`Execute ${many}?`}
        verb="Confirm and execute"
        loading={isPending}
        onConfirm={() => execute(pay_date, payment_uuids)}
        onClose={() => setAsking(false)}
      >
        <DefinitionRows
          rows={[
            ...ready.map(rail => ({
              id: `${rail.network} ${rail.currency}`,
              term: `${networkName(rail.network)}, ${rail.payments.toLocaleString('en-US')}`,
              value: (
                <MoneyAmount
                  of={{ currency: rail.currency, amount_in_smallest_unit: rail.total }}
                />
              ),
            })),
            {
              id: 'total',
              term: 'From the employers',
              value: <MoneyList of={ready_totals} strong />,
              strong: true,
              ruled: true,
            },
          ]}
        />
        <p className="meta t2">It goes on when you leave the page, and cannot be taken back.</p>
        <RefusedList refused={refused} />
      </ConfirmDialog>
    </>
  )
}
