/** Whether a code is that of a payslip of ours, for whoever was handed one. */
import type { z } from 'zod'
import type { payslips } from '#contract/payslips.ts'
import { personName } from '#domain/kernel/names.ts'
import { fromNetwork, takeWith } from '../kernel/limits.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listPaymentsOfItems } from '../payments/index.ts'
import { listPaidBetween, type PayslipRow } from './payslip.report.store.ts'

type Answer = z.output<(typeof payslips)['verifyPayslip']['response']>

/**
 * What the payslip of a code says: who, by whom, for when, how much and when it was sealed. Null for every other code, whether its
 * payslip was changed, taken back or never was. Each try counts for the network that it comes from.
 */
export async function verifyPayslip(ctx: Ctx, code: string): Promise<Answer> {
  await takeWith(
    ctx.tx,
    [fromNetwork('payslip codes', ctx.address)],
    'kernel.problems.tooManyTries',
  )
  const { payslipCodes } = ctx.gateways
  const hint = payslipCodes.hintOf(code)
  const rows = hint ? await listPaidBetween(ctx.tx, hint) : []
  const row = rows.find(each => payslipCodes.isOf(code, each))
  return { payslip: row ? await shown(ctx, row) : null }
}

async function shown(ctx: Ctx, row: PayslipRow) {
  const payments = await listPaymentsOfItems(ctx.tx, [row.line_item_uuid])
  return {
    number: numberOf(row),
    employer_name: row.corporation_name || row.employer_name,
    contractor_name: personName(row),
    start_date: row.start_date,
    end_date: row.end_date,
    pay_date: row.pay_date,
    amount: { currency: row.currency, minor: row.amount_minor },
    sealed_at: row.paid_at,
    simulated: payments.some(payment => payment.simulated),
  }
}

/** The number that a payslip carries. */
export function numberOf(row: Pick<PayslipRow, 'pay_date' | 'line_item_uuid'>): string {
  return `${row.pay_date}-${row.line_item_uuid.slice(-6).toUpperCase()}`
}
