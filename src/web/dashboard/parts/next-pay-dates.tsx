import { useTranslations } from 'use-intl'
import { useMe } from '#web/kernel/me.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyStack } from '#web/parts/money.tsx'
import { Coverage, DateTile, payPath } from '#web/payroll/shared.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import './employer-home.css'

type CycleRow = ClientOutput<'listCycles'>['items'][number]
const SHOWN = 4

/** The next pay dates, each with its sum and whether it is covered. */
export function NextPayDates({ cycles }: { cycles: readonly CycleRow[] }) {
  const t = useTranslations('dashboard.payDates')
  const { is_partner } = useMe()
  const shown = cycles
    .filter(row => row.contractors > 0)
    .toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
    .slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <>
      <SectionHead
        title={t('title')}
        tools={
          <Link
            className="meta"
            href={is_partner ? '/employer/partner/payments' : '/employer/payroll-run'}
          >
            {t(is_partner ? 'payments' : 'run')}
          </Link>
        }
      />
      <Card>
        <ul className="paydates">
          {shown.map(row => (
            <li key={`${row.policy_uuid} ${row.end_date}`}>
              <DateTile date={row.pay_date} late={row.pay_state?.tone === 'WRONG'} />
              <div className="grow">
                <div className="w6">
                  {row.cycle_uuid ? (
                    <Link href={payPath('payroll-run', row)}>{row.policy_label}</Link>
                  ) : (
                    row.policy_label
                  )}
                </div>
                <div className="meta t3">
                  {row.waiting.count > 0 && !row.estimate
                    ? t('toApprove', { count: row.waiting.count, all: row.contractors })
                    : t('people', {
                        kind: row.kind,
                        count: row.contractors,
                      })}
                </div>
              </div>
              <div className="r">
                <MoneyStack of={row.totals} strong />
                <div className="meta">
                  <Coverage row={row} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
