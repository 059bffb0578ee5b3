import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listEmployerCycles } from './operations-pay-cycles.store.ts'

/** An employer's cycles for operators, newest first, by domain or uuid: what is owed and what is paid, per currency. */
export async function listOperationsPayCycles(ctx: Ctx, id: string) {
  const cycles = await listEmployerCycles(ctx.tx, id)
  if (!cycles) throw new Problem('NOT_FOUND', 'There is no such employer.')
  return cycles
}
