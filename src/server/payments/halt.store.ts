import type { Tx } from '../kernel/db.ts'

/** Since when execution is halted for everyone, or null. Set by the check of the invariants when one does not hold. */
export async function haltedSince(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'execution_halted_since')
    .executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : null
}

/** Halts execution from `since`, or lets it go on with null. */
export async function setHalted(tx: Tx, since: string | null): Promise<void> {
  const value = JSON.stringify(since)
  await tx
    .insertInto('setting')
    .values({ name: 'execution_halted_since', value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
