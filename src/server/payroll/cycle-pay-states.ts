import { cyclePayStates } from '#domain/payments/pay-state.ts'
import type { CycleCount } from '#domain/payroll/review-marks.ts'
import { totalsOf, waitingItems } from '#domain/payroll/review-marks.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { paymentsOfCycles } from '../payments/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import { readCounts } from './cycle-count.store.ts'
import { isAnnounced, shortagesOf } from './shortages.ts'

type Dated = { readonly cycle_uuid: string; readonly pay_date: string; readonly end_date: string }

/** What one employer's cycles are judged by, and where their pays stand: the one read that its lists and the operators' share. */
export async function payStatesOf(ctx: Ctx, employer_uuid: string, rows: readonly Dated[]) {
  const ids = rows.map(row => row.cycle_uuid)
  const [employer, counts, payments, shortageOf] = await Promise.all([
    getEmployerRecord(ctx, employer_uuid),
    readCounts(ctx.tx, ids),
    paymentsOfCycles(ctx.tx, ids),
    shortagesOf(ctx.tx, employer_uuid, ids),
  ])
  return ({ cycle_uuid, pay_date, end_date }: Dated) => {
    const counted: readonly CycleCount[] = counts.get(cycle_uuid) ?? []
    const totals = totalsOf(counted, status => status === 'PENDING_APPROVAL')
    const waiting = { count: waitingItems(counted), totals }
    const { coverage: _coverage, ...shortage } = shortageOf(cycle_uuid)
    const paid = payments(cycle_uuid)
    const pay_states = cyclePayStates({
      ...{ today: ctx.today, pay_date, end_date },
      ...{ waiting, ...paid, short: shortage.short, announced: isAnnounced(shortage) },
      employer_verification: employer.verification as VerificationStatus,
    })
    return { counts: counted, payments: paid.counted, waiting, shortage, pay_states }
  }
}
