import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_ENTRY_WORDS } from '#domain/payroll/entries.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { useOfferedSave } from '#web/parts/save-first.tsx'
import { TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField, useDecimalProblem } from '#web/ui/number-input.tsx'
import { TextField } from '#web/ui/text-input.tsx'
import type { ItemParams } from './approve-item.tsx'
import { CYCLE_CHANGES } from './cycle-changes.ts'
import type { LineItemView } from './pay-chips.tsx'

/** Changes the hours of a line item that waits for approval; where reported time was answered, with why, which its contractor reads. */
export function EditHours({ item, params }: { item: LineItemView; params: ItemParams }) {
  const t = useTranslations('payroll.item')
  const tTime = useTranslations('payroll.time.item')
  const now = item.hours.toFixed(2)
  const form = `hours ${item.line_item_uuid}`
  // What was seen is kept with what was typed over it: where nothing is typed both follow what is saved.
  const [draft, setDraft, sent] = useDraft(form, { typed: now, seen: now, why: '' })
  const { typed, seen, why = '' } = draft
  const isAnswered = hasAnswer(item)
  const { isOther, hear, close } = useSeenVersion(now, CYCLE_CHANGES)
  const wrong = useDecimalProblem()(typed)
  const refused = useRefusal({ hours: typed, words: why })
  const edit = useCall('editLineItem', {
    refresh: CYCLE_CHANGES,
    onSuccess: changed => {
      const hours = changed.hours.toFixed(2)
      sent({ typed: hours, seen: hours, why: '' })
      setDraft({ typed: hours, seen: hours, why: '' })
      openAlert(t('hours.done', { name: item.contractor_name, hours }), { severity: 'success' })
    },
    onProblem: problem => hear(problem) || refused.hearFields(problem),
  })
  const save = async (over: string) => {
    if (wrong || typed === '') return false
    close(over)
    const words = isAnswered ? { words: why } : {}
    const body = { hours: Number(typed), seen: Number(over), ...words }
    return edit.mutateAsync({ params, body }).then(
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
      className={isAnswered ? 'form-column full' : 'row g8 end wrap'}
      style={{ alignItems: isAnswered ? 'flex-start' : 'flex-end' }}
      noValidate
      onSubmit={submit}
    >
      {isOther && (
        <TwoVersions
          rows={[{ term: label, theirs: now, mine: typed }]}
          onTheirs={() => {
            setDraft({ typed: now, seen: now, why })
            close(now)
          }}
          onMine={() => void save(now)}
        />
      )}
      <div className={isAnswered ? 'pair' : undefined} style={{ alignSelf: 'stretch' }}>
        <NumberField
          id={`hours-${item.line_item_uuid}`}
          label={label}
          required
          size="md"
          suffix={t('hours.unit')}
          value={typed}
          error={wrong ?? refused.of('hours') ?? refused.whole}
          onChange={event => setDraft({ ...draft, typed: event.target.value })}
        />
        {isAnswered && (
          <TextField
            id={`why-${item.line_item_uuid}`}
            label={tTime('reason')}
            required
            size="md"
            maxLength={MAX_ENTRY_WORDS}
            value={why}
            error={refused.of('words')}
            help={tTime('reasonHelp', { name: item.contractor_name })}
            onChange={event => setDraft({ ...draft, why: event.target.value })}
          />
        )}
      </div>
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

/** Whether other hours correct time that was reported and answered. */
function hasAnswer({ timesheet }: LineItemView): boolean {
  return timesheet?.answered_at != null && timesheet.allowed_actions.includes('correct')
}
