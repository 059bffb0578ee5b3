import { useTranslations } from 'use-intl'
import { differing, TwoVersions } from '#web/parts/two-versions.tsx'
import { shownDate } from '#web/ui/typed-date.ts'
import { type PolicyEntry, termsOf } from './policy-entry.ts'

/** The terms of a policy by now beside those that stand in the form. */
export function PolicyVersions({
  theirs,
  mine,
  ...answers
}: {
  theirs: PolicyEntry
  mine: PolicyEntry
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTranslations('payroll.policyFields')
  const tTypes = useTranslations('payroll.periodTypes')
  const tRules = useTranslations('payroll.payDateRules')
  const sides = { theirs: termsOf(theirs), mine: termsOf(mine) }
  type Terms = (typeof sides)['mine']
  const row = (term: string, of: (terms: Terms) => string) => ({
    ...{ term, theirs: of(sides.theirs), mine: of(sides.mine) },
  })
  const nth = (day: number | null | undefined) => (day ? t('nth', { day }) : '')
  const rows = [
    row(t('name.label'), terms => terms.label),
    row(t('frequency'), terms => tTypes(terms.period_type)),
    row(t('ends.label'), ({ semi_monthly_preferred_pay_day: pair }) => {
      const [first, second] = pair ?? []
      if (first === undefined || second === undefined) return ''
      return second === 'last' ? t('ends.pairLast', { first }) : t('ends.pair', { first, second })
    }),
    row(t('firstEnd.label'), terms => shownDate(terms.first_period_end_date)),
    row(t('payDate'), ({ pay_date_rule: rule }) => (rule ? tRules(rule) : '')),
    row(t('dayOfMonth'), terms => nth(terms.preferred_pay_day)),
    row(t('businessDay'), terms => nth(terms.monthly_business_day)),
    row(t('week.label'), ({ week_of_month: week }) => (week ? t(`week.${week}`) : '')),
    row(t('weekday.label'), ({ day_of_week: day }) => (day ? t(`weekday.${day}`) : '')),
    row(t('holidays.label'), terms => t(`holidays.${terms.holiday_policy ?? 'RESPECT'}`)),
    row(t('moves.label'), terms => t(terms.after_holiday ? 'moves.after' : 'moves.before')),
  ]
  return <TwoVersions rows={differing(rows)} {...answers} />
}
