/** The contractor's answer to an offer: a signature of exactly the PDF that was shown, or a refusal with a reason. */

import type { z } from 'zod'
import type { ContractView } from '#contract/contract-shapes.ts'
import type { contracts } from '#contract/contracts.ts'
import { contractMachine, SIGNATURE_DAYS } from '#domain/contracts/contract.ts'
import { signedText } from '#domain/contracts/contract-text.ts'
import { assert } from '#domain/kernel/assert.ts'
import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { certifiedOf } from './certificate.ts'
import type { ContractRow } from './contract.report.store.ts'
import { insertSignature, listOverlapping, updateContract } from './contract.store.ts'
import { type ContractPdf, frozenData, keepPdf, keptText, printText } from './contract-document.ts'
import { wasReadBy } from './contract-step.store.ts'
import { type ContractData, contractText } from './contract-text.ts'
import { getContract, getOwnContract, lockOwnContract } from './find-contract.ts'
import { findObstacle, holdParties } from './may-sign.ts'
import { auditContract, contractChanged, requireRelation, signatureOf } from './offer-contract.ts'
import { requireRoleOfItsOwn } from './role-looks.ts'
import { type Signer, signerOf } from './signer.ts'

type View = z.output<typeof ContractView>
type Signing = z.output<(typeof contracts)['signContract']['body']>

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Signs for the contractor: the final PDF carries both signatures and a seal, the contract is ACTIVE, and the one that
 * runs in its role pays until the day before it takes effect. CONTRACT_CHANGED for any other PDF than the one that waits, and for one that
 * calls one of the two what they are no more; CONFLICT where they did not open it, or the agreement that it states the terms of: the certificate says
 * that it was read. Nothing is signed while the company is suspended.
 */
export async function signContract(
  ctx: Ctx,
  contract_uuid: string,
  signing: Signing,
): Promise<View> {
  await holdParties(ctx, await getOwnContract(ctx, contract_uuid))
  const contract = await lockOwnContract(ctx, contract_uuid)
  const status = transition(contractMachine, 'contract', contract.status, 'sign')
  if (signing.pdf_sha256 !== contract.pdf_sha256) throw contractChanged()
  if (ctx.now >= expiryOf(contract))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.offerExpired', {
      params: { days: SIGNATURE_DAYS },
    })
  await requireRelation(ctx, contract)
  await requireRoleOfItsOwn(ctx, contract, 'sign')
  const offered = await frozenData(ctx, contract)
  const obstacle = await findObstacle(ctx, contract, offered)
  if (obstacle)
    throw new Problem(obstacle.code, obstacle.said.text, { params: obstacle.said.params ?? {} })
  if (!(await wasReadBy(ctx.tx, contract_uuid, ctx.actor.sub, signing.pdf_sha256)))
    throw new Problem('CONFLICT', 'contracts.problems.readFirst')
  const signer = await signerOf(ctx, { name: signing.name, sure: signing.name_is_mine })
  const { typed_name, earlier_name = '', ...person } = signer
  const signature = signatureOf(ctx, contract, 'contractor', signing.pdf_sha256)
  await insertSignature(ctx.tx, { ...signature, ...person, earlier_name, title: '' })
  const pdf = await keepPdf(ctx, contract, await finalPdf(ctx, contract, offered, signer))
  await supersede(ctx, contract)
  await updateContract(ctx, contract_uuid, { ...pdf, status })
  const signed = signing.pdf_sha256
  auditContract(ctx, contract, 'sign', contract, { status, ...pdf, signed, typed_name })
  ctx.announce('contracts.contract_signed', { contract_uuid })
  return getContract(ctx, contract_uuid)
}

/** Declines to sign. The words are kept sealed with the contract, and mailed to the employer from there. */
export async function declineContract(
  ctx: Ctx,
  contract_uuid: string,
  reason: string,
): Promise<View> {
  const contract = await lockOwnContract(ctx, contract_uuid)
  const status = transition(contractMachine, 'contract', contract.status, 'decline')
  await updateContract(ctx, contract_uuid, { status, decline_reason: reason })
  auditContract(ctx, contract, 'decline', contract, { status })
  ctx.announce('contracts.contract_declined', { contract_uuid })
  return getContract(ctx, contract_uuid)
}

/** When an offer is no longer to be signed. */
export function expiryOf({ approved_at }: ContractRow): Date {
  assert(approved_at, 'an offered contract says when it was offered')
  return new Date(approved_at.getTime() + SIGNATURE_DAYS * DAY_MS)
}

async function finalPdf(
  ctx: Ctx,
  contract: ContractRow,
  offered: ContractData,
  signer: Signer,
): Promise<ContractPdf> {
  const { employer } = offered.signatures
  assert(employer && contract.pdf_sha256, 'the employer signed the offer')
  const contractor = {
    ...signer,
    title: null,
    signed_at: ctx.now.toISOString(),
    document_sha256: contract.pdf_sha256,
  }
  const signatures = { employer, contractor }
  const certificate = await certifiedOf(ctx, contract, signatures)
  const signed = { ...offered, signatures, certificate }
  // Of offers that were made before texts were kept there is what their terms say today.
  const kept = await keptText(ctx, contract)
  const text = kept
    ? signedText(kept.text, contractText({ ...signed, exhibit_a: '' }))
    : contractText(signed)
  const made = await printText(ctx, text)
  const bytes = await ctx.gateways.sealer.sealPdf(made.bytes, {
    reason: say('contracts.seal.signed', { employer: employer.name, contractor: signer.name }),
    name: 'Corridor',
    signed_at: ctx.now,
  })
  return { ...made, bytes }
}

/**
 * What was signed last pays the days that it names: the contracts of its role pay until the day before, whichever of them the draft
 * once superseded, and are COMPLETED once that day is past. Days that a line item paid already stay with that item.
 */
async function supersede(ctx: Ctx, successor: ContractRow): Promise<void> {
  const { effective_date, contract_start_date: start } = successor
  const superseded_from = effective_date > start ? effective_date : start
  for (const old of await listOverlapping(ctx.tx, successor)) {
    const { contract_uuid } = old
    const over = superseded_from <= ctx.today || superseded_from <= old.contract_start_date
    const status = over ? 'COMPLETED' : old.status
    await updateContract(ctx, contract_uuid, { status, superseded_from })
    auditContract(ctx, { ...successor, contract_uuid }, 'supersede', old, {
      status,
      superseded_from,
      successor: successor.contract_uuid,
    })
  }
}
