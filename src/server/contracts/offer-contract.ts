/** From a draft to an offer: the employer reads the PDF and signs exactly that. */
import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import type { contracts } from '#contract/contracts.ts'
import { checkContractTerms, contractMachine } from '#domain/contracts/contract.ts'
import { transition } from '#domain/kernel/machine.ts'
import { Problem, requireValid } from '#domain/kernel/problem.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { relationTo } from '../people/index.ts'
import type { ContractRow } from './contract.report.store.ts'
import { findOtherOffer, insertSignature, updateContract } from './contract.store.ts'
import { contractData, freezeData, keepPdf, makePdf } from './contract-document.ts'
import { requireReadable, revisionOf } from './draft-contract.ts'
import { hasEntry } from './entry.store.ts'
import { getContract, lockOwnContract } from './find-contract.ts'
import { requireRoleOfItsOwn } from './role-looks.ts'
import { signerOf } from './signer.ts'

type View = z.output<typeof ContractView>
type Approval = z.output<(typeof contracts)['approveContract']['body']>

/** Makes the draft's PDF, of the revision that it is by now. An unchanged draft keeps its PDF and digest. */
export async function makeContractPdf(ctx: Ctx, contract_uuid: string): Promise<View> {
  const locked = await lockOwnContract(ctx, contract_uuid)
  // A document is made of what can still be approved.
  transition(contractMachine, 'contract', locked.status, 'approve')
  requireWhole(locked)
  await requireRelation(ctx, locked)
  const revision = await revisionOf(ctx, locked)
  const contract = { ...locked, ...revision }
  const made = await makePdf(ctx, await contractData(ctx, contract))
  if (sha256(made.bytes) !== contract.pdf_sha256) {
    const pdf = await keepPdf(ctx, contract, made)
    await updateContract(ctx, contract_uuid, { ...revision, ...pdf })
    auditContract(ctx, contract, 'make_pdf', contract, pdf)
  }
  return getContract(ctx, contract_uuid)
}

/**
 * Signs for the employer; without a digest the PDF as it stands now, made if it has to be. CONTRACT_CHANGED unless the draft still says what the PDF said that the employer saw. The contractor
 * is shown, and signs, the same text with this signature in it.
 */
export async function approveContract(
  ctx: Ctx,
  contract_uuid: string,
  approval: Approval,
): Promise<View> {
  const seen = approval.pdf_sha256 ?? (await makeContractPdf(ctx, contract_uuid)).pdf_sha256
  const contract = await lockOwnContract(ctx, contract_uuid)
  const status = transition(contractMachine, 'contract', contract.status, 'approve')
  requireWhole(contract)
  await requireRelation(ctx, contract)
  if (await hasEntry(ctx.tx, contract_uuid))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.draftWaits')
  if (await findOtherOffer(ctx.tx, contract))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.anotherOfferWaits')
  await requireRoleOfItsOwn(ctx, contract, 'offer')
  if ((await revisionOf(ctx, contract)).supersedes_uuid !== contract.supersedes_uuid)
    throw contractChanged()
  const draft = await contractData(ctx, contract)
  const current = contract.pdf_sha256 === seen && sha256((await makePdf(ctx, draft)).bytes)
  if (!seen || current !== seen) throw contractChanged()
  const { typed_name, earlier_name, ...person } = await signerOf(ctx, {
    name: approval.employer_signer_name,
    sure: approval.name_is_mine,
    email: ['employer_signer_email', approval.employer_signer_email],
  })
  const signer = { ...person, title: approval.employer_signer_title }
  const signed_at = ctx.now.toISOString()
  const data = {
    ...draft,
    signatures: {
      employer: { ...signer, typed_name, earlier_name, signed_at, document_sha256: seen },
      contractor: null,
    },
  }
  await insertSignature(ctx.tx, {
    ...signatureOf(ctx, contract, 'employer', seen),
    ...signer,
    earlier_name: earlier_name ?? '',
  })
  await freezeData(ctx, contract, data)
  const pdf = await keepPdf(ctx, contract, await makePdf(ctx, data))
  await updateContract(ctx, contract_uuid, { ...pdf, status, approved_at: ctx.now })
  auditContract(ctx, contract, 'approve', contract, { status, ...pdf, signed: seen, typed_name })
  ctx.announce('contracts.contract_offered', { contract_uuid })
  return getContract(ctx, contract_uuid)
}

/** Throws VALIDATION that names each term which a document needs and the draft lacks, or an exhibit that cannot be read. */
function requireWhole(contract: ContractRow): void {
  const { hourly_rate_minor: minor, currency } = contract
  requireValid(
    checkContractTerms({ ...contract, hourly_rate: minor === null ? null : { currency, minor } }),
  )
  requireReadable(contract)
}

/** Who signed, what, when and from where. */
export function signatureOf(
  ctx: Ctx,
  { contract_uuid, employer_uuid, contractor_sub }: ContractRow,
  party: 'employer' | 'contractor',
  pdf_sha256: string,
) {
  return {
    contract_uuid,
    employer_uuid,
    contractor_sub,
    party,
    sub: ctx.actor.sub,
    signed_at: ctx.now,
    pdf_sha256,
  }
}

/** Throws unless the two still work together; nobody is offboarded until the transaction ends. */
export async function requireRelation(ctx: Ctx, contract: ContractRow): Promise<void> {
  const { employer_uuid, contractor_sub } = contract
  if ((await relationTo(ctx, employer_uuid, contractor_sub)) === 'ACCEPTED') return
  throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.noLongerTogether')
}

/** The refusal to sign what was not shown. */
export function contractChanged(): Problem {
  return new Problem('CONTRACT_CHANGED', 'contracts.problems.changedSincePdf')
}

/** Records a change of a contract; of what it was, the status and the digest. */
export function auditContract(
  ctx: Ctx,
  { contract_uuid, employer_uuid }: Pick<ContractRow, 'contract_uuid' | 'employer_uuid'>,
  action: string,
  before: { readonly status: string; readonly pdf_sha256?: string | null },
  after: object,
): void {
  ctx.audit({
    action,
    entity: 'contract',
    entity_uuids: [contract_uuid],
    employer_uuid,
    before: { status: before.status, pdf_sha256: before.pdf_sha256 ?? null },
    after,
  })
}
