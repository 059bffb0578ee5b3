import { useTranslations } from 'use-intl'
import { instantDay } from '#web/parts/times.ts'
import type { TimePeriod } from './time-entry.ts'

/** How a timesheet stands, in a sentence: what was reported, and what the employer answered. */
export function TimeStateText({
  of,
  scheduled,
}: {
  of: TimePeriod['timesheet']
  scheduled: number
}) {
  const t = useTranslations('payroll.time')
  const { state, hours, corrected_hours, answered_at, reported_at } = of
  return t.rich(`state.${state}`, {
    hours: (hours ?? 0).toFixed(2),
    corrected: (corrected_hours ?? 0).toFixed(2),
    scheduled: scheduled.toFixed(2),
    by: () => <bdi>{of.answered_by}</bdi>,
    reported: reported_at ? instantDay(reported_at) : '',
    answered: answered_at ? instantDay(answered_at) : '',
  })
}
