import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exponentOf } from '#domain/kernel/currency.ts'
import { DEFAULT_APPROVAL_LIMIT } from '#domain/payroll/approval-limit.ts'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import { LoadingBlock } from '#web/parts/loaded.tsx'
import { decimalOf, MoneyAmount, minorOf } from '#web/parts/money.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-input.tsx'

const USUAL: WireMoney = {
  currency: DEFAULT_APPROVAL_LIMIT.currency,
  amount_in_smallest_unit: Number(DEFAULT_APPROVAL_LIMIT.minor),
}

/** The sum above which approving asks for a fresh proof of who approves; owners change it. */
export function ApprovalLimitCard() {
  const may = useMay()
  const employer = useQuery(query('getEmployer', {}))
  const [changing, setChanging] = useState(false)
  if (!employer.data) return employer.isPending ? <LoadingBlock height={120} /> : null
  const { approval_limit: own, currency } = employer.data
  return (
    <Card
      title="Approval limit"
      pad
      foot={
        may('putApprovalLimit') ? (
          <Button variant="secondary" onClick={() => setChanging(true)}>
            Change
          </Button>
        ) : undefined
      }
    >
      <p>
        Whoever approves more than <MoneyAmount of={own ?? USUAL} strong /> of a pay cycle confirms
        once more that it is them.
      </p>
      <p className="meta t3 mt4">
        {own ? 'Set by an owner.' : 'The usual limit; owners can set another.'}
      </p>
      {changing && <LimitDialog own={own} currency={currency} onClose={() => setChanging(false)} />}
    </Card>
  )
}

function LimitDialog({
  own,
  currency,
  onClose,
}: {
  own: WireMoney | null
  currency: string
  onClose: () => void
}) {
  const [typed, setTyped] = useState(own ? decimalOf(own) : '')
  const [wrong, setWrong] = useState('')
  const save = useCall('putApprovalLimit', {
    refresh: ['getEmployer', 'getCycle'],
    failed: "Couldn't change the approval limit",
    onSuccess: () => {
      openAlert('The approval limit is changed.', { severity: 'success' })
      onClose()
    },
  })
  const submit = () => {
    const minor = minorOf(typed, currency)
    if (minor === undefined) setWrong('Give an amount, such as 5000.00')
    else save.mutate({ body: { amount: { currency, amount_in_smallest_unit: minor } } })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Approval limit"
      keepOnOutsidePress
      footer={
        <>
          {own && (
            <Button
              variant="text"
              disabled={save.isPending}
              onClick={() => save.mutate({ body: { amount: null } })}
            >
              Use the usual limit
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="approval-limit" loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="approval-limit"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <NumberField
          id="approval_limit"
          label="Ask above"
          required
          decimals={exponentOf(currency)}
          suffix={currency}
          help="Other currencies count at the rate of the day. 0 asks always."
          error={wrong || save.error?.fields[0]?.msg}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setWrong('')
          }}
        />
      </form>
    </Dialog>
  )
}
