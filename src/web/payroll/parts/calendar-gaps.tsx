import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { query, useCall } from '#web/kernel/queries.ts'
import { Awaited } from '#web/parts/awaited.tsx'
import { periodText } from '#web/parts/times.ts'
import { openAlert } from '#web/ui/alert-bus.ts'
import { Button } from '#web/ui/button.tsx'
import { NextStep, StepIcon } from '#web/ui/say.tsx'

/** Days of an employer that no pay cycle holds, each with the button that opens one; nothing where calendars are whole. */
export function CalendarGaps({ domain }: { domain: string }) {
  const t = useTranslations('payroll.gaps')
  const may = useMay()
  const gaps = useQuery(query('listCalendarGaps', { params: { id: domain } }))
  const fill = useCall('fillCalendarGaps', {
    refresh: ['listCalendarGaps', 'listOperationsPayCycles'],
    onSuccess: () => openAlert(t('done'), { severity: 'success' }),
  })
  if (!gaps.data)
    return (
      <div className="seg-tabs">
        <Awaited of={[gaps]} failed={t('unknown')} />
      </div>
    )
  if (gaps.data.length === 0) return null
  const rows = gaps.data.map(({ policy_uuid, policy_label, start_date, end_date }) => (
    <NextStep
      key={`${policy_uuid} ${start_date}`}
      tone="warn"
      icon={<StepIcon name="warning" />}
      title={t('title', { period: periodText(start_date, end_date) })}
      action={
        may('fillCalendarGaps') && (
          <Button
            loading={fill.isPending}
            onClick={() => fill.mutate({ params: { id: domain, policy_uuid } })}
          >
            {t('fill')}
          </Button>
        )
      }
    >
      {t.rich('text', { policy: () => <bdi>{policy_label}</bdi> })}
    </NextStep>
  ))
  return (
    <div className="stack g12" style={{ marginBottom: 20 }}>
      {rows}
    </div>
  )
}
