/** Who may see a contract: its employer always, its contractor from the offer on. For anyone else it does not exist. */
import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { readFile } from '../documents/index.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type ContractRow,
  selectContract,
  selectOfferedContracts,
} from './contract.report.store.ts'
import { lockPair } from './contract.store.ts'
import { type Beside, presentContract } from './contract.view.ts'
import { frozenData } from './contract-document.ts'
import { listContractItems } from './contract-items.report.store.ts'
import { insertStep } from './contract-step.store.ts'
import { namesOf } from './entry.report.store.ts'
import { findObstacle } from './may-sign.ts'
import { listShares } from './share.store.ts'

type View = z.output<typeof ContractView>

/** The contract, for its employer or its contractor. */
export async function getContract(ctx: Ctx, contract_uuid: string): Promise<View> {
  const row = await getOwnContract(ctx, contract_uuid)
  return presentContract(ctx, row, await besideOf(ctx, [row]))
}

/** The contract that the actor may see, as it is kept. */
export async function getOwnContract(ctx: Ctx, contract_uuid: string): Promise<ContractRow> {
  return permitted(ctx.actor, await selectContract(ctx, contract_uuid))
}

/** The contract that is about to change, with the other contracts of the pair and their policies locked. */
export async function lockOwnContract(ctx: Ctx, contract_uuid: string): Promise<ContractRow> {
  await lockPair(ctx.tx, await getOwnContract(ctx, contract_uuid))
  return getOwnContract(ctx, contract_uuid)
}

/**
 * The acting contractor's contracts, those to sign first. One whose signature only others can make possible is not offered to be signed: it
 * says itself what stands in the way.
 */
export async function listContractorContracts(ctx: Ctx): Promise<View[]> {
  const rows = await selectOfferedContracts(ctx, ctx.actor.sub)
  const beside = await besideOf(ctx, rows)
  const blocked = new Set<string>()
  for (const row of rows.filter(({ status }) => status === 'AWAITING_SIGNATURE')) {
    const obstacle = await findObstacle(ctx, row, await frozenData(ctx, row))
    // An agreement that they have not opened is theirs to open.
    if (obstacle && obstacle.code !== 'CONFLICT') blocked.add(row.contract_uuid)
  }
  return rows.map(row => {
    const view = presentContract(ctx, row, beside)
    const { allowed_actions } = view
    return blocked.has(row.contract_uuid)
      ? { ...view, allowed_actions: allowed_actions.filter(action => action !== 'sign') }
      : view
  })
}

async function besideOf({ tx, actor }: Ctx, rows: readonly ContractRow[]): Promise<Beside> {
  const contract_uuids = rows.map(row => row.contract_uuid)
  const givers = actor.role === 'employer' ? rows.flatMap(({ terms_by }) => terms_by ?? []) : []
  const [items, shares, names] = await Promise.all([
    listContractItems(tx, contract_uuids),
    listShares(tx, contract_uuids),
    namesOf(tx, givers),
  ])
  return { items, shares, names }
}

/** The PDF as it stands. Both sides see who opened it. */
export async function getContractPdf(ctx: Ctx, contract_uuid: string): Promise<FileInPieces> {
  const contract = await getOwnContract(ctx, contract_uuid)
  if (!contract.pdf_file_uuid) throw new Problem('NOT_FOUND', 'contracts.problems.noPdfYet')
  const file = await readFile(ctx, contract.pdf_file_uuid, 'contract')
  await keepRead(ctx, contract)
  return file
}

/** The agreement that was signed elsewhere. Both sides see who opened it. */
export async function getAgreement(ctx: Ctx, contract_uuid: string): Promise<FileInPieces> {
  const contract = await getOwnContract(ctx, contract_uuid)
  const { agreement_file_uuid, agreement } = contract
  if (!agreement_file_uuid || !agreement)
    throw new Problem('NOT_FOUND', 'contracts.problems.noAgreement')
  const file = await readFile(ctx, agreement_file_uuid, 'contract')
  await keepRead(ctx, contract, agreement.sha256)
  return file
}

/** Keeps who read what waits for a signature, or the agreement of this digest beside it, for the page of what happened. */
export async function keepRead(
  ctx: Ctx,
  contract: ContractRow,
  sha256 = contract.pdf_sha256,
): Promise<void> {
  const waits = contract.status === 'DRAFT' || contract.status === 'AWAITING_SIGNATURE'
  if (waits && sha256) await insertStep(ctx, contract, 'read', sha256)
}

function permitted(actor: Actor, row: ContractRow | undefined): ContractRow {
  const own =
    row &&
    (actor.role === 'contractor'
      ? row.contractor_sub === actor.sub && row.approved_at !== null
      : row.employer_uuid === actor.employer_uuid)
  if (!own) throw new Problem('NOT_FOUND', 'contracts.problems.noSuchContract')
  return row
}
