import { useTranslations } from 'use-intl'
import { useAppConfig } from '#web/kernel/me.ts'
import { MoneyAmount, MoneyStack } from '#web/parts/money.tsx'
import { monthDay } from '#web/parts/times.ts'
import { Card } from '#web/ui/card.tsx'
import { DefinitionRows } from '#web/ui/definition-rows.tsx'
import type { FirstPay } from './first-pay.ts'

/** What one period of one contractor would cost: by the contract that there is, or by an example that says so. */
export function FirstCost({ cost }: { cost: NonNullable<FirstPay['cost']> }) {
  const t = useTranslations('dashboard.firstPay.cost')
  const { example, hours, rate, pay, fees, funds, fund_by } = cost
  return (
    <Card title={t('title')} pad>
      <p className="meta t2 mb12">
        {t.rich(example ? 'example' : 'agreed', {
          hours: hours.toFixed(2),
          rate: () => <MoneyAmount of={rate} />,
        })}
      </p>
      <DefinitionRows
        rows={[
          { id: 'pay', term: t('pay'), value: <MoneyAmount of={pay} /> },
          {
            id: 'fees',
            term: t('fees'),
            value: fees.length > 0 ? <MoneyStack of={fees} /> : t('noFees'),
          },
          {
            id: 'funds',
            term: <b>{fund_by ? t('fundBy', { date: monthDay(fund_by) }) : t('fund')}</b>,
            value: <MoneyStack of={funds} strong />,
            ruled: true,
          },
        ]}
      />
    </Card>
  )
}

/** Whom to write to, for a company that would rather be led. */
export function Together() {
  const t = useTranslations('dashboard.firstPay.together')
  const support = useAppConfig()?.support_email
  return (
    <Card title={t('title')} pad>
      <p className="meta t2 mb12">{t('text')}</p>
      {support && (
        <a className="btn s sm" href={`mailto:${support}`}>
          {t('verb')}
        </a>
      )}
    </Card>
  )
}
