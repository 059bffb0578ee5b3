import { useTranslations } from 'use-intl'
import { WAYS_OF } from '#domain/notifications/preferences.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { refusedWhole, showProblem, useForm } from '#web/parts/form.ts'
import { QueryView } from '#web/parts/query-view.tsx'
import { differing, TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { ErrorBox } from '#web/ui/field.tsx'
import { type Option, SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Preferences = ClientOutput<'getNotificationPreferences'>
type Chosen = ClientInput<'putNotificationPreferences'>['body']
type Entry = Chosen['ways'] & {
  quiet: boolean
  from: string
  until: string
  daily: string
  time_zone: string
}

const KINDS = ['TASK', 'PAY', 'NEWS'] as const

const HOURS: readonly Option[] = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** How the person is told of what happens; what cannot wait is no choice. */
export function PreferencesCard() {
  const t = useTranslations('notifications.preferences')
  return (
    <Card title={t('title')} pad>
      <QueryView of={query('getNotificationPreferences', {})} skeleton={<Skeleton height={468} />}>
        {preferences => <PreferencesForm preferences={preferences} />}
      </QueryView>
    </Card>
  )
}

function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const t = useTranslations('notifications.preferences')
  const form = useForm<Entry>('notification-preferences', {
    defaultValues: entryOf(preferences),
  })
  const { setError, handleSubmit, watch, setValue, reset, formState } = form
  const { seen, isOther, hear, close } = useSeenVersion(preferences.version, [
    'getNotificationPreferences',
  ])
  const entry = watch()
  const refused = refusedWhole(formState.errors)
  const save = useCall('putNotificationPreferences', {
    refresh: ['getNotificationPreferences'],
    onSuccess: answer => {
      reset(entryOf(answer))
      close(answer.version)
      openAlert(t('saved'), { severity: 'success' })
    },
    onProblem: problem => {
      if (!hear(problem)) showProblem(setError, problem, { quiet_hours: null })
      return true
    },
  })
  const submit = (over: string) =>
    handleSubmit(entry => {
      close(over)
      save.mutate({ body: { ...chosenOf(entry), seen: over } })
    })()
  const takeTheirs = () => {
    reset(entryOf(preferences))
    close(preferences.version)
  }
  const change = (name: keyof Entry) => (value: string) =>
    setValue(name, value as never, { shouldDirty: true })
  return (
    <form
      className="stack g16"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit(seen)
      }}
    >
      <p className="meta t2">{t('always')}</p>
      {KINDS.map(kind => (
        <SelectField
          key={kind}
          id={`told-${kind}`}
          label={t(`kinds.${kind}.label`)}
          required
          help={t(`kinds.${kind}.help`)}
          options={WAYS_OF[kind].map(way => ({ value: way, label: t(`ways.${way}`) }))}
          value={entry[kind]}
          onChange={change(kind)}
        />
      ))}
      {KINDS.some(kind => entry[kind] === 'DAILY') && (
        <SelectField
          id="daily-hour"
          label={t('dailyHour')}
          required
          options={HOURS}
          value={entry.daily}
          onChange={change('daily')}
        />
      )}
      <Checkbox
        label={t('quiet')}
        sub={t('quietSub')}
        checked={entry.quiet}
        onChange={event => setValue('quiet', event.target.checked, { shouldDirty: true })}
      />
      {entry.quiet && (
        <div className="hours">
          <SelectField
            id="quiet-from"
            label={t('from')}
            required
            options={HOURS}
            value={entry.from}
            onChange={change('from')}
          />
          <SelectField
            id="quiet-until"
            label={t('until')}
            required
            options={HOURS}
            value={entry.until}
            onChange={change('until')}
          />
        </div>
      )}
      <ComboboxField
        id="time-zone"
        label={t('timeZone')}
        required
        options={ZONES}
        value={entry.time_zone}
        onChange={change('time_zone')}
        error={formState.errors.time_zone}
      />
      {isOther && (
        <Versions
          theirs={entryOf(preferences)}
          mine={entry}
          onTheirs={takeTheirs}
          onMine={() => void submit(preferences.version)}
        />
      )}
      {refused && <ErrorBox>{refused}</ErrorBox>}
      <Button type="submit" variant="secondary" loading={save.isPending}>
        {t('save')}
      </Button>
    </form>
  )
}

/** How they are told by now beside what is chosen here. */
function Versions({
  theirs,
  mine,
  ...answers
}: {
  theirs: Entry
  mine: Entry
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('notifications.preferences')
  const row = (term: string, of: (entry: Entry) => string) => ({
    ...{ term, theirs: of(theirs), mine: of(mine) },
  })
  const rows = [
    ...KINDS.map(kind => row(t(`kinds.${kind}.label`), entry => t(`ways.${entry[kind]}`))),
    row(t('dailyHour'), ({ daily }) => hourOf(daily)),
    row(t('quiet'), ({ quiet, from, until }) =>
      quiet ? `${hourOf(from)} – ${hourOf(until)}` : '',
    ),
    row(t('timeZone'), ({ time_zone }) => time_zone.replaceAll('_', ' ')),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}

function hourOf(hour: string): string {
  return HOURS.find(({ value }) => value === hour)?.label ?? hour
}

const ZONES: readonly Option[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].map(value => ({
  value,
  label: value.replaceAll('_', ' '),
}))

/** Who never chose is asked in the zone of their device. */
function entryOf({ ways, quiet_hours, daily_hour, time_zone, chosen }: Preferences): Entry {
  return {
    ...ways,
    quiet: quiet_hours !== null,
    from: String(quiet_hours?.from ?? 22),
    until: String(quiet_hours?.until ?? 7),
    daily: String(daily_hour),
    time_zone: chosen ? time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

function chosenOf({ TASK, PAY, NEWS, quiet, from, until, daily, time_zone }: Entry): Chosen {
  return {
    ways: { TASK, PAY, NEWS },
    quiet_hours: quiet ? { from: Number(from), until: Number(until) } : null,
    daily_hour: Number(daily),
    time_zone,
  }
}
