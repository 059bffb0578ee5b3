import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { useOfferedSave } from '#web/parts/save-first.tsx'
import { TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField, useDecimalProblem } from '#web/ui/number-input.tsx'
import type { ItemParams } from './approve-item.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { LineItemView } from './pay-chips.tsx'

/** Changes the hours of a line item that waits for approval. */
export function EditHours({ item, params }: { item: LineItemView; params: ItemParams }) {
  const t = useTranslations('payroll.item')
  const now = item.hours.toFixed(2)
  const form = `hours ${item.line_item_uuid}`
  // What was seen is kept with what was typed over it: where nothing is typed both follow what is saved.
  const [{ typed, seen }, setDraft, sent] = useDraft(form, { typed: now, seen: now })
  const { isOther, hear, close } = useSeenVersion(now, CYCLE_CHANGES)
  const wrong = useDecimalProblem()(typed)
  const refused = useRefusal({ hours: typed })
  const edit = useCall('editLineItem', {
    refresh: CYCLE_CHANGES,
    onSuccess: changed => {
      const hours = changed.hours.toFixed(2)
      sent({ typed: hours, seen: hours })
      setDraft({ typed: hours, seen: hours })
      openAlert(t('hours.done', { name: item.contractor_name, hours }), { severity: 'success' })
    },
    onProblem: problem => hear(problem) || refused.hearFields(problem),
  })
  const save = async (over: string) => {
    if (wrong || typed === '') return false
    close(over)
    return edit.mutateAsync({ params, body: { hours: Number(typed), seen: Number(over) } }).then(
      () => true,
      () => false,
    )
  }
  const label = t('hours.of', { name: item.contractor_name })
  useOfferedSave(form, { what: label, save: () => save(seen) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(seen)
  }
  return (
    <form
      className="row g8 end wrap"
      style={{ alignItems: 'flex-end' }}
      noValidate
      onSubmit={submit}
    >
      {isOther && (
        <TwoVersions
          rows={[{ term: label, theirs: now, mine: typed }]}
          onTheirs={() => {
            setDraft({ typed: now, seen: now })
            close(now)
          }}
          onMine={() => void save(now)}
        />
      )}
      <NumberField
        id={`hours-${item.line_item_uuid}`}
        label={label}
        required
        size="md"
        suffix={t('hours.unit')}
        value={typed}
        error={wrong ?? refused.of('hours') ?? refused.whole}
        onChange={event => setDraft({ typed: event.target.value, seen })}
      />
      <Button
        type="submit"
        variant="secondary"
        loading={edit.isPending}
        disabled={typed === now || typed === ''}
      >
        {t('hours.save')}
      </Button>
    </form>
  )
}
