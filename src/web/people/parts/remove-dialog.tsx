import { useTranslations } from 'use-intl'
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
  const t = useTranslations('people.actions')
  const [first] = rows
  const offboards = first?.allowed_actions.includes('offboard') ?? false
  const does = offboards ? 'offboard' : 'delete'
  return (
    <ConfirmDialog
      open={rows.length > 0}
      title={
        first && rows.length === 1
          ? t(`${does}Title`, { name: contractorName(first) })
          : t(`${does}TitleMany`, { count: rows.length })
      }
      verb={t(does)}
      danger
      loading={loading}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t(`${does}Lead`)}
    </ConfirmDialog>
  )
}
