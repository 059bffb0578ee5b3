/** Keyset paging: a cursor is the sort key of the last row of a page. Every list has its cursors of here. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { PlainDate, Uuid } from '#contract/kernel/codecs.ts'
import { isPlainDate } from '#domain/kernel/plain-date.ts'
import { invalidFields } from '#domain/kernel/problem.ts'

/** The sort keys that lists have: by id, day, or instant. None lets a moment through that a database does not know. */
export const IdKey = z.tuple([Uuid])
export const NumberKey = z.tuple([z.int().min(0).max(2_147_483_647)])
export const DateKey = z.tuple([PlainDate, Uuid])
export const InstantKey = z.tuple([
  z.iso.datetime().refine(text => isPlainDate(text.slice(0, 10))),
  Uuid,
])

/** The cursor of a row's sort key. */
export function encodeCursor(key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The sort key that a cursor holds, undefined without a cursor; VALIDATION for one that no page answered. */
export function decodeCursor<T>(cursor: string | undefined, key: z.ZodType<T>): T | undefined {
  if (cursor === undefined) return undefined
  const parsed = key.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success) return parsed.data
  const loc = ['query', 'cursor']
  throw invalidFields([{ text: 'kernel.problems.noCursor', loc, type: 'value_error' }])
}

/** Cuts the row beyond the page off; it says whether there is a next page. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => readonly unknown[],
): { rows: readonly T[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown,
    next_cursor: rows.length > limit && last ? encodeCursor(keyOf(last)) : null,
  }
}

/**
 * Whether a text says every word that is looked for, in any order and however its letters are put together (migration 0154), or null for
 * an empty search.
 */
export function saying(
  said: RawBuilder<unknown>,
  search: string | undefined,
): RawBuilder<boolean> | null {
  return sayingFolded(sql`app.folded(${said})`, search)
}

/** The same of a text whose letters are folded already, as `person_seen.said` keeps what people are found by. */
export function sayingFolded(
  folded: RawBuilder<unknown>,
  search: string | undefined,
): RawBuilder<boolean> | null {
  const text = search?.trim()
  return text ? sql<boolean>`${folded} like all ((select app.patterns_of(${text}))::text[])` : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
