import { useTranslations } from 'use-intl'
import { useMay } from '#web/kernel/me.ts'
import { SaveButton } from '#web/parts/download.tsx'
import { dayText } from '#web/parts/times.ts'
import type { OperatorCycle } from './mark-dialog.tsx'

/** Saves what proves a cycle, for who may and once somebody approved something of it. */
export function EvidenceButton({
  cycle: { cycle_uuid, status, pay_date },
}: {
  cycle: OperatorCycle
}) {
  const t = useTranslations('payroll.employerCycles')
  const may = useMay()('getEvidencePack')
  if (!may || status === 'PENDING_APPROVAL' || status === 'EMPTY') return null
  return (
    <div className="row g12 wrap mt12">
      <SaveButton
        file="getEvidencePack"
        input={{ params: { cycle_uuid } }}
        label={t('evidence.of', { day: dayText(pay_date) })}
        size="sm"
      >
        {t('evidence.save')}
      </SaveButton>
      <span className="meta t3">{t('evidence.what')}</span>
    </div>
  )
}
