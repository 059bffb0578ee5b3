import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { Tx } from '../kernel/db.ts'

/** What its proof is made of. */
export type ProvenChange = {
  readonly change_uuid: string
  readonly sub: string
  readonly old_email: string
  readonly new_email: string
  readonly old_token_hash: Buffer
  readonly new_token_hash: Buffer
}

export type NewEmailChange = ProvenChange & {
  readonly proof: Buffer
  readonly created_at: Date
  readonly expires_at: Date
}

/** Ends the change of a person that waits, if there is one; answers whether there was. */
export async function endOpenChange(tx: Tx, sub: string, ended_at: Date): Promise<boolean> {
  const rows = await tx
    .updateTable('email_change')
    .set({ ended_at })
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
    .returning('change_uuid')
    .execute()
  return rows.length > 0
}

/** Keeps a change that waits for both addresses. */
export async function insertEmailChange(tx: Tx, change: NewEmailChange): Promise<void> {
  await tx.insertInto('email_change').values(change).execute()
}

/** The change of a person that waits at `now`. */
export async function findOpenChange(tx: Tx, sub: string, now: Date) {
  return tx
    .selectFrom('email_change')
    .select(['new_email', 'old_confirmed_at', 'new_confirmed_at', 'expires_at'])
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Whose change has this link, whatever became of it. */
export async function findSubByLink(tx: Tx, token_hash: Buffer): Promise<string | undefined> {
  const row = await tx
    .selectFrom('email_change')
    .select('sub')
    .where(isOfLink(token_hash))
    .executeTakeFirst()
  return row?.sub
}

const isOfLink = (token_hash: Buffer) => (eb: ExpressionBuilder<DB, 'email_change'>) =>
  eb.or([eb('old_token_hash', '=', token_hash), eb('new_token_hash', '=', token_hash)])

/** The change whose link this is, locked, whatever became of it. */
export async function lockChangeByLink(tx: Tx, token_hash: Buffer) {
  return tx
    .selectFrom('email_change')
    .select([
      'change_uuid',
      'sub',
      'old_email',
      'new_email',
      'old_token_hash',
      'new_token_hash',
      'old_confirmed_at',
      'new_confirmed_at',
      'ended_at',
      'expires_at',
      'proof',
    ])
    .where(isOfLink(token_hash))
    .forUpdate()
    .executeTakeFirst()
}

/** Notes that an address confirmed, and with both that the change is over. */
export async function confirmChange(
  tx: Tx,
  change_uuid: string,
  side: 'old' | 'new',
  now: Date,
  done: boolean,
): Promise<void> {
  const confirmed = side === 'old' ? { old_confirmed_at: now } : { new_confirmed_at: now }
  await tx
    .updateTable('email_change')
    .set({ ...confirmed, ...(done ? { ended_at: now } : {}) })
    .where('change_uuid', '=', change_uuid)
    .execute()
}

/** Writes a person's new address. Invitations that wait for the old one stay bound to it. */
export async function savePersonEmail(tx: Tx, sub: string, email: string): Promise<void> {
  await sql`update person set email = ${email} where sub = ${sub}`.execute(tx)
}

/** Whether a confirmed change led a person from this address to another one that they have now. */
export async function wasMovedFrom(tx: Tx, sub: string, email: string): Promise<boolean> {
  const moved = await tx
    .selectFrom('person')
    .innerJoin('email_change as c', 'c.sub', 'person.sub')
    .select('c.change_uuid')
    .where('person.sub', '=', sub)
    .where('person.email', '<>', email)
    .where('c.old_email', '=', email)
    .whereRef('c.new_email', '=', 'person.email')
    .where('c.old_confirmed_at', 'is not', null)
    .where('c.new_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return moved !== undefined
}
