import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { hasLeft, isKept } from '#domain/payments/lost.ts'
import { MoneyAmount, MoneyList } from '#web/parts/money.tsx'
import { periodText, whenText } from '#web/parts/times.ts'
import { said } from '#web/words/said.ts'
import type { NextPay } from '../queries.ts'
import { arriving } from './part-words.ts'

type State = NextPay['pay_state']

/** A state of a contractor's pay in a few words. */
export function useMyPayBrief(): (of: Pick<State, 'days_late' | 'says'>) => string {
  const t = useTranslations('payroll.pay.contractor')
  return ({ says: { code, when }, days_late: days }) => t(`${code}.brief`, { when, days })
}

/** Says what the server has said of a contractor's pay, and how much of `others` did not arrive either: as a headline with its amount, what of it waits for whom, and what they can do. */
export function useMyPayWords() {
  const t = useTranslations('payroll.pay.contractor')
  const tStep = useTranslations('payroll.pay.steps')
  const { keepsOf, reasonOf } = useReasons()
  return (pay: NextPay, others: readonly NextPay[] = []) => {
    const { says, state, days_late: days, until, arrives } = pay.pay_state
    const { code, when, who, next } = says
    const { beside } = pay
    const waits = until?.slice(0, 10) ?? ''
    const alike = [pay, ...others.filter(of => isKept(state) && of.pay_state.state === state)]
    const wrong = alike.flatMap(of => of.parts.filter(part => part.status === state))
    // Of what has left in part the rest is told.
    const whole = hasLeft(state) ? pay.amount : pay.unsent
    const values = {
      ...{ when, who, days, reason: reasonOf(pay), keeps: keepsOf(pay) },
      // What waits for a new account longer than until its day comes once that is over.
      date: formatDateLong(waits > pay.pay_date ? waits : pay.pay_date),
      arrives: formatDateLong(arrives ?? pay.pay_date),
      until: until ? whenText(until) : '',
      period: periodText(pay.start_date, pay.end_date),
    }
    const amount = () =>
      wrong.length > 0 ? <MoneyList of={wrong.map(arriving)} /> : <MoneyAmount of={whole} />
    const employer = () => <bdi>{pay.employer_name}</bdi>
    return {
      title: t.rich(`${code}.title`, { ...values, amount }),
      lead: (
        <span>
          {t.rich(`${code}.lead`, { ...values, employer })}
          {beside && (
            <>
              {' '}
              {t.rich('beside', {
                amount: () => <MoneyAmount of={beside} />,
                date: formatDateLong(pay.pay_date),
              })}
            </>
          )}
        </span>
      ),
      step: next && { verb: tStep(next.step), href: next.link },
    }
  }
}

/** What keeps a pay, and what was said of the part that did not arrive, else of that. */
function useReasons() {
  const t = useTranslations('payments.blockers')
  const keepsOf = ({ blockers, pay_state: { because } }: NextPay): string => {
    const blocker = blockers.find(({ code }) => code === because) ?? blockers[0]
    return blocker ? said(t, blocker.said, blocker.reason) : ''
  }
  const reasonOf = (pay: NextPay): string =>
    pay.parts.find(part => part.status === pay.pay_state.state)?.failure_reason ?? keepsOf(pay)
  return { keepsOf, reasonOf }
}
