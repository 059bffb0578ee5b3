/** What mails say of pay that has not left: read when they are made, and judged as every screen judges it. */
import type { Money } from '#domain/kernel/money.ts'
import { type Blocker, toContractor } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import type { PaySays } from '#domain/payments/pay-words.ts'
import {
  type ToldToCompany,
  type ToldToContractor,
  toldToCompany,
  toldToContractor,
} from '#domain/payroll/late-pay.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { cyclePath, payStatesOf, toldOfCycle } from './cycle-pay-states.ts'
import { findLateCycle, type LiveItem, listLiveItems } from './late-notice.report.store.ts'
import { type PayStanding, standingsOf, unsentOf } from './pay-standings.ts'
import type { CycleShortage } from './shortages.ts'

type Cycle = NonNullable<Awaited<ReturnType<typeof findLateCycle>>>

export type LateCycle = Cycle & {
  readonly told: readonly (ToldToCompany & { readonly says: PaySays })[]
  readonly shortage: CycleShortage
}

/** What the company is told of a cycle in a round; undefined where there is nothing to tell. */
export async function lateCycle(
  ctx: Ctx,
  { cycle_uuid, round }: Events['payroll.pay_late'],
): Promise<LateCycle | undefined> {
  const cycle = await findLateCycle(ctx.tx, cycle_uuid, ctx.today)
  if (!cycle) return undefined
  const judge = await payStatesOf(ctx, cycle.employer_uuid, [cycle])
  const { pay_states, shortage, places } = judge(cycle)
  const told = toldToCompany(pay_states, { round, approvals_told: cycle.approvals_told })
  if (told.length === 0) return undefined
  const says = (of: ToldToCompany) => {
    const status = of.state === 'UNAPPROVED' ? 'PENDING_APPROVAL' : 'APPROVED'
    const own = { ...places, cycle: cyclePath({ ...cycle, status }) }
    const told = { reader: 'EMPLOYER', pay_date: cycle.pay_date, shortage, places: own } as const
    return toldOfCycle(ctx, [of], told).map(({ says }) => ({ ...of, says }))
  }
  return { ...cycle, told: told.flatMap(says), shortage }
}

export type LatePay = ToldToContractor &
  Pick<PayStanding['pay_state'], 'until' | 'says'> & {
    /** What of it has not left. */
    readonly amount: Money
    /** What was said of it where it failed; else null. */
    readonly failure_reason: string | null
    /** What keeps it, where its state names that; else null. */
    readonly keeps: Blocker | null
  }

export type LatePerson = Pick<LiveItem, 'email' | 'employer_name' | 'pay_date'> & {
  readonly pays: readonly LatePay[]
}

/** What contractors are told, or asked, of their pay in a cycle, person by person; who has nothing to be told is left out, and so is who fails. */
export async function latePeople(
  ctx: Ctx,
  event: Events['payroll.pay_of_people_late'],
): Promise<LatePerson[]> {
  const items = await listLiveItems(ctx.tx, event, ctx.today)
  const standingOf = await standingsOf(ctx, items)
  return [...Map.groupBy(items, item => item.contractor_sub)].flatMap(([sub, own]) => {
    try {
      const pays = own.flatMap(item => latePay(ctx, item, standingOf(item), event) ?? [])
      const [first] = own
      if (!first || pays.length === 0) return []
      const { email, employer_name, pay_date } = first
      return [{ email, employer_name, pay_date, pays }]
    } catch (error) {
      ctx.log.error({ err: error, sub, cycle_uuid: event.cycle_uuid }, 'a late pay is not told')
      return []
    }
  })
}

function latePay(
  { today }: Ctx,
  item: LiveItem,
  standing: PayStanding,
  { asked = false }: Events['payroll.pay_of_people_late'],
): LatePay | null {
  const { failed_today } = item
  const { parts, pay_state, blockers } = standing
  const told = toldToContractor({ today, pay_state, blockers, failed_today, asked })
  if (!told) return null
  const { until, because, says } = pay_state
  const keeps = blockers.find(({ code }) => code === because)
  return {
    ...{ until, says },
    blockers: told.blockers.map(toContractor),
    keeps: keeps ? toContractor(keeps) : null,
    amount: unsentOf(item, standing).unsent,
    failure_reason: parts.find(of => isKept(of.status))?.failure_reason ?? null,
  }
}
