/** Whether a code is that of a payslip or a statement of ours, for whoever was handed one. */
import type { z } from 'zod'
import type { payslips } from '#contract/payslips.ts'
import { fromNetwork, takeWith } from '../kernel/limits.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listPaymentsOfItems } from '../payments/index.ts'
import { findStated } from './income-statement.report.store.ts'
import { listStatementsBetween, type StatementRow } from './income-statement.store.ts'
import { amountsOf, isStillTrue } from './income-statements.ts'
import { listPaidBetween, type PayslipRow } from './payslip.report.store.ts'
import { payeeName } from './printed-parties.ts'

type Answer = z.output<(typeof payslips)['verifyPayslip']['response']>

/**
 * What the paper of a code says: a payslip who, by whom, for when, how much and when it was sealed; a statement what its owner chose to show. Null
 * for every other code, whether its paper was changed, taken back, revoked or never was. Each try counts for the network that it comes from.
 */
export async function verifyPayslip(ctx: Ctx, code: string): Promise<Answer> {
  await takeWith(
    ctx.tx,
    [fromNetwork('payslip codes', ctx.address)],
    'kernel.problems.tooManyTries',
  )
  const { payslipCodes, statementCodes } = ctx.gateways
  const hint = payslipCodes.hintOf(code)
  if (!hint) return { payslip: null, statement: null }
  const row = (await listPaidBetween(ctx.tx, hint)).find(each => payslipCodes.isOf(code, each))
  if (row) return { payslip: await shown(ctx, row), statement: null }
  const statement = (await listStatementsBetween(ctx.tx, hint)).find(each =>
    statementCodes.isOf(code, each),
  )
  return { payslip: null, statement: statement ? await stated(ctx, statement) : null }
}

async function stated(ctx: Ctx, row: StatementRow) {
  const { contractor_sub, year, content, issued_at } = row
  const person = await findStated(ctx.tx, contractor_sub)
  return {
    contractor_name: person ? await payeeName(ctx, contractor_sub, person, issued_at) : '',
    year,
    totals: amountsOf(content.totals),
    employers: content.employers.map(({ name, totals }) => ({ name, totals: amountsOf(totals) })),
    months: content.months.map(({ month, totals }) => ({ month, totals: amountsOf(totals) })),
    issued_at,
    holds: await isStillTrue(ctx, row),
    simulated: content.simulated,
  }
}

async function shown(ctx: Ctx, row: PayslipRow) {
  const payments = await listPaymentsOfItems(ctx.tx, [row.line_item_uuid])
  return {
    number: numberOf(row),
    employer_name: row.corporation_name || row.employer_name,
    contractor_name: await payeeName(ctx, row.contractor_sub, row, row.paid_at ?? ctx.now),
    start_date: row.start_date,
    end_date: row.end_date,
    pay_date: row.pay_date,
    amount: { currency: row.currency, minor: row.arrived_minor },
    sealed_at: row.paid_at,
    simulated: payments.some(payment => payment.simulated),
  }
}

/** The number that a payslip carries. */
export function numberOf(row: Pick<PayslipRow, 'pay_date' | 'line_item_uuid'>): string {
  return `${row.pay_date}-${row.line_item_uuid.slice(-6).toUpperCase()}`
}
