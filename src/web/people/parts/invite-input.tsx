import { useTranslations } from 'use-intl'
import { useDraft } from '#web/parts/draft.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import type { InviteField, InviteList, InviteRow } from './use-invite-list.ts'

/** A field of a row that needs a word; the row is looked at again once it is left. */
export function InviteInput({
  list,
  row,
  at,
  field,
}: {
  list: InviteList
  row: InviteRow
  at: number
  field: InviteField
}) {
  const t = useTranslations('people.inviteMany')
  const was = row.typed[field] ?? ''
  const [typed, setTyped] = useDraft({ dialog: `${field} ${at} ${was}` }, was)
  const look = () => {
    if (typed.trim() !== was) void list.mend(at, { [field]: typed.trim() })
  }
  return (
    <TextInput
      size="md"
      aria-label={t('rowOf', { field: t(`fields.${field}`), row: at + 1 })}
      aria-invalid={row.field === field || undefined}
      className={row.field === field ? 'bad' : undefined}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onBlur={look}
      onKeyDown={event => {
        if (event.key === 'Enter') look()
      }}
    />
  )
}
