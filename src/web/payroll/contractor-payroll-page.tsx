import { useTranslations } from 'use-intl'
import { query } from '#web/kernel/queries.ts'
import { MoneyAmount } from '#web/parts/money.tsx'
import { QueryView } from '#web/parts/query-view.tsx'
import { SimulatedNote } from '#web/parts/simulated-note.tsx'
import { periodText, shortDate, shortRange } from '#web/parts/times.ts'
import { KeptPays, type NextPay, useMyPayBrief } from '#web/payments/shared.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { DateTile } from './parts/date-tile.tsx'
import { PayChip } from './parts/pay-chips.tsx'
import { useArrivalText } from './parts/pay-periods.tsx'
import { PayrollTabs, usePageMode } from './parts/payroll-tabs.tsx'
import { Payslips } from './parts/payslips.tsx'

/** A contractor's own pay that is to come, that is under way, or that is over: `/contractor/payroll/{pageMode}`. */
export function ContractorPayrollPage() {
  const t = useTranslations('payroll.pageModes.contractor')
  const mode = usePageMode()
  const Shown = { upcoming: Upcoming, current: Current, historical: Payslips }[mode]
  return (
    <Page>
      <PageHead
        title={t(`${mode}.title`)}
        lead={t(`${mode}.lead`)}
        actions={<PayrollTabs of="contractor" shown={mode} />}
      />
      <Shown />
      {mode === 'current' && <SimulatedNote />}
    </Page>
  )
}

/** The coming dates of all that pays them, in the order in which they come. */
function Upcoming() {
  const t = useTranslations('payroll.pageModes.contractor.upcoming')
  const arrival = useArrivalText()
  return (
    <QueryView of={query('listContractorPolicies', {})} skeleton={<CardSkeleton height={420} />}>
      {({ policies }) => {
        const dates = policies
          .flatMap(({ pay_periods, ...policy }) =>
            pay_periods.map(period => ({ ...policy, ...period })),
          )
          .toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
        if (dates.length === 0) return <EmptyState title={t('nothing')}>{t('none')}</EmptyState>
        return (
          <Card
            title={t('dates', { count: dates.length })}
            foot={
              <LinkButton variant="secondary" href="/contractor/payroll-policies">
                {t('why')}
              </LinkButton>
            }
          >
            <ul className="rows">
              {dates.map(of => (
                <li key={`${of.uuid} ${of.role} ${of.end_date}`} className="row g12 between wrap">
                  <div className="row g12">
                    <DateTile date={of.pay_date} late={of.pay_state?.tone === 'WRONG'} />
                    <div>
                      <div className="w5">
                        <bdi>{of.employer_name}</bdi>
                      </div>
                      <div className="meta t2">{arrival(of)}</div>
                    </div>
                  </div>
                  <span className="meta t3">{shortRange(of.start_date, of.end_date)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )
      }}
    </QueryView>
  )
}

/** The pays of the cycles that are open, what is wrong first. */
function Current() {
  const t = useTranslations('payroll.pageModes.contractor.current')
  return (
    <QueryView of={query('listNextPays', {})} skeleton={<CardSkeleton height={320} />}>
      {pays =>
        pays.length === 0 ? (
          <EmptyState
            title={t('nothing')}
            actions={
              <LinkButton variant="secondary" href="/contractor/payroll/upcoming">
                {t('see')}
              </LinkButton>
            }
          >
            {t('none')}
          </EmptyState>
        ) : (
          <div className="stack g20">
            <KeptPays pays={pays} />
            <Card title={t('pays', { count: pays.length })}>
              <ul className="rows">
                {pays.map(pay => (
                  <CurrentPay key={pay.line_item_uuid} pay={pay} />
                ))}
              </ul>
            </Card>
          </div>
        )
      }
    </QueryView>
  )
}

/** Beside what is said of these a day would be of another part, or is over. */
const NO_DAY: readonly NextPay['pay_state']['says']['code'][] = [
  ...(['FAILED', 'RETURNED', 'UNKNOWN', 'UNCONFIRMED'] as const),
]

function CurrentPay({ pay }: { pay: NextPay }) {
  const t = useTranslations('payroll.periods')
  const brief = useMyPayBrief()
  const { arrives, tone, says } = pay.pay_state
  return (
    <li className="row g12 between wrap">
      <div className="row g12">
        <DateTile date={pay.pay_date} late={tone === 'WRONG'} />
        <div>
          <div className="w5">
            <bdi>{pay.employer_name}</bdi>
          </div>
          <div className="meta t3">{periodText(pay.start_date, pay.end_date)}</div>
          {tone !== 'FINE' && (
            <div className={cx('meta', tone === 'WRONG' ? 'err w5' : 't2')}>
              {brief(pay.pay_state)}
            </div>
          )}
          {arrives && !NO_DAY.includes(says.code) && (
            <div className="meta t2">{t('there', { arrives: shortDate(arrives) })}</div>
          )}
        </div>
      </div>
      <div className="r">
        <div>
          <MoneyAmount of={pay.amount} strong />
        </div>
        <PayChip status={pay.status} />
      </div>
    </li>
  )
}
