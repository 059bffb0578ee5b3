import { useState } from 'react'
import { ROLE_LABELS, type TeamKind, type TeamRole } from '#domain/identity/team.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { roleCards } from './role-words.ts'

/** Chooses another of the roles that the server lets the reader give. */
export function RoleDialog<R extends TeamRole>({
  kind,
  name,
  role,
  roles,
  loading,
  onChange,
  onClose,
}: {
  kind: TeamKind
  name: string
  role: R
  roles: readonly R[]
  loading: boolean
  onChange: (role: R) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<R>()
  return (
    <ConfirmDialog
      open
      title={`Change the role of ${name}`}
      verb="Change role"
      loading={loading}
      disabled={chosen === undefined}
      onConfirm={() => chosen && onChange(chosen)}
      onClose={onClose}
    >
      <div className="stack g12">
        <p className="t2">Now: {ROLE_LABELS[role]}. The person is told by mail.</p>
        <RadioCards
          legend="New role"
          name="new_role"
          cards={roleCards(kind, roles)}
          value={chosen}
          onChange={setChosen}
        />
      </div>
    </ConfirmDialog>
  )
}
