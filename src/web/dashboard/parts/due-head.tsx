import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { PageHead } from '#web/ui/page.tsx'

type CycleRow = ClientOutput<'listCycles'>['items'][number]

/** What has to be approved today, and below it what is short of a later pay. */
export function DueHead({ row, short }: { row: CycleRow; short: CycleRow | undefined }) {
  const t = useTranslations('dashboard.employer.approve')
  const { count, totals } = row.waiting
  return (
    <PageHead
      title={t.rich(totals.length === 1 ? 'amount' : 'people', {
        amount: () => <MoneyList of={totals} />,
        count,
        kind: row.kind,
      })}
      lead={
        <span>
          {t.rich(short ? 'short' : 'lead', {
            date: formatDateLong(row.pay_date),
            later: formatDateLong(short?.pay_date ?? row.pay_date),
            amount: () => <MoneyList of={short?.to_send ?? []} />,
          })}
        </span>
      }
    />
  )
}
