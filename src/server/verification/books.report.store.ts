import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type AttemptRow = {
  readonly attempt_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly outcome: string | null
}

/** The attempts with these ids. */
export async function attemptsById(tx: Tx, ids: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select attempt_uuid, currency, amount_minor, outcome from payment_attempt where attempt_uuid = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** The attempts that a rail is said to have sent. */
export async function attemptsToCompare(tx: Tx, rail: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select attempt_uuid, currency, amount_minor, outcome from payment_attempt
      where rail = ${rail} and outcome in ('SENT', 'RETURNED')`.execute(tx)
  return rows
}
