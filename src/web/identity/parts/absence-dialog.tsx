import { useTranslations } from 'use-intl'
import { personName } from '#domain/kernel/names.ts'
import { addDays, formatDate } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import { useDraft } from '#web/parts/draft.ts'
import { useRefusal } from '#web/parts/refusal.ts'
import { differing, TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { AFTER_ABSENCE, type Away, awayOf } from './absence.tsx'
import { approverOptions, type Member } from './approvers-of.ts'

/** What is offered first: a fortnight. */
const USUAL_DAYS = 13

/** Names who stands in for one of a team on some days. */
export function AbsenceDialog({
  member,
  team,
  onClose,
}: {
  member: Member
  team: readonly Member[]
  onClose: () => void
}) {
  const t = useTranslations('identity.away')
  const today = useToday()
  const { absence } = member
  const [typed, setTyped] = useDraft(
    { dialog: `putSubstitute ${member.sub}` },
    {
      substitute_sub: absence?.substitute_sub ?? '',
      from: absence?.from ?? today,
      until: absence?.until ?? addDays(today, USUAL_DAYS),
    },
  )
  const now = awayOf(absence)
  const { seen, isOther, hear, close } = useSeenVersion(now, AFTER_ABSENCE)
  const options = approverOptions(team).filter(({ value }) => value !== member.sub)
  const name = options.find(({ value }) => value === typed.substitute_sub)?.label ?? ''
  const wrong = useRefusal(typed)
  const save = useCall('putSubstitute', {
    refresh: AFTER_ABSENCE,
    failed: t('failed'),
    onSuccess: () => {
      openAlert(t('done', { name }), { severity: 'success' })
      onClose()
    },
    onProblem: problem => hear(problem) || wrong.hearFields(problem),
  })
  const put = (over: Away | null) => {
    close(over)
    save.mutate({ params: { sub: member.sub }, body: { absence: typed, seen: over } })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={member.is_me ? t('own') : t('title', { name: personName(member, member.email) })}
      lead={t('lead')}
      submit={t('verb')}
      pending={save.isPending}
      refused={wrong.whole}
      onSubmit={() => put(seen)}
    >
      {isOther && (
        <Versions
          theirs={now}
          mine={typed}
          nameOf={sub => options.find(({ value }) => value === sub)?.label ?? ''}
          onTheirs={() => {
            if (!now) return onClose()
            setTyped(now)
            close(now)
          }}
          onMine={() => put(now)}
        />
      )}
      <SelectField
        id="substitute_sub"
        label={t('who')}
        required
        placeholder={t('choose')}
        options={options}
        error={wrong.of('substitute_sub')}
        value={typed.substitute_sub}
        onChange={substitute_sub => setTyped({ ...typed, substitute_sub })}
      />
      <DateField
        id="absence_from"
        label={t('from')}
        required
        error={wrong.of('from')}
        value={typed.from}
        onChange={from => setTyped({ ...typed, from })}
      />
      <DateField
        id="absence_until"
        label={t('until')}
        required
        help={t('help')}
        error={wrong.of('until')}
        value={typed.until}
        onChange={until => setTyped({ ...typed, until })}
      />
    </FormDialog>
  )
}

/** Who stands in by now, if anybody does, beside what stands in the dialog. */
function Versions({
  theirs,
  mine,
  nameOf,
  ...answers
}: {
  theirs: Away | null
  mine: Away
  nameOf: (sub: string) => string
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('identity.away')
  const row = (term: string, of: (away: Away) => string) => ({
    ...{ term, theirs: theirs ? of(theirs) : '', mine: of(mine) },
  })
  const rows = [
    row(t('who'), ({ substitute_sub }) => nameOf(substitute_sub)),
    row(t('from'), ({ from }) => formatDate(from)),
    row(t('until'), ({ until }) => formatDate(until)),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}
