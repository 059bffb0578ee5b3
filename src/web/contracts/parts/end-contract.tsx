import { useState } from 'react'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import type { ApiName } from '#web/kernel/types.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ContractView } from './contract-form.tsx'

const REFRESH: readonly ApiName[] = ['getContract', 'getContractor', 'listContractors']

/** Discards a contract that nobody earns on. */
export function DiscardButton({ contract }: { contract: ContractView }) {
  const [asking, setAsking] = useState(false)
  const discard = useCall('discardContract', {
    refresh: REFRESH,
    onSuccess: () => {
      setAsking(false)
      openAlert('Success! The contract has been discarded.', { severity: 'success' })
    },
  })
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={asking}
        title="Discard this contract?"
        verb="Discard"
        danger
        loading={discard.isPending}
        onConfirm={() => discard.mutate({ params: { id: contract.contract_uuid } })}
        onClose={() => setAsking(false)}
      >
        Nobody can sign it any more. It stays in the list as discarded.
      </ConfirmDialog>
    </>
  )
}

/** Closes an active contract on a day; the contractor is told by mail. */
export function CompleteButton({ contract }: { contract: ContractView }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Close contract
      </Button>
      {asking && <CompleteDialog contract={contract} onClose={() => setAsking(false)} />}
    </>
  )
}

function CompleteDialog({ contract, onClose }: { contract: ContractView; onClose: () => void }) {
  const today = useToday() ?? ''
  const [day, setDay] = useState<string>()
  const [reason, setReason] = useState('')
  const complete = useCall('completeContract', {
    refresh: REFRESH,
    onSuccess: () => {
      onClose()
      openAlert('Success! The contract has been closed and an email sent to the contractor.', {
        severity: 'success',
      })
    },
  })
  const errorOf = (field: string) =>
    complete.error?.fields.find(({ loc }) => loc.includes(field))?.msg
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Close the contract of ${contract.contractor_name}?`}
      lead="What was earned until then is still paid."
      keepOnOutsidePress
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger-filled"
            loading={complete.isPending}
            onClick={() =>
              complete.mutate({
                params: { id: contract.contract_uuid },
                body: { desired_completion_date: day ?? today, reason },
              })
            }
          >
            Close contract
          </Button>
        </>
      }
    >
      <div className="stack g16">
        <DateField
          id="desired_completion_date"
          label="Last day"
          required
          value={day ?? today}
          min={contract.contract_start_date}
          error={errorOf('desired_completion_date')}
          onChange={event => setDay(event.target.value)}
        />
        <TextField
          id="reason"
          label="Reason"
          help="The contractor reads it."
          value={reason}
          error={errorOf('reason')}
          onChange={event => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
