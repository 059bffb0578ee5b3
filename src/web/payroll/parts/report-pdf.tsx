import { useTranslations } from 'use-intl'
import { useCall } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { atTime } from '#web/parts/times.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'

export type Report = ClientOutput<'listReports'>['items'][number]

/** The PDF of a report: at once where it is of few people; of many it is asked for, made, and then there. */
export function ReportPdf({ report }: { report: Report }) {
  const ask = useCall('askForReport', { refresh: ['listReports'] })
  const { policy_uuid: policy, cycle_uuid: cycle } = report
  return (
    <ReportPdfView
      report={report}
      asking={ask.isPending}
      onAsk={() => ask.mutate({ params: { policy, cycle } })}
    />
  )
}

/** The same without the call, as it is drawn. */
export function ReportPdfView({
  report,
  asking,
  onAsk,
}: {
  report: Pick<Report, 'label' | 'pay_date' | 'policy_uuid' | 'cycle_uuid' | 'pdf'>
  asking: boolean
  onAsk: () => void
}) {
  const t = useTranslations('payroll.reports')
  const { state, done, people, made_at } = report.pdf
  const named = { cycle: report.label, date: report.pay_date }
  if (state === 'MAKING')
    return (
      <div className="report-making">
        <span className="meta t2">{t('making', { done, people })}</span>
        <ProgressBar label={t('makingOf', named)} value={done} max={people} thickness="thin" />
      </div>
    )
  const again = (word: 'make' | 'again' | 'retry') => (
    <Button
      variant={word === 'again' ? 'text' : 'secondary'}
      size="sm"
      loading={asking}
      aria-label={t(`makeOf.${word}`, named)}
      onClick={onAsk}
    >
      {t(word)}
    </Button>
  )
  if (state === 'NOT_MADE') return again('make')
  if (state === 'FAILED')
    return (
      <>
        <span className="meta err w5">{t('failed')}</span>
        {again('retry')}
      </>
    )
  return (
    <>
      {made_at && <span className="meta t3 nowrap">{t('madeAt', { when: atTime(made_at) })}</span>}
      {state === 'READY' && again('again')}
      <SaveButton
        file="getReport"
        input={{ params: { policy: report.policy_uuid, cycle: report.cycle_uuid } }}
        size="sm"
        label={t('saveOf.PDF', named)}
      >
        {t('save.PDF')}
      </SaveButton>
    </>
  )
}
