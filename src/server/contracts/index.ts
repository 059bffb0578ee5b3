/** The door to contracts between employers and contractors. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type ContractOnPolicy, selectContractsOnPolicy } from './contract-set.store.ts'

export type { ContractOnPolicy } from './contract-set.store.ts'
export { expireContracts } from './end-contract.ts'
export { contractHandlers } from './routes.ts'

/**
 * The ACTIVE contracts of a policy that pay for some day of the period, for opening its cycle. Their dates are the first and
 * the last day that they pay.
 */
export function contractsOnPolicy(
  ctx: Ctx,
  policy_uuid: string,
  period: { readonly start_date: string; readonly end_date: string },
): Promise<ContractOnPolicy[]> {
  return selectContractsOnPolicy(ctx.tx, policy_uuid, period)
}
