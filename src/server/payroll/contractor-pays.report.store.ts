import { sql } from 'kysely'
import type { WrongStatus } from '#domain/payments/lost.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { CycleKind } from '#domain/payroll/pay-policy.ts'
import type { Tx } from '../kernel/db.ts'

/** One pay of a contractor as its employer's list has it. */
export type ContractorPay = {
  readonly line_item_uuid: string
  readonly policy_uuid: string
  readonly cycle_uuid: string
  readonly kind: CycleKind
  readonly policy_label: string
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly status: LineItemStatus
  readonly wrong: WrongStatus | null
}

/** A page of an employer's line items of one contractor, the latest pay date first; what was archived or cancelled is left out. */
export async function listContractorPayRows(
  tx: Tx,
  { employer_uuid, contractor_sub }: { employer_uuid: string; contractor_sub: string },
  after: { pay_date: string; line_item_uuid: string } | undefined,
  limit: number,
): Promise<ContractorPay[]> {
  const { rows } = await sql<ContractorPay>`
    select i.line_item_uuid, c.policy_uuid, i.cycle_uuid, y.cycle_kind kind, y.label policy_label, c.start_date, c.end_date, c.pay_date,
        i.currency, i.amount_minor, i.status,
        (select p.status from payment p where p.line_item_uuid = i.line_item_uuid and p.is_wrong
          order by array_position(array['UNKNOWN', 'RETURNED', 'FAILED'], p.status) limit 1) wrong
      from line_item i join pay_cycle c on c.cycle_uuid = i.cycle_uuid join payroll_policy y on y.policy_uuid = c.policy_uuid
      where i.contractor_sub = ${contractor_sub} and i.employer_uuid = ${employer_uuid}::uuid and i.status not in ('ARCHIVED', 'CANCELLED')
        ${after ? sql`and (c.pay_date, i.line_item_uuid) < (${after.pay_date}::date, ${after.line_item_uuid}::uuid)` : sql``}
      order by c.pay_date desc, i.line_item_uuid desc limit ${limit}`.execute(tx)
  return rows
}
