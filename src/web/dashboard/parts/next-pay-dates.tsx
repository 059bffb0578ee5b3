import { useTranslations } from 'use-intl'
import { useMe, useToday } from '#web/kernel/me.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyStack } from '#web/parts/money.tsx'
import { shortDate } from '#web/parts/times.ts'
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
    .filter(row => row.contractors > 0 || (row.batch?.joining ?? 0) > 0)
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
                    <Link href={payPath('payroll-run', row)}>
                      <bdi>{row.policy_label}</bdi>
                    </Link>
                  ) : (
                    row.policy_label
                  )}
                </div>
                <div className="meta t3">
                  <Who row={row} />
                </div>
              </div>
              <div className="r">
                <MoneyStack of={row.batch?.totals ?? row.totals} strong />
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

/** Whom it pays, and how many of them wait for a yes; of a batch all that were sent in, as on its own page, and how many wait for their person. */
function Who({ row: { batch, waiting, estimate, ...row } }: { row: CycleRow }) {
  const t = useTranslations('dashboard.payDates')
  const today = useToday()
  const toApprove = estimate ? 0 : waiting.count
  const people = t('people', { kind: row.kind, count: batch?.rows ?? row.contractors })
  const first =
    !batch && toApprove > 0 ? t('toApprove', { count: toApprove, all: row.contractors }) : people
  return [
    first,
    batch && toApprove > 0 && t('waits', { count: toApprove }),
    batch && batch.joining > 0 && t('joining', { count: batch.joining }),
    toApprove > 0 && row.approve_by >= today && t('approveBy', { date: shortDate(row.approve_by) }),
  ]
    .filter(Boolean)
    .join(', ')
}
