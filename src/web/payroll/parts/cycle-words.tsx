import { Fragment, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { isWrong } from '#domain/payments/lost.ts'
import type { ClientOutput } from '#web/kernel/types.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { whenText } from '#web/parts/times.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { PageHead } from '#web/ui/page.tsx'

type CycleRow = ClientOutput<'listCycles'>['items'][number]

/** What the server has said of pays of a cycle. */
export type CyclePay = NonNullable<CycleRow['pay_state']>

/** A cycle with one of the things that are said of it. */
export type ToldCycle = CycleRow & { readonly pay_state: CyclePay }

/** What the words are said of: a row of a list, or a cycle by itself. */
type Of = Pick<CycleRow, 'pay_date' | 'policy_label' | 'kind'>

/** Everything that is wrong with cycles, each cycle with each thing: the latest first, and of one cycle the worst. */
export function wrongCycles(rows: readonly CycleRow[]): ToldCycle[] {
  return rows
    .flatMap(row =>
      row.pay_states.flatMap(pay_state =>
        pay_state.tone === 'WRONG' ? [{ ...row, pay_state }] : [],
      ),
    )
    .toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
}

/** A state of a cycle's pays in a few words. */
export function useCycleBrief(): (of: Omit<CyclePay, 'totals' | 'people'>) => string {
  const t = useTranslations('payroll.pay.employer')
  return ({ says: { code, when, funds }, days_late: days, count, until }) =>
    t(`${code}.brief`, { when, funds, days, count, until: until ? whenText(until) : '' })
}

/** Says what the server has said of a cycle's pay: as a headline with its amount, what it waits for, in a few words, and who does what. */
export function useCycleWords() {
  const t = useTranslations('payroll.pay.employer')
  const tStep = useTranslations('payroll.pay.steps')
  const brief = useCycleBrief()
  return ({ pay_date, policy_label: policy, kind }: Of, of: CyclePay) => {
    const { says, days_late: days, count, totals, people, until, because } = of
    const { code, next, ...said } = says
    const values = {
      ...{ ...said, days, count, policy, kind, currencies: totals.length, because: because ?? '' },
      ...{ date: formatDateLong(pay_date), until: until ? whenText(until) : '' },
    }
    return {
      title: t.rich(`${code}.title`, { ...values, amount: () => <MoneyList of={totals} /> }),
      lead: t.rich(`${code}.lead`, {
        ...{ ...values, named: people.length > 0 ? 'yes' : 'no' },
        people: () => <Names of={people} />,
      }),
      brief: brief(of),
      who:
        said.who === 'CONTRACTOR' && people.length > 0 ? (
          <Names of={people} />
        ) : (
          t(`actors.${said.who}`, { count })
        ),
      does: t(`${code}.does`, values),
      step: next && { verb: tStep(next.step), href: next.link },
    }
  }
}

function Names({ of }: { of: readonly string[] }) {
  return of.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ))
}

/** The mark of a state: what is wrong by itself, what it is too late for, and what is fine. */
export function payIcon({ state, tone }: Pick<CyclePay, 'state' | 'tone'>): IconName {
  if (isWrong(state)) return 'blocked'
  return tone === 'FINE' ? 'done' : 'clock'
}

/** The head of a page about one thing that is said of a cycle: what, with its amount, and below it what it waits for or `lead`. */
export function CycleHead({
  row,
  lead,
  actions,
}: {
  row: ToldCycle
  lead?: string
  actions?: ReactNode
}) {
  const said = useCycleWords()(row, row.pay_state)
  return (
    <PageHead
      title={said.title}
      lead={<span>{lead ?? said.lead}</span>}
      wrong={row.pay_state.tone === 'WRONG'}
      actions={actions}
    />
  )
}
