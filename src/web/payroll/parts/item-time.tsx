import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { MAX_TIME_WORDS } from '#domain/payroll/timesheet.ts'
import { useAddress } from '#web/kernel/navigation.tsx'
import { useCall } from '#web/kernel/queries.ts'
import { savedBy, useForm } from '#web/parts/form.ts'
import { useOfferedSave } from '#web/parts/save-first.tsx'
import { dayText } from '#web/parts/times.ts'
import { TwoVersions, useSeenVersion } from '#web/parts/two-versions.tsx'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import type { ItemParams } from './approve-item.tsx'
import type { LineItemView } from './pay-chips.tsx'
import { TIME_CHANGES } from './time-changes.ts'
import { hundredthsOf } from './time-entry.ts'
import { TimeStateText } from './time-state.tsx'
import './time.css'

type Time = NonNullable<LineItemView['timesheet']>

/** What was reported of a pay's time, and the answers to it. */
export function ItemTime({ item, params }: { item: LineItemView; params: ItemParams }) {
  const t = useTranslations('payroll.time.item')
  const { get, set } = useAddress()
  const { timesheet: time } = item
  const waits = item.status === 'PENDING_APPROVAL'
  // Of a pay that is approved nobody reports anything any more.
  if (!time || (time.state === 'OPEN' && !waits)) return null
  const correcting = get('correct') === 'time' && time.allowed_actions.includes('correct')
  const close = () => set({ correct: undefined })
  return (
    <Card title={t('title')} pad>
      <div className="stack g12">
        <p>
          <TimeStateText of={time} scheduled={item.scheduled_hours} />
        </p>
        {time.required && waits && <p className="meta t3">{t('required')}</p>}
        {time.days && <Days days={time.days} />}
        {time.notes && (
          <blockquote className="time-said">
            <bdi>{time.notes}</bdi>
          </blockquote>
        )}
        {time.reason && (
          <blockquote className="time-said">
            <bdi>{time.reason}</bdi>
          </blockquote>
        )}
        {correcting ? (
          <Correct item={item} time={time} params={params} onDone={close} />
        ) : (
          <Answers
            item={item}
            time={time}
            params={params}
            onCorrect={() => set({ correct: 'time' })}
          />
        )}
      </div>
    </Card>
  )
}

function Days({ days }: { days: NonNullable<Time['days']> }) {
  const t = useTranslations('payroll.time.item')
  return (
    <details>
      <summary className="meta">{t('days')}</summary>
      <ul className="meta t2 mt4">
        {days.map(({ date, hours }) => (
          <li key={date}>{t('day', { date: dayText(date), hours: hours.toFixed(2) })}</li>
        ))}
      </ul>
    </details>
  )
}

function Answers({
  item,
  time,
  params,
  onCorrect,
}: {
  item: LineItemView
  time: Time
  params: ItemParams
  onCorrect: () => void
}) {
  const t = useTranslations('payroll.time.cycle')
  const { policy_uuid, cycle_uuid } = params
  const done = (text: string) => openAlert(text, { severity: 'success' })
  const accept = useCall('acceptTimesheets', {
    refresh: TIME_CHANGES,
    onSuccess: ({ accepted, refused: [refused] }) =>
      refused
        ? openAlert(refused.reason, { severity: 'error' })
        : done(t('accepted', { count: accepted })),
  })
  const stand = useCall('letTimeStand', {
    refresh: TIME_CHANGES,
    onSuccess: () => done(t('stood', { name: item.contractor_name })),
  })
  const may = time.allowed_actions
  const { timesheet_uuid, version } = time
  if (may.length === 0) return null
  return (
    <div className="row g8 wrap">
      {may.includes('accept') && timesheet_uuid && (
        <Button
          variant="secondary"
          loading={accept.isPending}
          onClick={() =>
            accept.mutate({
              params: { policy_uuid, cycle_uuid },
              body: { timesheets: [{ timesheet_uuid, version }] },
            })
          }
        >
          {t('accept')}
        </Button>
      )}
      {may.includes('correct') && (
        <Button variant="secondary" onClick={onCorrect}>
          {t('correct')}
        </Button>
      )}
      {may.includes('let_stand') && (
        <Button
          variant="secondary"
          loading={stand.isPending}
          onClick={() => stand.mutate({ params, body: {} })}
        >
          {t('stand')}
        </Button>
      )}
    </div>
  )
}

interface Typed {
  hours: string
  reason: string
}

function Correct({
  item,
  time,
  params,
  onDone,
}: {
  item: LineItemView
  time: Time
  params: ItemParams
  onDone: () => void
}) {
  const t = useTranslations('payroll.time.item')
  // What was seen is what is answered: what is reported anew meanwhile is shown first.
  const { seen, isOther, hear, close } = useSeenVersion(time.version, TIME_CHANGES)
  const name = item.contractor_name
  const now = (time.corrected_hours ?? time.hours ?? 0).toFixed(2)
  const form = useForm<Typed>(`correct ${item.line_item_uuid}`, {
    mode: 'onTouched',
    defaultValues: { hours: now, reason: '' },
  })
  const correct = useCall('correctTimesheet', { refresh: TIME_CHANGES, onProblem: hear })
  const save = (version: number) =>
    savedBy(form, async ({ hours, reason }) => {
      close(version)
      const said = reason.replace(/\s+/g, ' ').trim()
      await correct.mutateAsync({
        params,
        body: { version, hours: (hundredthsOf(hours) ?? -100) / 100, reason: said },
      })
      openAlert(t('done', { name }), { severity: 'success' })
      onDone()
    })
  useOfferedSave(`correct ${item.line_item_uuid}`, {
    what: t('of', { name }),
    save: () => save(seen),
  })
  return (
    <form
      className="stack g12"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save(seen)
      }}
    >
      {isOther && (
        <TwoVersions
          rows={[{ term: t('of', { name }), theirs: now, mine: form.getValues('hours') }]}
          onTheirs={() => {
            form.setValue('hours', now)
            close(time.version)
          }}
          onMine={() => void save(time.version)}
        />
      )}
      <Controller
        control={form.control}
        name="hours"
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            id="time-hours"
            label={t('hours')}
            required
            suffix="h"
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="reason"
        rules={{ required: t('reasonRequired', { name }) }}
        render={({ field, fieldState }) => (
          <TextareaField
            {...field}
            id="time-reason"
            label={t('reason')}
            required
            rows={2}
            maxLength={MAX_TIME_WORDS}
            help={t('reasonHelp', { name })}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="row g8">
        <Button type="submit" loading={form.formState.isSubmitting}>
          {t('send')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
