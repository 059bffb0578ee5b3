/** What the page of a contractor shows of payroll. By itself, so that homes do not load it. */
import { useTranslations } from 'use-intl'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { CursorPager, useOwnPaging } from '#web/parts/cursor-pager.tsx'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { shortRange } from '#web/parts/times.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { Link } from '#web/ui/link.tsx'
import { SectionHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { cyclePath, PayChip } from '../parts/pay-chips.tsx'

type Pay = ClientOutput<'listContractorPays'>['items'][number]

const SHOWN = 8

/** What an employer paid, and is to pay, to one contractor, the latest first; each leads to its line item. */
export function ContractorPays({ of: id }: { of: string }) {
  const t = useTranslations('payroll.ofContractor')
  const paging = useOwnPaging(id)
  const asked = { params: { id }, query: { limit: String(SHOWN), ...paging.query } }
  return (
    <section>
      <SectionHead title={t('title')} />
      <QueryView of={query('listContractorPays', asked)} skeleton={<CardSkeleton height={200} />}>
        {({ items, next_cursor }) =>
          items.length === 0 ? (
            <p className="card pad t2">{t('none')}</p>
          ) : (
            <>
              <ul className="card clip rows first">
                {items.map(pay => (
                  <li key={pay.line_item_uuid} className="row g16 between">
                    <PayLine pay={pay} />
                  </li>
                ))}
              </ul>
              <CursorPager
                paging={paging}
                cursor={next_cursor}
                shown={items.length}
                name={t('shown')}
              />
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function PayLine({ pay }: { pay: Pay }) {
  const t = useTranslations('payroll.ofContractor')
  const tWrong = useTranslations('payments.status')
  const { policy_label, kind, pay_date, start_date, end_date, amount, status, wrong } = pay
  const list = status === 'PAID' ? 'payroll-historical' : 'payroll-run'
  return (
    <>
      <div className="grow">
        <Link href={`${cyclePath(list, pay)}/${status}/${pay.line_item_uuid}`}>
          {formatDate(pay_date)}
        </Link>
        <div className="meta t3">
          {kind === 'CALENDAR'
            ? t.rich('period', {
                policy: () => <bdi>{policy_label}</bdi>,
                period: shortRange(start_date, end_date),
              })
            : policy_label}
        </div>
      </div>
      <div className="r nowrap">
        <MoneyAmount of={amount} strong />
        <div className="mt4">
          {wrong ? (
            <StatusChip tone="err">{tWrong(wrong)}</StatusChip>
          ) : (
            <PayChip status={status} />
          )}
        </div>
      </div>
    </>
  )
}
