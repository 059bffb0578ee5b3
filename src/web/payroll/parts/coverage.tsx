import { useTranslations } from 'use-intl'
import { MoneyList } from '#web/parts/money.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CycleRow } from './pay-chips.tsx'

/** Whether the balance covers a cycle that is still to be paid. */
export function Coverage({ row }: { row: CycleRow }) {
  const t = useTranslations('payroll.coverage')
  if (row.short.length > 0)
    return (
      <span className="warn w5 row g4 end">
        <Icon name="warning" size={16} />
        <span>
          {row.short.length > 1
            ? t('currencies', { count: row.short.length })
            : t.rich(row.estimate ? 'needs' : 'short', {
                amount: () => <MoneyList of={row.short} />,
              })}
        </span>
      </span>
    )
  if (row.status === 'PENDING_APPROVAL' || row.status === 'APPROVED')
    return (
      <span className="ok w5 row g4 end">
        <Icon name="done" size={16} />
        {t('covered')}
      </span>
    )
  return <span className="t3">{row.estimate ? t('estimate') : ''}</span>
}
