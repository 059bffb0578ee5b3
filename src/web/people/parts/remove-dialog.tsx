import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type ContractorRow, contractorName } from '../queries.ts'

/** Asks before invitations are deleted or a contractor is offboarded; says what happens to what is owed. */
export function RemoveDialog({
  rows,
  loading,
  onConfirm,
  onClose,
}: {
  rows: readonly ContractorRow[]
  loading: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const [first] = rows
  const offboards = first?.allowed_actions.includes('offboard') ?? false
  const who = first && rows.length === 1 ? contractorName(first) : `${rows.length} people`
  return (
    <ConfirmDialog
      open={rows.length > 0}
      title={offboards ? `Offboard ${who}?` : `Delete the invitation of ${who}?`}
      verb={offboards ? 'Offboard' : 'Delete invitation'}
      danger
      loading={loading}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {offboards
        ? 'They stay in the list as offboarded. What they are owed is still paid.'
        : 'The link that was mailed stops working. You can invite the same address again.'}
    </ConfirmDialog>
  )
}
