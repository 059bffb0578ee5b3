/** A contractor's own profile: who they are, where they live, and how their documents stand. */
import type { z } from 'zod'
import type { ContractorSelf, contractorProfile } from '#contract/contractor-profile.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { reopensVerification } from '#domain/people/verification.ts'
import { type PersonChange, updatePerson } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { checkAddress, presentAddress } from '../reference/addresses.ts'
import {
  type ContractorChange,
  type ContractorRow,
  lockContractor,
  selectContractor,
  updateContractor,
} from './contractor.store.ts'
import { birthDateOf, selectDocumentsOf } from './document.report.store.ts'
import type { Owner } from './document.store.ts'
import { presentDocuments } from './documents.view.ts'
import { keepFormer } from './former-details.store.ts'
import {
  changedColumns,
  documentsComplete,
  lookAtHolds,
  neededPersonalDocuments,
  verificationAfter,
  verificationColumns,
} from './verification.ts'

type PersonalInformation = z.output<(typeof contractorProfile)['putPersonalInformation']['body']>
type NewAddress = z.output<(typeof contractorProfile)['putAddress']['body']>

/** The acting contractor's profile, with who opened which document. */
export async function getContractorSelf(ctx: Ctx): Promise<z.output<typeof ContractorSelf>> {
  const contractor = await getContractorRecord(ctx, ctx.actor.sub)
  const owner: Owner = { employer_uuid: null, contractor_sub: contractor.sub }
  const documents = await selectDocumentsOf(ctx, owner)
  return {
    ...contractor,
    birth_date: birthDateOf(documents),
    permanent_address: presentAddress(contractor.permanent_address),
    mailing_address: presentAddress(contractor.mailing_address),
    verification_status: contractor.verification,
    version: versionOfInformation(contractor),
    address_versions: {
      permanent: versionOf(presentAddress(contractor.permanent_address)),
      mailing: versionOf(presentAddress(contractor.mailing_address)),
    },
    documents: await presentDocuments(ctx, documents),
  }
}

/** The contractor, or NOT_FOUND when there is none that the actor may see. */
export async function getContractorRecord(ctx: Ctx, sub: string): Promise<ContractorRow> {
  const contractor = await selectContractor(ctx, sub)
  if (!contractor) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  return contractor
}

/** Changes one address. Another country asks for a new review, because it was verified. The same again is no conflict; CONFLICT where it is not as it was `seen`. */
export async function changeAddress(ctx: Ctx, { kind, seen, ...input }: NewAddress): Promise<void> {
  const address = checkAddress(input)
  const which = kind === 'mailing' ? 'mailing_address' : 'permanent_address'
  const held = await lockContractor(ctx, ctx.actor.sub)
  const before = held && versionOf(presentAddress(held[which]))
  if (before && versionOf(presentAddress(address)) !== before) requireSeen(seen, before)
  await change(ctx, 'change_address', {}, { [which]: address })
}

/**
 * Changes names, phone and addresses; without a mailing address mail goes to the permanent one. The same again is no conflict; CONFLICT where they are
 * not as they were `seen`.
 */
export async function changePersonalInformation(
  ctx: Ctx,
  { seen, ...body }: PersonalInformation,
): Promise<void> {
  const { permanent_address: permanent, mailing_address: mailing, ...names } = body
  const permanent_address = checkAddress(permanent, ['permanent_address'])
  const mailing_address = mailing ? checkAddress(mailing, ['mailing_address']) : null
  const held = await lockContractor(ctx, ctx.actor.sub)
  const before = held && versionOfInformation(held)
  const after = held && { ...held, ...names, permanent_address, mailing_address }
  if (before && after && versionOfInformation(after) !== before) requireSeen(seen, before)
  await change(ctx, 'change_personal_information', names, {
    permanent_address,
    mailing_address,
    personal_info_at: ctx.now,
  })
}

function versionOfInformation(of: ContractorRow): string {
  const { first_name, middle_name, last_name, preferred_name, phone_number } = of
  const { permanent_address, mailing_address } = of
  return versionOf([
    ...[first_name, middle_name, last_name, preferred_name, phone_number],
    ...[presentAddress(permanent_address), presentAddress(mailing_address)],
  ])
}

async function change(
  ctx: Ctx,
  action: string,
  names: PersonChange,
  profile: ContractorChange,
): Promise<void> {
  const { sub } = ctx.actor
  const owner: Owner = { employer_uuid: null, contractor_sub: sub }
  const contractor = await lockContractor(ctx, sub)
  if (!contractor) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  const { verification: before } = contractor
  const person = { ...names, ...homeOf(profile.permanent_address, contractor) }
  const changed = reopensVerification(
    legalFacts(contractor),
    legalFacts({ ...contractor, ...person }),
  )
  const mailing =
    profile.mailing_address === undefined ? contractor.mailing_address : profile.mailing_address
  const documents = await selectDocumentsOf(ctx, owner)
  const complete = documentsComplete(documents, neededPersonalDocuments(mailing, documents))
  const after = verificationAfter(before, { changed, complete })
  await keepFormer(ctx, owner, {
    before: printedOf(contractor),
    after: printedOf({ ...contractor, ...person, ...profile }),
    until_at: ctx.now,
  })
  await updatePerson(ctx, sub, person, ctx.now)
  const reviewed =
    reviewedFacts(contractor) !== reviewedFacts({ ...contractor, ...person, ...profile })
  const columns = reviewed ? changedColumns : verificationColumns
  await updateContractor(ctx, sub, { ...profile, ...columns(ctx, before, after) })
  ctx.audit({
    action,
    entity: 'contractor',
    entity_uuids: [sub],
    employer_uuid: null,
    before: { status: before },
    after: { status: after, fields: [...Object.keys(person), ...Object.keys(profile)] },
  })
  if (before !== after) await lookAtHolds(ctx, owner)
}

/** Where somebody lives by their permanent address; the subdivision of their sign-up stays where addresses of that country name none. */
function homeOf(
  address: ContractorChange['permanent_address'],
  was: Pick<ContractorRow, 'country_code' | 'subdivision_code'>,
): PersonChange {
  if (!address) return {}
  const { country_code } = address
  const before = country_code === was.country_code ? was.subdivision_code : null
  return { country_code, subdivision_code: address.subdivision_code ?? before }
}

/** What payslips say of them. */
function printedOf({ first_name, last_name, permanent_address: address }: ContractorRow) {
  return { first_name, last_name, address }
}

/** What an operator holds against papers; not the phone, nor what somebody likes to be called. */
function reviewedFacts(
  of: Parameters<typeof legalFacts>[0] &
    Pick<ContractorRow, 'permanent_address' | 'mailing_address'>,
): string {
  return JSON.stringify([legalFacts(of), of.permanent_address, of.mailing_address])
}

function legalFacts(
  person: Pick<ContractorRow, 'first_name' | 'middle_name' | 'last_name' | 'country_code'>,
) {
  return {
    legal_name: [person.first_name, person.middle_name, person.last_name].join('\n'),
    country: person.country_code ?? '',
    identity_documents: [],
  }
}
