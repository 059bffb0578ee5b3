/** What the acting employer paid, and is to pay, to one contractor. */
import type { z } from 'zod'
import type { contractorPays } from '#contract/contractor-pays.ts'
import { employerOf } from '../kernel/actor.ts'
import { DateKey, decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getContractorRow } from '../people/index.ts'
import { listContractorPayRows } from './contractor-pays.report.store.ts'

type Answer = z.output<(typeof contractorPays)['listContractorPays']['response']>

/** A page of them, the latest pay date first, also of one who left. NOT_FOUND for whoever was not invited by the employer. */
export async function listContractorPays(
  ctx: Ctx,
  contractor_sub: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Answer> {
  const [pay_date, line_item_uuid] = decodeCursor(cursor, DateKey) ?? []
  const after = pay_date && line_item_uuid ? { pay_date, line_item_uuid } : undefined
  await getContractorRow(ctx, contractor_sub)
  const whose = { employer_uuid: employerOf(ctx.actor), contractor_sub }
  const found = await listContractorPayRows(ctx.tx, whose, after, limit + 1)
  const { rows, next_cursor } = pageOf(found, limit, row => [row.pay_date, row.line_item_uuid])
  return {
    items: rows.map(({ currency, amount_minor, ...pay }) => ({
      ...pay,
      amount: { currency, minor: amount_minor },
    })),
    next_cursor,
  }
}
