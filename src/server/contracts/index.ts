/** The door to contracts between employers and contractors. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockPair } from './contract.store.ts'
import {
  type ContractOnPolicy,
  type Estimate,
  findPair,
  listEstimates,
  listPeopleOnPolicy,
  type PayingPair,
  type PolicyPeriod,
  selectContractsOnPolicy,
} from './contract-set.store.ts'

export type { ContractOnPolicy } from './contract-set.store.ts'
export { employersToExpire, expireContracts, whyNotEnd } from './end-contract.ts'
export { contractHandlers, sharedContractHandlers } from './routes.ts'
export { signerOf } from './signer.ts'
export { withdrawStranded } from './withdraw-offers.ts'

/**
 * The signed contracts of a policy that pay for some day of the period, for opening its cycle; of these people where they are named.
 * Their dates are the first and the last day that they pay.
 */
export function contractsOnPolicy(
  ctx: Ctx,
  policy_uuid: string,
  period: { readonly start_date: string; readonly end_date: string },
  subs?: readonly string[],
): Promise<ContractOnPolicy[]> {
  return selectContractsOnPolicy(ctx.tx, policy_uuid, period, subs)
}

/** Whom `contractsOnPolicy` are with, in their order. */
export function peopleOnPolicy(
  ctx: Ctx,
  policy_uuid: string,
  period: { readonly start_date: string; readonly end_date: string },
): Promise<string[]> {
  return listPeopleOnPolicy(ctx.tx, policy_uuid, period)
}

/** What signed contracts pay in periods to come, roughly: whole periods, whatever the days. */
export function estimatesOf(ctx: Ctx, periods: readonly PolicyPeriod[]): Promise<Estimate[]> {
  return listEstimates(ctx.tx, periods)
}

/** Whom a contract is between, and by which policies they are paid; undefined while none of theirs is signed. */
export function pairOf(ctx: Ctx, contract_uuid: string): Promise<PayingPair | undefined> {
  return findPair(ctx.tx, contract_uuid)
}

/** Holds the policies and contracts of an employer and a contractor until the transaction ends (ARCHITECTURE, Lock order). */
export function holdPair(ctx: Ctx, employer_uuid: string, contractor_sub: string): Promise<void> {
  return lockPair(ctx.tx, { employer_uuid, contractor_sub })
}

/** Like `pairOf`, with the pair's policies and contracts held until the transaction ends (ARCHITECTURE, Lock order). */
export async function holdPairOf(ctx: Ctx, contract_uuid: string): Promise<PayingPair | undefined> {
  const pair = await pairOf(ctx, contract_uuid)
  if (pair) await lockPair(ctx.tx, pair)
  return pair
}
