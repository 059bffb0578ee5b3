/** Who drafted a contract and who first opened which version of its document: what its last page says beside the signatures. */
import type { Tx } from '../kernel/db.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { ContractRow } from './contract.report.store.ts'

export type ContractStep = {
  readonly what: 'draft' | 'read'
  readonly party: 'employer' | 'contractor'
  readonly name: string
  readonly email: string
  readonly address: string
  readonly happened_at: Date
  readonly pdf_sha256: string
}

/** Keeps that somebody did a step; of the same step of one person only the first. */
export async function insertStep(
  { tx, actor, address, now }: Ctx,
  contract: Pick<ContractRow, 'contract_uuid' | 'employer_uuid' | 'contractor_sub'>,
  what: 'draft' | 'read',
  pdf_sha256 = '',
): Promise<void> {
  const { contract_uuid, employer_uuid, contractor_sub } = contract
  await tx
    .insertInto('contract_step')
    .values({
      ...{ contract_uuid, employer_uuid, contractor_sub, what, pdf_sha256, address },
      party: actor.role === 'contractor' ? 'contractor' : 'employer',
      sub: actor.sub,
      name: actor.name,
      email: actor.email,
      happened_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** The steps of a contract in the order in which they were done. */
export async function listSteps(tx: Tx, contract_uuid: string): Promise<ContractStep[]> {
  return tx
    .selectFrom('contract_step')
    .select(['what', 'party', 'name', 'email', 'address', 'happened_at', 'pdf_sha256'])
    .where('contract_uuid', '=', contract_uuid)
    .orderBy('happened_at')
    .orderBy('what')
    .orderBy('sub')
    .execute() as Promise<ContractStep[]>
}

/** Whether somebody opened a contract's document of this digest. */
export async function wasReadBy(
  tx: Tx,
  contract_uuid: string,
  sub: string,
  pdf_sha256: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('contract_step')
    .select('sub')
    .where('contract_uuid', '=', contract_uuid)
    .where('what', '=', 'read')
    .where('sub', '=', sub)
    .where('pdf_sha256', '=', pdf_sha256)
    .executeTakeFirst()
  return row !== undefined
}
