import { useTranslations } from 'use-intl'
import { isWrong } from '#domain/payments/lost.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { whenText } from '#web/parts/times.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { CycleRow } from './pay-chips.tsx'

/** What is wrong about a cycle, and whether the balance covers it while it is still to be paid. */
export function Coverage({ row }: { row: CycleRow }) {
  return (
    <>
      <Wrong row={row} />
      <Covered row={row} />
    </>
  )
}

/** What did not arrive, or that its pay date has come and something has not left. */
function Wrong({ row: { pay_state } }: { row: CycleRow }) {
  const t = useTranslations('payroll.coverage')
  if (pay_state?.tone !== 'WRONG') return null
  const { state, days_late, count } = pay_state
  return (
    <span className="err w5 row g4 end">
      <Icon name={isWrong(state) ? 'blocked' : 'clock'} size={16} />
      {isWrong(state)
        ? t(`lost.${state}`, { count })
        : t(days_late > 0 ? 'late' : 'today', { days: days_late })}
    </span>
  )
}

/** Approved, and nothing about it is wrong or waits for money. */
function isFine({ pay_state }: CycleRow): boolean {
  return pay_state?.tone !== 'WRONG' && pay_state?.state !== 'SHORT'
}

function Covered({ row }: { row: CycleRow }) {
  const t = useTranslations('payroll.coverage')
  const { pay_state } = row
  if (pay_state?.state === 'ON_THE_WAY')
    return (
      <span className="t2 row g4 end">
        <Icon name="clock" size={16} />
        {t('sent')}
      </span>
    )
  if (row.short.length > 0 && row.to_send.length === 0)
    return (
      <span className="t2 row g4 end">
        <Icon name="clock" size={16} />
        <span>{t.rich('onItsWay', { amount: () => <MoneyList of={row.on_its_way} /> })}</span>
      </span>
    )
  if (row.short.length > 0)
    return (
      <span className="warn w5 row g4 end">
        <Icon name="warning" size={16} />
        <span>
          {row.to_send.length > 1
            ? t('currencies', { count: row.to_send.length })
            : t.rich(row.estimate ? 'needs' : 'short', {
                amount: () => <MoneyList of={row.to_send} />,
              })}
        </span>
      </span>
    )
  if (pay_state?.state === 'COOLING' && pay_state.until)
    return (
      <span className="warn row g4 end">
        <Icon name="clock" size={16} />
        {t('cools', { until: whenText(pay_state.until) })}
      </span>
    )
  if (row.status === 'PENDING_APPROVAL' || (row.status === 'APPROVED' && isFine(row)))
    return (
      <span className="ok w5 row g4 end">
        <Icon name="done" size={16} />
        {t(pay_state?.state === 'ARRIVED' ? 'arrived' : 'covered')}
      </span>
    )
  return <span className="t3">{row.estimate ? t('estimate') : ''}</span>
}
