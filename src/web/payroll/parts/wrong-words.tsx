import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { isWrong } from '#domain/payments/lost.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { whenText } from '#web/parts/times.ts'
import { PageHead } from '#web/ui/page.tsx'

type CycleRow = ClientOutput<'listCycles'>['items'][number]

/** What is said of a cycle of which something is wrong. */
export type WrongState = NonNullable<CycleRow['pay_state']>

export type WrongCycle = CycleRow & { readonly pay_state: WrongState }

/** What the words are said of: a row of a list, or a cycle by itself. */
type Of = Pick<CycleRow, 'pay_date' | 'policy_label'> & {
  readonly allowed_actions: readonly string[]
}

/** Everything that is wrong with cycles, each cycle with each thing: the latest first, and of one cycle the worst. */
export function wrongCycles(rows: readonly CycleRow[]): WrongCycle[] {
  return rows
    .flatMap(row =>
      row.pay_states.flatMap(pay_state =>
        pay_state.tone === 'WRONG' ? [{ ...row, pay_state }] : [],
      ),
    )
    .toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
}

/** What each has words of its own for; what nobody approved waits for whoever may. */
const TOLD = ['FAILED', 'RETURNED', 'UNKNOWN', 'SHORT', 'BLOCKED', 'COOLING', 'DUE'] as const

/** Says what is wrong with a cycle's pay as a sentence with its amount, and what it waits for. */
export function useWrongWords() {
  const t = useTranslations('payroll.wrong')
  const tLead = useTranslations('payroll.wrongLead')
  return (row: Of & { pay_state: WrongState }): { title: ReactNode; text: ReactNode } => {
    const { state, acts, days_late: days, count, totals, until } = row.pay_state
    const values = {
      ...{ count, days, date: formatDateLong(row.pay_date), policy: row.policy_label },
      until: until ? whenText(until) : '',
    }
    const waits = state === 'UNAPPROVED'
    const late = waits ? 'late' : 'paymentsLate'
    const today = waits ? 'today' : 'paymentsToday'
    const short = days > 0 ? 'shortLate' : 'shortToday'
    const title = isWrong(state) ? state : state === 'SHORT' ? short : days > 0 ? late : today
    const own = row.allowed_actions.includes('approve') ? 'yours' : 'waits'
    return {
      title: t.rich(title, { ...values, amount: () => <MoneyList of={totals} /> }),
      text: tLead(
        state === 'SHORT' && acts === 'CORRIDOR'
          ? 'announced'
          : (TOLD.find(one => one === state) ?? own),
        values,
      ),
    }
  }
}

/** The head of a page on a day on which something is wrong: what, with its amount, and below it what it waits for or `lead`. */
export function WrongHead({ row, lead }: { row: WrongCycle; lead?: string }) {
  const { title, text } = useWrongWords()(row)
  return <PageHead title={title} lead={<span>{lead ?? text}</span>} wrong />
}
