import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '#web/kernel/queries.ts'
import type { ApiName } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { acknowledgementKey, Sentence } from './cycle-acknowledge.tsx'
import type { CycleView, LineItemView } from './pay-chips.tsx'

/**
 * Approves one line item as it is shown: what is unusual about it is acknowledged first, and a balance that does not cover it
 * is chosen. When it changed meanwhile nothing is approved, and the cycle is loaded again.
 */
export function ApproveItem({
  cycle: { policy_uuid, cycle_uuid, preview },
  item: { line_item_uuid, contractor_name, approval_digest: digest, amount, unusual },
  refresh,
}: {
  cycle: CycleView
  item: LineItemView
  refresh: readonly ApiName[]
}) {
  const client = useQueryClient()
  // What was ticked holds for what was shown: another digest is another pay.
  const [ticks, setTicks] = useState({ digest, keys: [] as readonly string[] })
  const [ahead, setAhead] = useState(false)
  const ticked = ticks.digest === digest ? ticks.keys : []
  const covering = preview.coverage.find(one => one.currency === amount.currency)
  const short = (covering?.available ?? 0) < amount.amount_in_smallest_unit
  const approve = useCall('approveLineItem', {
    refresh,
    onSuccess: () =>
      openAlert(`The pay of ${contractor_name} is approved.`, { severity: 'success' }),
    onProblem: () => {
      void client.invalidateQueries({ queryKey: ['getCycle'] })
      return false
    },
  })
  if (!digest) return null
  const ready = unusual.every(one => ticked.includes(acknowledgementKey(one))) && (!short || ahead)
  return (
    <div className="stack g12">
      {unusual.map(one => {
        const key = acknowledgementKey(one)
        return (
          <Checkbox
            key={key}
            label={<Sentence of={one} />}
            checked={ticked.includes(key)}
            onChange={({ target }) =>
              setTicks({
                digest,
                keys: target.checked ? [...ticked, key] : ticked.filter(other => other !== key),
              })
            }
          />
        )
      })}
      {short && (
        <Checkbox
          label="Approve this pay ahead of funding"
          sub="The payments then wait until the money arrives."
          checked={ahead}
          onChange={({ target }) => setAhead(target.checked)}
        />
      )}
      <div>
        <Button
          loading={approve.isPending}
          disabled={!ready}
          aria-label={`Approve the pay of ${contractor_name}`}
          onClick={() =>
            approve.mutate({
              params: { policy_uuid, cycle_uuid, line_item_uuid },
              body: {
                digest,
                ahead_of_funding: short && ahead,
                acknowledged: unusual.map(({ code }) => ({ line_item_uuid, code })),
              },
            })
          }
        >
          Approve
        </Button>
      </div>
    </div>
  )
}
