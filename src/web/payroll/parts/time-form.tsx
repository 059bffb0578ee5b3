import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { MAX_TIME_WORDS } from '#domain/payroll/timesheet.ts'
import { useToday } from '#web/kernel/me.ts'
import { useCall } from '#web/kernel/queries.ts'
import {
  forgetUnsent,
  keepUnsent,
  onUnsentChange,
  sendUnsent,
  type Unsent,
  unsentOf,
} from '#web/kernel/unsent.ts'
import { useDraft } from '#web/parts/draft.ts'
import { atTime, periodText, shortRange } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-input.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'
import { Say } from '#web/ui/say.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextareaField } from '#web/ui/text-input.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { DayStepper } from './day-stepper.tsx'
import {
  bodyOf,
  entryOf,
  sumOf,
  type TimeEntry,
  type TimePeriod,
  totalOf,
  weeksOf,
} from './time-entry.ts'
import { TimePays } from './time-pays.tsx'
import { TimeStateText } from './time-state.tsx'

type Set = (entry: TimeEntry) => void

/** What waits on this device for a period, as it changes. */
function useUnsent(params: Unsent['input']['params']): Unsent | undefined {
  const text = useSyncExternalStore(onUnsentChange, () => JSON.stringify(unsentOf(params) ?? null))
  return (JSON.parse(text) as Unsent | null) ?? undefined
}

/** The time of one period, by days or in sum: prefilled with what is scheduled, and sent also from where there is no network. */
export function TimeForm({ period }: { period: TimePeriod }) {
  const { contract_uuid, start_date, timesheet } = period
  const params = { contract_uuid, start_date }
  const client = useQueryClient()
  const unsent = useUnsent(params)
  const [initial] = useState(() => entryOf(period, unsent))
  const [entry, setEntry, sent] = useDraft<TimeEntry>(
    `time ${contract_uuid} ${start_date}`,
    initial,
  )
  const [sending, setSending] = useState(false)
  const body = bodyOf(entry, timesheet.version)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!body) return
    keepUnsent({ params, body })
    sent()
    setSending(true)
    await sendUnsent(client)
    setSending(false)
  }
  return (
    <form className="time" noValidate onSubmit={event => void submit(event)}>
      <Head period={period} entry={entry} />
      <Standing period={period} unsent={unsent} />
      <Hours period={period} entry={entry} set={setEntry} />
      <TimePays period={period} hundredths={totalOf(entry) ?? 0} />
      <Notes period={period} entry={entry} set={setEntry} />
      <Send
        period={period}
        entry={entry}
        unsent={unsent}
        sending={sending}
        same={timesheet.state === 'REPORTED' && !unsent && isSame(entry, initial)}
      />
    </form>
  )
}

function Head({ period, entry }: { period: TimePeriod; entry: TimeEntry }) {
  const t = useTranslations('payroll.time.form')
  const total = totalOf(entry)
  return (
    <PageHead
      title={t('title', {
        hours: ((total ?? 0) / 100).toFixed(2),
        date: formatDateLong(period.pay_date),
      })}
      lead={
        <span>
          {t.rich(period.is_overdue ? 'leadOverdue' : 'lead', {
            employer: () => <bdi>{period.employer_name}</bdi>,
            period: periodText(period.first_date, period.last_date),
            date: formatDateLong(period.report_by),
          })}{' '}
          {period.required && t('required')}{' '}
          {period.last_day_on && t('lastDay', { date: formatDateLong(period.last_day_on) })}
        </span>
      }
    />
  )
}

/** Where the report is: on this device, refused, or with the employer. */
function Standing({ period, unsent }: { period: TimePeriod; unsent: Unsent | undefined }) {
  const t = useTranslations('payroll.time.form')
  const { timesheet, scheduled_hours } = period
  if (!unsent && timesheet.state === 'OPEN') return null
  return (
    <div className="say-strip" role="status">
      {unsent?.refused !== undefined ? (
        <Say kind="blocked" word={t('refused')}>
          {unsent.refused}
        </Say>
      ) : unsent ? (
        <Say kind="note" icon="offline" word={t('unsent.word')}>
          {t('unsent.text', { time: atTime(new Date(unsent.at_ms).toISOString()) })}
        </Say>
      ) : (
        <Say kind={timesheet.state === 'REPORTED' ? 'done' : 'note'}>
          <TimeStateText of={timesheet} scheduled={scheduled_hours} />
        </Say>
      )}
    </div>
  )
}

function Hours({ period, entry, set }: { period: TimePeriod; entry: TimeEntry; set: Set }) {
  const t = useTranslations('payroll.time.form')
  return (
    <Card>
      <h2 className="sr">{t('hours')}</h2>
      <div className="how">
        <Segmented
          label={t('how')}
          value={entry.mode}
          onChange={mode => set({ ...entry, mode, ...(mode === 'sum' && { sum: sumText(entry) }) })}
          segments={[
            { value: 'days', label: t('byDays') },
            { value: 'sum', label: t('inSum') },
          ]}
        />
      </div>
      {entry.mode === 'days' ? (
        <Days period={period} entry={entry} set={set} />
      ) : (
        <div className="in-sum">
          <NumberField
            id="time-sum"
            label={t('sum')}
            required
            suffix="h"
            value={entry.sum}
            onChange={event => set({ ...entry, sum: event.target.value })}
          />
        </div>
      )}
      <Sum period={period} entry={entry} />
    </Card>
  )
}

