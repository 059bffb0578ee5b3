/** Whom operators review: a company or a contractor, held while they decide. */
import { Problem } from '#domain/kernel/problem.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockContractor, updateContractor } from './contractor.store.ts'
import type { DocumentRow } from './document.report.store.ts'
import type { Owner } from './document.store.ts'
import { findEmployerId } from './employer.report.store.ts'
import { lockEmployer, updateEmployer } from './employer.store.ts'
import { NEEDED_OF_COMPANY, neededPersonalDocuments } from './verification.ts'

export type Named = { readonly userTypes: 'employers' | 'contractors'; readonly sub: string }

export type Subject = {
  readonly owner: Owner
  readonly verification: VerificationStatus
  readonly suspended: boolean
  readonly version: number
  /** When what is reviewed was last changed by who it is about; null where nobody noted it. */
  readonly changed_at: Date | null
  /** The kinds of documents without which it cannot be reviewed. */
  readonly needed: (documents: readonly DocumentRow[]) => readonly string[]
}

/** Whom these words name, until the transaction ends changed by nobody else; NOT_FOUND for nobody. */
export function lockSubject(ctx: Ctx, { userTypes, sub }: Named): Promise<Subject> {
  return userTypes === 'employers' ? lockCompany(ctx, sub) : lockPerson(ctx, sub)
}

async function lockCompany(ctx: Ctx, name: string): Promise<Subject> {
  const employer_uuid = await findEmployerId(ctx.tx, name)
  const employer = employer_uuid && (await lockEmployer(ctx, employer_uuid))
  if (!employer) throw new Problem('NOT_FOUND', 'people.problems.noSuchCompany')
  return {
    owner: { employer_uuid: employer.employer_uuid, contractor_sub: null },
    verification: employer.verification,
    suspended: employer.suspended_at !== null,
    version: employer.version,
    changed_at: employer.changed_at,
    needed: () => NEEDED_OF_COMPANY,
  }
}

async function lockPerson(ctx: Ctx, sub: string): Promise<Subject> {
  const contractor = await lockContractor(ctx, sub)
  if (!contractor) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractorAnywhere')
  return {
    owner: { employer_uuid: null, contractor_sub: sub },
    verification: contractor.verification,
    suspended: contractor.suspended_at !== null,
    version: contractor.version,
    changed_at: contractor.changed_at,
    needed: documents => neededPersonalDocuments(contractor.mailing_address, documents),
  }
}

/** Changes what is known of its verification, and counts its version up. */
export async function saveSubject(
  ctx: Ctx,
  owner: Owner,
  columns: Parameters<typeof updateContractor>[2] & Parameters<typeof updateEmployer>[2],
): Promise<void> {
  if (owner.employer_uuid !== null) await updateEmployer(ctx, owner.employer_uuid, columns)
  else await updateContractor(ctx, owner.contractor_sub, columns)
}

/** How events and audit entries name it. */
export function named(owner: Owner): { kind: 'employer' | 'contractor'; id: string } {
  return owner.employer_uuid !== null
    ? { kind: 'employer', id: owner.employer_uuid }
    : { kind: 'contractor', id: owner.contractor_sub }
}

/** Writes down what an operator did about it. */
export function auditSubject(
  ctx: Ctx,
  owner: Owner,
  action: string,
  before: object,
  after: object,
): void {
  const { kind: entity, id } = named(owner)
  ctx.audit({
    action,
    entity,
    entity_uuids: [id],
    employer_uuid: owner.employer_uuid,
    before,
    after,
  })
}
