/** What a contract still pays once it has a last day: said before the day is set, and to the contractor by the mail that names it. */
import type { z } from 'zod'
import type { LastPay } from '#contract/offboarding.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { withinPay } from '#domain/payroll/entries.ts'
import { decideFit, type FitContract } from '#domain/payroll/fit.ts'
import { contractsOnPolicy, whyNotEnd } from '../contracts/index.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { isHolidayIn } from '../reference/holidays.ts'
import { findCycle } from './cycle.report.store.ts'
import { fitOf } from './fit-cycle.ts'
import {
  type EndingContract,
  findEnding,
  listPaysOfContract,
  type PayOfContract,
} from './last-pay.report.store.ts'
import { comingPeriods } from './policies.ts'
import { findCalendar } from './policy.report.store.ts'

type Shown = z.output<typeof LastPay>
type Pay = Shown['pays'][number]

/** What a contract of the acting employer would still pay, and why closing it on that day would be refused. NOT_FOUND for anyone else's, and for one that never ran. */
export async function getLastPay(
  ctx: Ctx,
  contract_uuid: string,
  last_day_on: string,
): Promise<Shown> {
  const contract = await findEnding(ctx.tx, contract_uuid)
  if (!contract || contract.employer_uuid !== employerOf(ctx.actor))
    throw new Problem('NOT_FOUND', 'contracts.problems.noSuchContract')
  const said = await whyNotEnd(ctx, contract_uuid, last_day_on)
  return { ...(await lastPayOf(ctx, contract, last_day_on)), refused: said && withReason({ said }) }
}

/** The last pay of a contract whose last day is set; null where it pays nothing more. */
export async function findLastPay(
  ctx: Ctx,
  contract_uuid: string,
  last_day_on: string,
): Promise<Shown['last_pay']> {
  const contract = await findEnding(ctx.tx, contract_uuid)
  return contract ? (await lastPayOf(ctx, contract, last_day_on)).last_pay : null
}

async function lastPayOf(
  ctx: Ctx,
  contract: EndingContract,
  last_day_on: string,
): Promise<Omit<Shown, 'refused'>> {
  const found = await listPaysOfContract(ctx.tx, contract.contract_uuid, last_day_on)
  const ended = (all: readonly FitContract[]) => endedOn(all, contract.contract_uuid, last_day_on)
  const pays: Pay[] = []
  for (const pay of found)
    if (pay.status === 'PENDING_APPROVAL' || pay.status === 'APPROVED')
      pays.push(await openPay(ctx, contract, pay, ended))
  const within = (pay: PayOfContract) =>
    pay.start_date <= last_day_on && last_day_on <= pay.end_date
  if (!found.some(within)) pays.push(...(await comingPay(ctx, contract, last_day_on, ended)))
  pays.sort((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
  const last = pays.findLast(({ after }) => after.minor > 0n)
  const last_pay = last ? { pay_date: last.pay_date, amount: last.after } : null
  return { last_day_on, pays, last_pay }
}

type Ended = (contracts: readonly FitContract[]) => FitContract[]

/** The contracts as they are once this one ends on a day, if it does not end before. */
function endedOn(all: readonly FitContract[], contract_uuid: string, last: string): FitContract[] {
  return all.flatMap(contract => {
    if (contract.contract_uuid !== contract_uuid) return [contract]
    if (contract.contract_start_date > last) return []
    const end = contract.contract_end_date
    return [{ ...contract, contract_end_date: end !== null && end < last ? end : last }]
  })
}

/** A pay that is not paid: what waits is fitted as its cycle will be, and what is approved stays. */
async function openPay(
  ctx: Ctx,
  { contractor_sub }: EndingContract,
  pay: PayOfContract,
  ended: Ended,
): Promise<Pay> {
  const { line_item_uuid, pay_date, start_date, end_date, status, currency } = pay
  const amount = { currency, minor: pay.amount_minor }
  const shown = { pay_date, start_date, end_date, status, amount, after: amount }
  const cycle =
    status === 'PENDING_APPROVAL' && (await findCycle(ctx.tx, pay.policy_uuid, pay.cycle_uuid))
  if (!cycle) return shown
  const { change, archive } = await fitOf(ctx, cycle, contractor_sub, ended)
  if (archive.includes(line_item_uuid)) return { ...shown, after: { currency, minor: 0n } }
  const share = change.find(of => of.line_item_uuid === line_item_uuid)?.share
  if (!share) return shown
  const { kept } = withinPay(pay.entries, share.amount_minor)
  const besides = (kept ?? []).reduce((sum, entry) => sum + BigInt(entry.amount_minor ?? 0), 0n)
  return { ...shown, after: { currency, minor: share.amount_minor + besides } }
}

/** Whether all days of a period are of a year that a date can say, which has four digits. */
function hasDays({ end_date, pay_date }: Pick<Pay, 'end_date' | 'pay_date'>): boolean {
  return [end_date, pay_date].every(day => day.length === 'yyyy-mm-dd'.length)
}

/** The pay of the period of the last day, where nobody opened it yet: by the scheduled hours of its days. */
async function comingPay(
  ctx: Ctx,
  { contract_uuid, employer_uuid, contractor_sub, pay_policy_uuid }: EndingContract,
  last_day_on: string,
  ended: Ended,
): Promise<Pay[]> {
  const calendar = pay_policy_uuid && (await findCalendar(ctx.tx, pay_policy_uuid, employer_uuid))
  if (!pay_policy_uuid || !calendar) return []
  const [period] = comingPeriods(calendar, calendar, last_day_on, 1)
  if (!period || period.start_date > last_day_on || !hasDays(period)) return []
  const contracts = await contractsOnPolicy(ctx, pay_policy_uuid, period, [contractor_sub])
  const { insert } = decideFit(period, ended(contracts), [], isHolidayIn(calendar))
  const pay = insert.find(of => of.contract.contract_uuid === contract_uuid)
  if (!pay) return []
  const { start_date, end_date, pay_date } = period
  const after = { currency: pay.contract.currency, minor: pay.share.amount_minor }
  return [{ pay_date, start_date, end_date, status: null, amount: null, after }]
}
