import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { useToday } from '#web/kernel/me.ts'
import { shortDate } from '#web/parts/times.ts'
import { DateTile } from '#web/payroll/shared.tsx'
import { Card } from '#web/ui/card.tsx'
import type { FirstPay } from './first-pay.ts'
import './first-pay.css'

/** When the first pay could leave, and by when what is left has to be done for that. */
export function FirstPayPlan({ way: { pay_date, plan } }: { way: FirstPay }) {
  const t = useTranslations('dashboard.firstPay.plan')
  const today = useToday()
  return (
    <Card title={t('title')} pad>
      {pay_date === null ? (
        <p className="meta t2">{t('none')}</p>
      ) : (
        <>
          <div className="row g12">
            <DateTile date={pay_date} />
            <div>
              <div className="w6">{formatDateLong(pay_date)}</div>
              <div className="meta t2">{t('note')}</div>
            </div>
          </div>
          <ol className="plan" aria-label={t('label')}>
            {plan.map(({ key, date }) => (
              <li key={key} className={key === 'leaves' ? 'last' : undefined}>
                <span className="meta t2">{date === today ? t('today') : shortDate(date)}</span>
                <span>{t(`rows.${key}`)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}
