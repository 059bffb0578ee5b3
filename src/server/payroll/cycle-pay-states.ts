import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { CyclePayState as ShownPayState } from '#contract/pay-state-shapes.ts'
import { behindIn, type CyclePayState, cyclePayStates } from '#domain/payments/pay-state.ts'
import {
  type PayFunds,
  type PayPlaces,
  type PayReader,
  type PayStep,
  paySays,
} from '#domain/payments/pay-words.ts'
import type { CycleCount } from '#domain/payroll/review-marks.ts'
import { totalsOf, waitingItems } from '#domain/payroll/review-marks.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { paymentsOfCycles } from '../payments/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import { readCounts } from './cycle-count.store.ts'
import { type CycleShortage, isAnnounced, shortagesOf } from './shortages.ts'

type Dated = { readonly cycle_uuid: string; readonly pay_date: string; readonly end_date: string }

/** What one employer's cycles are judged by, and where their pays stand: the one read that its lists and the operators' share. */
export async function payStatesOf(ctx: Ctx, employer_uuid: string, rows: readonly Dated[]) {
  const ids = rows.map(row => row.cycle_uuid)
  const [employer, counts, payments, shortageOf] = await Promise.all([
    getEmployerRecord(ctx, employer_uuid),
    readCounts(ctx.tx, ids),
    paymentsOfCycles(ctx, rows),
    shortagesOf(ctx.tx, employer_uuid, ids),
  ])
  return ({ cycle_uuid, pay_date, end_date }: Dated) => {
    const counted: readonly CycleCount[] = counts.get(cycle_uuid) ?? []
    const totals = totalsOf(counted, status => status === 'PENDING_APPROVAL')
    const waiting = { count: waitingItems(counted), totals }
    const { coverage: _coverage, ...shortage } = shortageOf(cycle_uuid)
    const paid = payments(cycle_uuid)
    const facts = {
      ...{ today: ctx.today, pay_date, end_date },
      ...{ waiting, ...paid, short: shortage.short, announced: isAnnounced(shortage) },
      employer_verification: employer.verification as VerificationStatus,
    }
    const places = { is_partner: employer.is_partner }
    return {
      ...{ counts: counted, payments: paid.counted, waiting, shortage, places },
      ...{ pay_states: cyclePayStates(facts), behind: behindIn(facts) },
    }
  }
}

type Told = {
  readonly reader: PayReader
  readonly pay_date: string
  readonly shortage: CycleShortage
  readonly places: PayPlaces
  /** What the reader may do themselves; else all that is their side's. */
  readonly may?: (step: PayStep) => boolean
  /** To its employer: when its people were last asked to see to their pay; null where they never were. */
  readonly asked_at?: Date | null
}

/** Where a cycle's pays stand, with what its reader is told of each. */
export function toldOfCycle(
  ctx: Ctx,
  states: readonly CyclePayState[],
  { shortage, asked_at, ...told }: Told,
): z.output<typeof ShownPayState>[] {
  const funds = fundsOf(shortage)
  return states.map(of => ({
    ...of,
    says: paySays(of, { ...told, today: ctx.today, funds }),
    asks: of.acts === 'CONTRACTOR' && asked_at !== undefined ? asksOf(ctx, asked_at) : null,
  }))
}

/** Nobody is asked twice on a day (`remindPayees`). */
function asksOf({ actor, today }: Ctx, asked_at: Date | null) {
  const today_too = asked_at !== null && asked_at.toISOString().slice(0, 10) >= today
  return { asked_at, open: !today_too && mayCall(actor, api.remindPayees) }
}

/** What the actor of a company may do about pay of a cycle; `approves`: whether approving it is among that. */
export function mayAct(
  { actor }: Ctx,
  { approves, shortage }: { readonly approves: boolean; readonly shortage: CycleShortage },
): (step: PayStep) => boolean {
  return step => {
    if (step === 'APPROVE') return approves
    if (step === 'FUND' && shortage.to_send.length === 0) return false
    const call = CALLS[step]
    return call === undefined || mayCall(actor, call)
  }
}

const CALLS: Readonly<Partial<Record<PayStep, Parameters<typeof mayCall>[1]>>> = {
  FUND: api.announceFunding,
  DOCUMENTS: api.putCompanyDocuments,
  ACCEPT_RATES: api.acceptRates,
}

/** How the money that a cycle lacks stands: what nobody sent comes first. */
export function fundsOf(shortage: CycleShortage): PayFunds {
  if (isAnnounced(shortage)) return 'announced'
  return shortage.short.length > 0 ? 'short' : 'covered'
}

/** The web path of a cycle to its employer. */
export function cyclePath({
  policy_uuid,
  cycle_uuid,
  status,
}: {
  readonly policy_uuid: string
  readonly cycle_uuid: string
  readonly status: string
}): string {
  return `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/${status}`
}
