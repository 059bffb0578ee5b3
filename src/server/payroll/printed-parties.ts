/** Of whom papers say that they paid and were paid: as each was called, and where at home, at the instant of which the paper is (decision 0266). */
import { type PersonNames, personName } from '#domain/kernel/names.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type EmployerRecord, findFormer } from '../people/index.ts'
import { addressLines, openAddress } from '../reference/addresses.ts'
import type { PayslipRow } from './payslip.report.store.ts'

/** How a contractor was called at an instant; `today` is how they are called now. */
export async function payeeName(
  ctx: Ctx,
  contractor_sub: string,
  today: PersonNames,
  instant: Date,
): Promise<string> {
  const then = await findFormer(ctx, { employer_uuid: null, contractor_sub }, instant)
  return personName({ ...today, ...then })
}

/** Who paid and who was paid, as a payslip prints them: as they were when the pay had arrived. */
export async function printedParties(ctx: Ctx, row: PayslipRow, employer: EmployerRecord) {
  const { employer_uuid, contractor_sub, permanent_address: sealed } = row
  const instant = row.paid_at ?? ctx.now
  const payer = await findFormer(ctx, { employer_uuid, contractor_sub: null }, instant)
  const payee = await findFormer(ctx, { employer_uuid: null, contractor_sub }, instant)
  const home = payee
    ? payee.address
    : openAddress(ctx.fields, 'contractor.permanent_address', contractor_sub, sealed)
  return {
    payer: {
      name: row.corporation_name || employer.legal_name,
      address_lines: payer ? addressLines(payer.address ?? employer) : [...employer.address_lines],
    },
    payee: {
      name: personName({ ...row, ...payee }),
      address_lines: home ? addressLines(home) : [],
    },
  }
}
