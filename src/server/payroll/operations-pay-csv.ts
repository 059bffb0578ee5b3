/** What an employer owes and has paid, as a table for operators. */
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor, type Money } from '#domain/kernel/money.ts'
import type { PayrollType } from '#domain/payroll/payroll-type.ts'
import { csvOf } from '../kernel/csv.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listOperationsPayCycles } from './operations-pay-cycles.ts'

const COLUMNS = [
  ...['period_start', 'period_end', 'policy', 'pay_date', 'status', 'days_late'],
  ...['contractors', 'paid_contractors', 'currency', 'owed', 'paid', 'left', 'missing'],
  ...['on_its_way', 'to_send', 'cycle_uuid', 'policy_uuid', 'given_back'],
]

/**
 * The pay cycles of an employer as CSV, all or those of one type: a row for each currency that is owed, with what of it arrived, is left, is
 * missing in the balance and went back to the employer, as the page says it. Amounts in units of their currency. NOT_FOUND for no employer.
 */
export async function operationsPayCsv(
  ctx: Ctx,
  id: string,
  type: PayrollType | undefined,
): Promise<FileInPieces> {
  const all = await listOperationsPayCycles(ctx, id, true, { most: null })
  const cycles = all.filter(({ payroll_type }) => type === undefined || payroll_type === type)
  const records = cycles.flatMap(cycle =>
    cycle.totals.map(owed => {
      const { currency } = owed
      const of = (sums: readonly Money[]) =>
        digits(sums.find(sum => sum.currency === currency) ?? { currency, minor: 0n })
      const wrong = cycle.pay_states.filter(({ tone }) => tone === 'WRONG')
      return {
        ...{ period_start: cycle.start_date, period_end: cycle.end_date },
        ...{ policy: cycle.policy_label, pay_date: cycle.pay_date, status: cycle.status },
        days_late: Math.max(0, ...wrong.map(({ days_late }) => days_late)),
        ...{ contractors: cycle.contractors, paid_contractors: cycle.paid_contractors },
        ...{ currency, owed: digits(owed), paid: of(cycle.paid), left: of(cycle.left) },
        ...{ missing: of(cycle.short), on_its_way: of(cycle.on_its_way) },
        ...{ to_send: of(cycle.to_send), cycle_uuid: cycle.cycle_uuid },
        ...{ policy_uuid: cycle.policy_uuid, given_back: of(cycle.given_back) },
      }
    }),
  )
  return {
    file_name: `pay ${id} ${ctx.today}.csv`,
    mime_type: 'text/csv',
    rows: records.length,
    pieces: csvOf(async () => ({ records, last: undefined }), COLUMNS),
  }
}

function digits({ currency, minor }: Money): string {
  return formatMinor(minor, exponentOf(currency))
}
