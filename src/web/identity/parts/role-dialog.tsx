import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TeamKind, TeamRole } from '#domain/identity/team.ts'
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
  const t = useTranslations('identity.roles')
  const tNames = useTranslations('identity.roleNames')
  const [chosen, setChosen] = useState<R>()
  return (
    <ConfirmDialog
      open
      title={t('title', { name })}
      verb={t('verb')}
      loading={loading}
      disabled={chosen === undefined}
      onConfirm={() => chosen && onChange(chosen)}
      onClose={onClose}
    >
      <div className="stack g12">
        <p className="t2">{t('now', { role: tNames(role as TeamRole) })}</p>
        <RadioCards
          legend={t('legend')}
          name="new_role"
          cards={roleCards(t, tNames, kind, roles)}
          value={chosen}
          onChange={setChosen}
        />
      </div>
    </ConfirmDialog>
  )
}
