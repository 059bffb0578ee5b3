import { sql } from 'kysely'
import type { ConversionStatus, ConversionStop, Exchange } from '#domain/exchange/conversion.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import type { Tx } from '../kernel/db.ts'

export type NewConversion = Exchange & {
  readonly conversion_uuid: string
  readonly employer_uuid: string
  readonly conversion_date: string
  /** What was said of the side that is not fixed, and at which rate. */
  readonly expected_minor: bigint | null
  readonly expected_rate: string | null
  readonly asked_by: string
  readonly asked_at: Date
}

/** Inserts a conversion, unless the same one is scheduled; answers the id of the one that is scheduled then. */
export async function insertConversion(
  tx: Tx,
  conversion: NewConversion,
): Promise<{ conversion_uuid: string; is_new: boolean }> {
  const made = await tx
    .insertInto('conversion')
    .values({ ...conversion, status: 'SCHEDULED' })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 1n)
    return { conversion_uuid: conversion.conversion_uuid, is_new: true }
  const open = await holdScheduled(tx, conversion)
  return { conversion_uuid: open ?? conversion.conversion_uuid, is_new: false }
}

/** The scheduled conversion of exactly this, which stays so until the transaction ends; or undefined. */
export async function holdScheduled(
  tx: Tx,
  of: Exchange & Pick<NewConversion, 'employer_uuid' | 'conversion_date'>,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('conversion')
    .select('conversion_uuid')
    .where('employer_uuid', '=', of.employer_uuid)
    .where('from_currency', '=', of.from_currency)
    .where('to_currency', '=', of.to_currency)
    .where('fixed_side', '=', of.fixed_side)
    .where('amount_minor', '=', of.amount_minor)
    .where('conversion_date', '=', of.conversion_date)
    .where('status', '=', 'SCHEDULED')
    .forShare()
    .executeTakeFirst()
  return row?.conversion_uuid
}

/** Employers with a conversion whose day has come. */
export async function employersWithDue(tx: Tx, today: string): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select distinct employer_uuid from conversion where status = 'SCHEDULED' and conversion_date <= ${today}::date`.execute(
    tx,
  )
  return rows.map(row => row.employer_uuid)
}

/** The conversions of an employer whose day has come, in the order in which they were asked for. */
export async function listDue(tx: Tx, employer_uuid: string, today: string): Promise<string[]> {
  const { rows } = await sql<{ conversion_uuid: string }>`
    select conversion_uuid from conversion
      where status = 'SCHEDULED' and employer_uuid = ${employer_uuid}::uuid and conversion_date <= ${today}::date
      order by conversion_date, asked_at, conversion_uuid`.execute(tx)
  return rows.map(row => row.conversion_uuid)
}

export type HeldConversion = Exchange & {
  readonly employer_uuid: string
  readonly conversion_date: string
  readonly status: ConversionStatus
  readonly reason: ConversionStop | null
}

/** A conversion, held until the transaction ends. */
export async function lockConversion(
  tx: Tx,
  conversion_uuid: string,
): Promise<HeldConversion | undefined> {
  const { rows } = await sql<HeldConversion>`
    select employer_uuid, from_currency, to_currency, fixed_side, amount_minor, conversion_date, status, reason
      from conversion where conversion_uuid = ${conversion_uuid}::uuid for update`.execute(tx)
  return rows[0]
}

type Outcome =
  | { readonly status: 'SCHEDULED'; readonly reason: ConversionStop }
  | { readonly status: 'FAILED'; readonly reason: ConversionStop; readonly closed_at: Date }
  | {
      readonly status: 'CANCELLED'
      readonly closed_by: string
      readonly closed_at: Date
      readonly reason: null
    }
  | (Pick<Rate, 'rate'> & {
      readonly status: 'EXECUTED'
      readonly reason: null
      readonly sold_minor: bigint
      readonly bought_minor: bigint
      readonly rate_source: string
      readonly rate_as_of: Date
      readonly closed_at: Date
    })

/** Keeps what became of a conversion that is held. */
export async function saveOutcome(
  tx: Tx,
  conversion_uuid: string,
  outcome: Outcome,
): Promise<void> {
  await tx
    .updateTable('conversion')
    .set(outcome)
    .where('conversion_uuid', '=', conversion_uuid)
    .where('status', '=', 'SCHEDULED')
    .execute()
}
