import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import { type Columns, rowsOf } from '../kernel/rows.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'

export type PaymentRecord = {
  readonly kind: 'PAID' | 'OUTSIDE' | 'RETURNED'
  readonly reference: string
  readonly words: string
  readonly happened_on?: string | null
  readonly file_uuid?: string | null
}

/** Keeps what was recorded of payments by hand, with the document that proves it. */
export async function keepRecords(
  { tx, actor, now }: Pick<Ctx, 'tx' | 'actor' | 'now'>,
  payments: readonly { readonly payment_uuid: string; readonly employer_uuid: string }[],
  { kind, reference, words, happened_on = null, file_uuid = null }: PaymentRecord,
): Promise<void> {
  if (payments.length === 0) return
  await tx
    .insertInto('payment_record')
    .values(
      payments.map(({ payment_uuid, employer_uuid }) => ({
        ...{ record_uuid: newUuid(), payment_uuid, employer_uuid, kind, reference, words },
        ...{ happened_on, file_uuid, recorded_by: actor.sub ?? '', recorded_at: now },
      })),
    )
    .execute()
}

/** The document of a record; undefined where there is no such record or it has none. */
export async function findProof(tx: Tx, record_uuid: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_record')
    .select('file_uuid')
    .where('record_uuid', '=', record_uuid)
    .executeTakeFirst()
  return row?.file_uuid ?? undefined
}

type Outside = { readonly payment_uuid: string; readonly amount_minor: bigint }
const OUTSIDE: Columns<Outside> = { payment_uuid: 'uuid', amount_minor: 'bigint' }

/** Marks settled payments as paid by others, with what arrived. */
export async function keepOutside(tx: Tx, paid: readonly Outside[]): Promise<void> {
  await sql`update payment p set outside = true, amount_minor = o.amount_minor from ${rowsOf('o', paid, OUTSIDE)}
    where p.payment_uuid = o.payment_uuid`.execute(tx)
}

/** Takes the mark back. */
export async function reopenOutside(tx: Tx, payment_uuids: readonly string[]): Promise<void> {
  await sql`update payment set outside = false, amount_minor = null, settled_at = null, reference = null
    where payment_uuid = any(${[...payment_uuids]}::uuid[])`.execute(tx)
}
