/** The contractor's answer to an offer: a signature of exactly the PDF that was shown, or a refusal with a reason. */
import type { z } from 'zod'
import type { ContractView, contracts } from '#contract/contracts.ts'
import { contractMachine, SIGNATURE_DAYS } from '#domain/contracts/contract.ts'
import { assert } from '#domain/kernel/assert.ts'
import { transition } from '#domain/kernel/machine.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type ContractRow,
  insertSignature,
  lockContract,
  updateContract,
} from './contract.store.ts'
import { frozenData, keepPdf } from './contract-document.ts'
import { getContract, lockOwnContract } from './find-contract.ts'
import { auditContract, contractChanged, requireRelation, signatureOf } from './offer-contract.ts'

type View = z.output<typeof ContractView>
type Signing = z.output<(typeof contracts)['signContract']['body']>

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Signs for the contractor: the final PDF carries both signatures and a seal, the contract is ACTIVE, and the one that it
 * supersedes pays until the day before it takes effect. CONTRACT_CHANGED for any other PDF than the one that waits.
 */
export async function signContract(
  ctx: Ctx,
  contract_uuid: string,
  signing: Signing,
): Promise<View> {
  const contract = await lockOwnContract(ctx, contract_uuid)
  const status = transition(contractMachine, 'contract', contract.status, 'sign')
  if (signing.pdf_sha256 !== contract.pdf_sha256) throw contractChanged()
  if (ctx.now >= expiryOf(contract))
    throw new Problem(
      'TRANSITION_NOT_ALLOWED',
      `The offer waited for more than ${SIGNATURE_DAYS} days. Ask for a new contract.`,
    )
  await requireRelation(ctx, contract)
  const signer = { name: signing.name, title: '', email: ctx.actor.email, address: ctx.address }
  const signature = signatureOf(ctx, contract, 'contractor', signing.pdf_sha256)
  await insertSignature(ctx.tx, { ...signature, ...signer })
  const pdf = await keepPdf(ctx, contract, await finalPdf(ctx, contract, signer))
  await updateContract(ctx.tx, contract_uuid, { ...pdf, status })
  auditContract(ctx, contract, 'sign', contract, { status, ...pdf, signed: signing.pdf_sha256 })
  if (contract.supersedes_uuid) await supersede(ctx, contract.supersedes_uuid, contract)
  await ctx.announce({ type: 'contracts.contract_signed', contract_uuid })
  return getContract(ctx, contract_uuid)
}

/** Declines to sign. The reason is kept in the audit log, and the event carries it to the employer. */
export async function declineContract(
  ctx: Ctx,
  contract_uuid: string,
  reason: string,
): Promise<View> {
  const contract = await lockOwnContract(ctx, contract_uuid)
  const status = transition(contractMachine, 'contract', contract.status, 'decline')
  await updateContract(ctx.tx, contract_uuid, { status })
  auditContract(ctx, contract, 'decline', contract, { status, reason })
  await ctx.announce({ type: 'contracts.contract_declined', contract_uuid, reason })
  return getContract(ctx, contract_uuid)
}

function expiryOf({ approved_at }: ContractRow): Date {
  assert(approved_at, 'an offered contract says when it was offered')
  return new Date(approved_at.getTime() + SIGNATURE_DAYS * DAY_MS)
}

async function finalPdf(
  ctx: Ctx,
  contract: ContractRow,
  { name, email, address }: { name: string; email: string; address: string },
): Promise<Uint8Array> {
  const offered = await frozenData(ctx, contract)
  const { employer } = offered.signatures
  assert(employer && contract.pdf_sha256, 'the employer signed the offer')
  const contractor = {
    name,
    title: null,
    email,
    address,
    signed_at: ctx.now.toISOString(),
    document_sha256: contract.pdf_sha256,
  }
  const data = { ...offered, signatures: { employer, contractor } }
  return ctx.gateways.sealer.sealPdf(await ctx.gateways.pdf.render('contract', data), {
    reason: `Signed by ${employer.name} and ${name}`,
    name: 'Corridor',
    signed_at: ctx.now,
  })
}

/** The superseded contract pays until the day before; it is COMPLETED from the day that its successor takes effect. */
async function supersede(ctx: Ctx, contract_uuid: string, successor: ContractRow): Promise<void> {
  const old = await lockContract(ctx.tx, contract_uuid)
  if (old?.status !== 'ACTIVE') return
  const last = addDays(successor.effective_date, -1)
  const neverPays = last < old.contract_start_date
  const ends = old.contract_end_date !== null && old.contract_end_date < last
  const contract_end_date = neverPays || ends ? old.contract_end_date : last
  const status = neverPays || last < ctx.today ? 'COMPLETED' : 'ACTIVE'
  await updateContract(ctx.tx, contract_uuid, { status, contract_end_date })
  auditContract(ctx, old, 'supersede', old, {
    status,
    contract_end_date,
    successor: successor.contract_uuid,
  })
  if (status === 'COMPLETED')
    await ctx.announce({ type: 'contracts.contract_completed', contract_uuid, reason: '' })
}
