import { useTranslations } from 'use-intl'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { byUrgency } from '#domain/payments/pay-state.ts'
import { PAY_CODES } from '#domain/payments/pay-words.ts'
import { useToday } from '#web/kernel/me.ts'
import { MoneyList } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page.tsx'
import type { OperatorCycle } from './mark-dialog.tsx'

type State = OperatorCycle['pay_states'][number]

/** What does not wait for anybody: it has its day, or is over. */
const CALM = ['PLANNED', 'ARRIVED']

/** How many days something of a cycle is late. */
export function daysLateOf({ pay_states }: OperatorCycle): number {
  return Math.max(0, ...pay_states.map(({ tone, days_late }) => (tone === 'WRONG' ? days_late : 0)))
}

/** Says how many pays stand where, the worst first; nothing where all is planned or has arrived. */
export function useStates(): (states: readonly State[]) => string {
  const t = useTranslations('payroll.pay.operator')
  return states => {
    const told = states.filter(({ state }) => !CALM.includes(state))
    const byCode = Map.groupBy(told, ({ says }) => says.code)
    return PAY_CODES.flatMap(code => {
      const own = byCode.get(code) ?? []
      const count = own.reduce((sum, one) => sum + one.count, 0)
      return count > 0 ? t(`${code}.brief`, { count }) : []
    }).join(', ')
  }
}

/** The cycle that matters most with its worst state: what is wrong, else what is next to leave, else what arrived last. */
function worstOf(cycles: readonly OperatorCycle[]) {
  const told = cycles
    .toReversed()
    .flatMap(cycle => cycle.pay_states.map(state => ({ cycle, state })))
  const open = told.filter(({ state }) => state.state !== 'ARRIVED')
  const [worst] = open.toSorted((a, b) => byUrgency(a.state, b.state))
  return worst ?? told.at(-1)
}

/** Whose pay it is, the worst of it with its amount and its day, and below it what is paid next and whether it is covered. */
export function EmployerPayHead({
  domain,
  cycles,
  says,
}: {
  domain: string
  cycles: readonly OperatorCycle[]
  says: (states: readonly State[]) => string
}) {
  const t = useTranslations('payroll.employerCycles')
  const company = cycles[0]?.company_name ?? domain
  const worst = worstOf(cycles)
  const name = () => <bdi>{company}</bdi>
  return (
    <PageHead
      crumbs={[{ label: t('employers'), href: '/operations/employers' }, { label: company }]}
      title={
        worst
          ? t.rich(`head.${worst.state.state}`, {
              name,
              amount: () => <MoneyList of={worst.state.totals} />,
              currencies: worst.state.totals.length,
            })
          : t.rich('quiet', { name })
      }
      lead={worst && <Lead worst={worst} cycles={cycles} says={says} />}
      wrong={worst?.state.tone === 'WRONG'}
      actions={
        <LinkButton
          variant="secondary"
          href={`/operations/transactions?search=${encodeURIComponent(domain)}`}
        >
          {t('payments')}
        </LinkButton>
      }
    />
  )
}

function Lead({
  worst: { cycle, state },
  cycles,
  says,
}: {
  worst: { readonly cycle: OperatorCycle; readonly state: State }
  cycles: readonly OperatorCycle[]
  says: (states: readonly State[]) => string
}) {
  const t = useTranslations('payroll.employerCycles')
  const today = useToday()
  const others = says(
    cycles.flatMap(({ pay_states }) => pay_states.filter(one => one.says.code !== state.says.code)),
  )
  const next = cycles.findLast(({ pay_date, left }) => pay_date >= today && left.some(isSome))
  return (
    <span>
      {t('leadOf', {
        date: formatDateLong(cycle.pay_date),
        late: daysLateOf(cycle),
        paid: cycle.paid_contractors,
        contractors: cycle.contractors,
      })}
      {others !== '' && ` ${t('others', { others })}`}
      {next && !(next === cycle && state.state === 'SHORT') && (
        <>
          {' '}
          {t.rich(coverOf(next, next === cycle), {
            date: formatDateLong(next.pay_date),
            amount: () => <MoneyList of={next.left.filter(isSome)} />,
            short: () => <MoneyList of={next.short} />,
          })}
        </>
      )}
    </span>
  )
}

/** How the money for a cycle stands, of the one that is spoken of or of another one. */
function coverOf({ short }: OperatorCycle, same: boolean) {
  if (same) return short.length > 0 ? 'isShort' : 'isCovered'
  return short.length > 0 ? 'nextShort' : 'nextCovered'
}

function isSome({
  amount_in_smallest_unit,
}: {
  readonly amount_in_smallest_unit: number
}): boolean {
  return amount_in_smallest_unit > 0
}
