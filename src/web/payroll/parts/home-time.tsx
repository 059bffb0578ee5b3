import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { onUnsentChange, unsentOf } from '#web/kernel/unsent.ts'
import { periodText, shortDate } from '#web/parts/times.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'
import type { TimePeriod } from './time-entry.ts'

/** What a contractor's home says of time: that it can be reported, that it waits on this device, or that other hours are paid. */
export function HomeTime() {
  const periods = useQuery(query('listTimesheets', {})).data ?? []
  useSyncExternalStore(onUnsentChange, () => periods.filter(isUnsent).length)
  const unsent = periods.find(isUnsent)
  const open = periods.find(
    ({ timesheet, allowed_actions }) =>
      timesheet.state === 'OPEN' && allowed_actions.includes('report'),
  )
  const corrected = periods.find(
    ({ timesheet, pay_date }) =>
      timesheet.state === 'CORRECTED' && pay_date >= (timesheet.answered_at ?? '').slice(0, 10),
  )
  return (
    <>
      {unsent ? <Unsent period={unsent} /> : open && <Report period={open} />}
      {corrected && <Corrected period={corrected} />}
    </>
  )
}

function isUnsent({ contract_uuid, start_date }: TimePeriod): boolean {
  return unsentOf({ contract_uuid, start_date }) !== undefined
}

function Unsent({ period }: { period: TimePeriod }) {
  const t = useTranslations('payroll.time.home')
  return (
    <NextStep
      icon={<StepIcon name="offline" />}
      title={t('unsent', { period: periodText(period.first_date, period.last_date) })}
      action={
        <LinkButton variant="secondary" href="/contractor/time">
          {t('look')}
        </LinkButton>
      }
    >
      {t('unsentText')}
    </NextStep>
  )
}

function Report({ period }: { period: TimePeriod }) {
  const t = useTranslations('payroll.time.home')
  const { required, scheduled_hours, report_by, is_overdue } = period
  const days = periodText(period.first_date, period.last_date)
  const hours = scheduled_hours.toFixed(2)
  const said = !is_overdue ? 'report' : required ? 'overdue' : 'scheduled'
  return (
    <NextStep
      icon={<StepIcon name="clock" />}
      title={t(said, { period: days, hours })}
      tone={required ? 'warn' : 'run'}
      action={
        <LinkButton variant="secondary" href="/contractor/time">
          {t('verb')}
        </LinkButton>
      }
    >
      {is_overdue
        ? t(required ? 'overdueText' : 'scheduledText', { date: shortDate(report_by) })
        : required
          ? t.rich('requiredText', {
              employer: () => <bdi>{period.employer_name}</bdi>,
              date: shortDate(report_by),
            })
          : t('reportText', { hours, date: shortDate(report_by) })}
    </NextStep>
  )
}

function Corrected({ period }: { period: TimePeriod }) {
  const t = useTranslations('payroll.time.home')
  const { hours, corrected_hours, reason } = period.timesheet
  return (
    <NextStep
      icon={<StepIcon name="edit" />}
      tone="warn"
      title={t.rich('corrected', {
        employer: () => <bdi>{period.employer_name}</bdi>,
        corrected: (corrected_hours ?? 0).toFixed(2),
        hours: (hours ?? 0).toFixed(2),
      })}
      action={
        <LinkButton variant="secondary" href="/contractor/time">
          {t('look')}
        </LinkButton>
      }
    >
      {reason && <bdi>{t('reason', { reason })}</bdi>}
    </NextStep>
  )
}
