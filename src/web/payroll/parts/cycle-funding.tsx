import { useTranslations } from 'use-intl'
import { exponentOf } from '#domain/kernel/currency.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CoverageBar } from '#web/ui/progress.tsx'
import type { CycleView, Preview } from './pay-chips.tsx'
import './pay-cycle.css'

type Coverage = Preview['coverage'][number]

/** Need against balance per currency, and what is left after this pay. */
export function CycleFunding({
  coverage,
  cycle: { on_its_way, to_send, items },
}: {
  coverage: readonly Coverage[]
  cycle: Pick<CycleView, 'on_its_way' | 'to_send' | 'items'>
}) {
  const t = useTranslations('payroll.funding')
  const short = coverage.filter(one => one.short > 0).length
  // It keeps all of them alike.
  const unverified = items.some(item =>
    item.blockers.some(({ code }) => code === 'UNVERIFIED_EMPLOYER'),
  )
  return (
    <Card
      title={t('title')}
      note={t(short === 0 && coverage.length === 1 ? 'covered' : 'short', { count: short })}
      foot={
        short > 0 ? (
          <>
            <span className="grow meta t2">
              {unverified
                ? t('unverified')
                : on_its_way.length > 0
                  ? t.rich('onItsWay', { amount: () => <MoneyList of={on_its_way} /> })
                  : t('missing')}
            </span>
            <LinkButton variant="secondary" size="sm" href="/employer/fund-payroll">
              {t(to_send.length > 0 ? 'add' : 'see')}
            </LinkButton>
          </>
        ) : undefined
      }
    >
      <table className="fund" aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('columns.currency')}</span>
            </th>
            <th scope="col" className="r">
              <span style={{ paddingInlineEnd: 20 }}>{t('columns.need')}</span>
            </th>
            <th scope="col" className="r">
              {t('columns.available')}
            </th>
            <th scope="col" className="b">
              <span className="sr">{t('columns.covered')}</span>
            </th>
            <th scope="col" className="r" colSpan={2}>
              <span style={{ paddingInlineEnd: 44 }}>{t('columns.after')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {coverage.map(one => (
            <CurrencyLine key={one.currency} of={one} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function CurrencyLine({ of }: { of: Coverage }) {
  const t = useTranslations('payroll.funding')
  const exponent = exponentOf(of.currency)
  // The bar is a picture: its scale is the larger of what is needed and what is there.
  const scale = Math.max(of.need, of.available, 1)
  const covered = (Math.min(of.need, of.available) / scale) * 100
  const missing = (of.short / scale) * 100
  return (
    <tr>
      <th scope="row">{of.currency}</th>
      <td className="r need">
        <Amount minor={of.need} exponent={exponent} />
      </td>
      <td className="r t2">
        <Amount minor={of.available} exponent={exponent} />
      </td>
      <td className="b">
        <CoverageBar
          label={t('there', {
            percent: Math.round((Math.min(of.need, of.available) / Math.max(of.need, 1)) * 100),
            currency: of.currency,
          })}
          covered={covered}
          missing={missing}
        />
      </td>
      <td className={of.short > 0 ? 'r warn w6' : 'r t2'}>
        {t.rich(of.short > 0 ? 'after.short' : 'after.left', {
          amount: () => <Amount minor={of.short > 0 ? of.short : of.after} exponent={exponent} />,
          after: words => <span className="after">{words}</span>,
        })}
      </td>
      <td className="i0">
        <span className={of.short > 0 ? 'warn' : 'ok'}>
          <Icon name={of.short > 0 ? 'warning' : 'done'} size={16} />
        </span>
      </td>
    </tr>
  )
}