/** What the days come to, for whoever goes on in sum. */
function sumText({ days, sum }: TimeEntry): string {
  const total = sumOf(Object.values(days))
  return total === undefined ? sum : (total / 100).toFixed(2)
}

function Days({ period, entry, set }: { period: TimePeriod; entry: TimeEntry; set: Set }) {
  const t = useTranslations('payroll.time.form')
  const today = useToday()
  const weeks = weeksOf(period.schedule.map(({ date }) => date))
  const now = weeks.findIndex(week => week.includes(today))
  const [at, setAt] = useState(Math.max(0, now))
  const week = weeks[at] ?? []
  const hoursOf = (dates: readonly string[]) => {
    const sum = sumOf(dates.map(date => entry.days[date] ?? ''))
    return sum === undefined ? '–' : (sum / 100).toFixed(2)
  }
  return (
    <>
      {weeks.length > 1 && (
        <div className="weeks">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend. */}
          <div className="seg" role="group" aria-label={t('weeks')}>
            {weeks.map((dates, index) => (
              <button
                type="button"
                key={dates[0]}
                aria-pressed={index === at}
                onClick={() => setAt(index)}
              >
                {shortRange(dates[0] ?? '', dates.at(-1) ?? '')}
                <span className="n">{t('weekHours', { hours: hoursOf(dates) })}</span>
              </button>
            ))}
          </div>
        </div>
      )}
      <ul className="days">
        {week.map(date => (
          <DayStepper
            key={date}
            date={date}
            isToday={date === today}
            value={entry.days[date] ?? ''}
            onChange={hours => set({ ...entry, days: { ...entry.days, [date]: hours } })}
          />
        ))}
      </ul>
    </>
  )
}

function Sum({ period, entry }: { period: TimePeriod; entry: TimeEntry }) {
  const t = useTranslations('payroll.time.form')
  const total = totalOf(entry)
  const scheduled = Math.round(period.scheduled_hours * 100)
  const text = (hundredths: number) => (hundredths / 100).toFixed(2)
  const more = (total ?? 0) - scheduled
  return (
    <div className="sum">
      {total === undefined ? (
        <p className="err" role="alert">
          {t('notHours')}
        </p>
      ) : (
        <>
          <div className="row between">
            <span className="w6">{t('all')}</span>
            <span>
              {t.rich('of', {
                hours: () => <b className="w6">{text(total)}</b>,
                rest: chunks => <span className="t3">{chunks}</span>,
                scheduled: text(scheduled),
              })}
            </span>
          </div>
          <div className="mt8">
            <ProgressBar label={t('share')} value={total} max={scheduled} />
          </div>
          <p className="meta t2 mt8">
            {total === 0
              ? t('none')
              : t(more === 0 ? 'same' : more < 0 ? 'under' : 'over', {
                  hours: text(Math.abs(more)),
                  employer: period.employer_name,
                })}
          </p>
        </>
      )}
    </div>
  )
}

function Notes({ period, entry, set }: { period: TimePeriod; entry: TimeEntry; set: Set }) {
  const t = useTranslations('payroll.time.form')
  return (
    <TextareaField
      id="time-notes"
      label={t('notes', { employer: period.employer_name })}
      help={t('notesHelp')}
      rows={3}
      maxLength={MAX_TIME_WORDS}
      value={entry.notes}
      onChange={event => set({ ...entry, notes: event.target.value })}
    />
  )
}

function isSame(a: TimeEntry, b: TimeEntry): boolean {
  return JSON.stringify(bodyOf(a, 0)) === JSON.stringify(bodyOf(b, 0))
}

function Send({
  period,
  entry,
  unsent,
  sending,
  same,
}: {
  period: TimePeriod
  entry: TimeEntry
  unsent: Unsent | undefined
  sending: boolean
  /** Whether it is what the employer has already. */
  same: boolean
}) {
  const t = useTranslations('payroll.time.form')
  const online = useOnline()
  const total = totalOf(entry)
  const { contract_uuid, start_date } = period
  const back = useCall('takeTimeBack', {
    refresh: ['listTimesheets'],
    onSuccess: () => openAlert(t('takenBack'), { severity: 'success' }),
  })
  const params = { contract_uuid, start_date }
  return (
    <div className="bar2">
      {!same && (
        <Button type="submit" size="lg" full loading={sending} disabled={!total}>
          {t('submit', { hours: ((total ?? 0) / 100).toFixed(2) })}
        </Button>
      )}
      <p className="meta t3">
        {t(online ? 'until' : 'offline', { employer: period.employer_name })}
      </p>
      {unsent ? (
        <Button variant="quiet" size="sm" onClick={() => forgetUnsent(params)}>
          {t('drop')}
        </Button>
      ) : (
        period.allowed_actions.includes('take_back') && (
          <Button
            variant="quiet"
            size="sm"
            loading={back.isPending}
            onClick={() => back.mutate({ params })}
          >
            {t('takeBack')}
          </Button>
        )
      )}
    </div>
  )
}
