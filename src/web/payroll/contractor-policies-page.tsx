import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { query } from '#web/kernel/queries.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { HeadSkeleton, QueryView } from '#web/parts/query-view.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { PayCalendar } from './parts/calendar-link.tsx'
import { PayPeriodList } from './parts/pay-periods.tsx'

/** The first of the coming dates in words, or `none`. */
function nextDate(policies: ClientOutput<'listContractorPolicies'>['policies']): string {
  const [next] = policies.flatMap(of => of.pay_periods.map(({ pay_date }) => pay_date)).sort()
  return next ? formatDateLong(next) : 'none'
}

/** The policies that pay a contractor, to read: each with its next twelve dates, why they are those, and when the money arrives. */
export function ContractorPoliciesPage() {
  const t = useTranslations('payroll.contractorPolicies')
  const tTypes = useTranslations('payroll.periodTypes')
  return (
    <Page>
      <QueryView
        title={t('title', { date: 'none' })}
        of={query('listContractorPolicies', {})}
        skeleton={
          <>
            <HeadSkeleton />
            <CardSkeleton height={420} />
          </>
        }
      >
        {({ policies, calendar_feed }) => (
          <>
            <PageHead
              title={t('title', { date: nextDate(policies) })}
              lead={t('lead')}
              actions={policies.length > 0 && <PayCalendar feed={calendar_feed} />}
            />
            {policies.length === 0 && (
              <EmptyState title={t('nothing.title')}>{t('nothing.text')}</EmptyState>
            )}
            <div className="stack g20">
              {policies.map(policy => (
                <Card
                  key={`${policy.uuid} ${policy.role}`}
                  title={<bdi>{policy.employer_name}</bdi>}
                  note={tTypes(policy.period_type)}
                >
                  <div className="body-pad">
                    <p className="meta t3">
                      {t.rich('of', {
                        role: () => <bdi>{policy.role}</bdi>,
                        policy: () => <bdi>{policy.label}</bdi>,
                      })}
                    </p>
                    <p className="t2 mt4">{policy.description}</p>
                  </div>
                  <div className="line">
                    <PayPeriodList periods={policy.pay_periods} />
                  </div>
                </Card>
              ))}
            </div>
          </>
        )}
      </QueryView>
    </Page>
  )
}
