import { LEGAL_VERSIONS, type LegalDocumentKind } from '#domain/identity/legal.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertAgreement } from './person.store.ts'

/** Accepts a legal document in the version in force: VALIDATION for another one, AGREEMENT_ALREADY_ACCEPTED the second time. */
export async function acceptAgreement(
  ctx: Ctx,
  kind: LegalDocumentKind,
  read: string | undefined,
): Promise<{ kind: LegalDocumentKind; version: string; accepted_at: Date }> {
  const version = LEGAL_VERSIONS[kind]
  if (read !== undefined && read !== version)
    throw invalidField('version', 'identity.problems.anotherVersion', { version })
  const { sub, employer_uuid } = ctx.actor
  const accepted_at = ctx.now
  const { address } = ctx
  if (!(await insertAgreement(ctx.tx, { sub, kind, version, accepted_at, address })))
    throw new Problem('AGREEMENT_ALREADY_ACCEPTED', 'identity.problems.acceptedBefore')
  ctx.audit({
    action: 'accept',
    entity: 'agreement',
    entity_uuids: [sub],
    employer_uuid,
    after: { kind, version },
  })
  return { kind, version, accepted_at }
}
