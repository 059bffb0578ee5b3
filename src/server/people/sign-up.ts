/** What the details step of the sign-up makes: a company with its owner, or a contractor's profile. */
import { assert } from '#domain/kernel/assert.ts'
import { insertTeammate } from '../identity/index.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { actFor } from './acting-employer.store.ts'
import { insertContractor } from './contractor.store.ts'
import { insertEmployer } from './employer.store.ts'

/**
 * Makes a company whose owner is `sub`, a person that is there already, and answers its id. The rest of the transaction acts
 * for it.
 */
export async function createEmployer(
  ctx: Ctx,
  company: {
    readonly sub: string
    readonly country_code: string
    readonly subdivision_code: string | null
    readonly is_partner: boolean
  },
): Promise<string> {
  const { sub, ...home } = company
  const employer_uuid = newUuid()
  await actFor(ctx.tx, employer_uuid)
  const created_at = ctx.now
  await insertEmployer(ctx.tx, { ...home, employer_uuid, created_at })
  const joined = await insertTeammate(ctx.tx, employer_uuid, { sub, role: 'owner', created_at })
  assert(joined, 'who makes a company is in none')
  ctx.audit({
    action: 'create',
    entity: 'employer',
    entity_uuids: [employer_uuid],
    employer_uuid,
    after: { status: 'UNVERIFIED', owner: sub, is_partner: company.is_partner },
  })
  return employer_uuid
}

/**
 * Makes a contractor's profile of `sub`, a person that is there already. Invitations that wait for the person's e-mail are
 * found by it, once it is verified.
 */
export async function createContractor(ctx: Ctx, sub: string): Promise<void> {
  await insertContractor(ctx.tx, sub, ctx.now)
  ctx.audit({
    action: 'create',
    entity: 'contractor',
    entity_uuids: [sub],
    employer_uuid: null,
    after: { status: 'UNVERIFIED' },
  })
}
