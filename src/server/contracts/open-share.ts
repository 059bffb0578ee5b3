/** What the link of a shared contract shows to whoever has it: this contract as it is now, and nothing beside it. */
import type { z } from 'zod'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import type { sharedContracts } from '#contract/shared-contracts.ts'
import { shareState } from '#domain/contracts/share.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { readByLink } from '../documents/index.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type ContractRow, selectContract } from './contract.report.store.ts'
import { keptText } from './contract-document.ts'
import { findShareByLink, type LinkedShare } from './share.report.store.ts'
import { insertView } from './share.store.ts'
import { linkHash } from './share-contract.ts'

type Shown = z.output<(typeof sharedContracts)['openSharedContract']['response']>

/** The contract of a link that works; LINK_NOT_VALID alike for one that expired, was stopped or replaced, or never was. */
export async function openSharedContract(ctx: Ctx, token: string): Promise<Shown> {
  const { share, contract } = await openLink(ctx, token)
  const { employer_name, contractor_name, role, revision, kind, status, contract_end_date } =
    contract
  const document = await documentOf(ctx, contract)
  await recordView(ctx, share, 'text')
  const { expires_at } = share
  return {
    ...{ employer_name, contractor_name, role, revision, kind, status, contract_end_date },
    ...{ expires_at, document },
  }
}

/** The PDF of the contract of a link that works. */
export async function getSharedContractPdf(ctx: Ctx, token: string): Promise<FileInPieces> {
  const { share, contract } = await openLink(ctx, token)
  if (!contract.pdf_file_uuid) throw new Problem('NOT_FOUND', 'contracts.problems.noPdfYet')
  const file = await readByLink(ctx, contract.pdf_file_uuid)
  await recordView(ctx, share, 'pdf')
  return file
}

async function openLink(ctx: Ctx, token: string) {
  const share = await findShareByLink(ctx.tx, linkHash(token))
  const contract = share && (await selectContract(ctx, share.contract_uuid))
  if (!contract || shareState(share, contract.status, ctx.now) !== 'OPEN')
    throw new Problem('LINK_NOT_VALID', 'contracts.problems.shareLinkNotValid')
  return { share, contract }
}

async function documentOf(ctx: Ctx, contract: ContractRow): Promise<Shown['document']> {
  const { pdf_file_uuid, pdf_sha256 } = contract
  if (!pdf_file_uuid || !pdf_sha256) return null
  const kept = await keptText(ctx, contract)
  if (kept) return { ...kept, pdf_sha256 }
  const { size_bytes } = await readByLink(ctx, pdf_file_uuid)
  return { pdf_sha256, pages: 0, size_bytes, text: null }
}

/** Both sides see when; from where is kept for us alone. A page that is loaded again within a minute is one view. */
async function recordView(
  ctx: Ctx,
  { share_uuid, employer_uuid, contractor_sub, contract_uuid }: LinkedShare,
  what: 'text' | 'pdf',
): Promise<void> {
  const isNew = await insertView(ctx.tx, {
    view_uuid: newUuid(),
    share_uuid,
    employer_uuid,
    contractor_sub,
    viewed_at: ctx.now,
    what,
    address: ctx.address,
  })
  if (!isNew) return
  ctx.audit({
    action: 'view_by_link',
    entity: 'contract',
    entity_uuids: [contract_uuid],
    employer_uuid,
    after: { share_uuid, what },
  })
}
