import { CLAIM_MINUTES } from '#domain/people/document-review.ts'
import type { Tx } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Owner } from './document.store.ts'

/** Claims that were active last until then have ended. */
export function endedUntil(now: Date): Date {
  return new Date(now.getTime() - CLAIM_MINUTES * 60_000)
}

/** Puts a claim in the place of whichever there was; the caller holds whom it is about. */
export async function replaceClaim(
  tx: Tx,
  owner: Owner,
  claim: { readonly claimed_by: string; readonly at: Date },
): Promise<void> {
  await deleteClaim(tx, owner)
  await tx
    .insertInto('review_claim')
    .values({
      ...owner,
      claim_uuid: newUuid(),
      claimed_by: claim.claimed_by,
      claimed_at: claim.at,
      active_at: claim.at,
    })
    .execute()
}

/** Notes that the operator who has the claim did something. */
export async function touchClaim(
  tx: Tx,
  owner: Owner,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  const named = owner.employer_uuid !== null ? 'employer_uuid' : 'contractor_sub'
  await tx
    .updateTable('review_claim')
    .set({ active_at: at })
    .where(named, '=', owner.employer_uuid ?? owner.contractor_sub)
    .where('claimed_by', '=', by)
    .where('active_at', '>', endedUntil(at))
    .where('active_at', '<', at)
    .execute()
}

/** Ends the claim of whoever has one, or of this operator alone. */
export async function deleteClaim(tx: Tx, owner: Owner, by?: string): Promise<void> {
  const named = owner.employer_uuid !== null ? 'employer_uuid' : 'contractor_sub'
  await tx
    .deleteFrom('review_claim')
    .where(named, '=', owner.employer_uuid ?? owner.contractor_sub)
    .$if(by !== undefined, query => query.where('claimed_by', '=', by ?? ''))
    .execute()
}
