/**
 * What people say when they turn something down lies sealed (decision 0146), beside the column in which it lay in clear: processes of before write that one and
 * read no other, so that what stands there was said later. A trigger takes sealed words away with what they were said of (migration 0172).
 */
import { sql } from 'kysely'
import type { PrivateTx, SealedPlace } from './field-cipher.ts'
import { rowsOf } from './rows.ts'

/** Where such words lie, by their table: sealed, in clear with what it holds where nothing is said, and by which column their row is known. */
const WORDS = {
  contract: {
    ...{ place: 'contract.sealed_decline_reason', sealed: 'sealed_decline_reason' },
    ...{ clear: 'decline_reason', none: '', key: 'contract_uuid', type: 'uuid' },
  },
  contractor: {
    ...{ place: 'contractor.sealed_reason', sealed: 'sealed_reason' },
    ...{ clear: 'verification_reason', none: null, key: 'sub', type: 'text' },
  },
  employer: {
    ...{ place: 'employer.sealed_reason', sealed: 'sealed_reason' },
    ...{ clear: 'verification_reason', none: null, key: 'employer_uuid', type: 'uuid' },
  },
  identity_document: {
    ...{ place: 'identity_document.sealed_reason', sealed: 'sealed_reason' },
    ...{ clear: 'reason', none: null, key: 'document_uuid', type: 'uuid' },
  },
} as const satisfies Record<
  string,
  {
    readonly place: SealedPlace
    readonly sealed: string
    readonly clear: string
    readonly none: '' | null
    readonly key: string
    readonly type: 'uuid' | 'text'
  }
>
export type TableOfWords = keyof typeof WORDS

type Fields = Pick<PrivateTx, 'fields'>

/** Words as they are kept of one row, null where there are none. Whoever writes them empties the clear column beside them. */
export function sealWords(
  { fields }: Fields,
  table: TableOfWords,
  id: string,
  words: string | null,
): string | null {
  return words ? fields.seal(WORDS[table].place, id, words) : null
}

/** The words of one row: those in clear, which were said later, before those that are sealed. Null where there are none. */
export function openWords(
  { fields }: Fields,
  table: TableOfWords,
  id: string,
  { clear, sealed }: { readonly clear: string | null; readonly sealed: string | null },
): string | null {
  return clear || (sealed && fields.open(WORDS[table].place, id, sealed))
}

/** Seals at most so many words of each table that lie in clear; answers how many, none when there are no more. Nothing else of their rows changes. */
export async function sealClearWords(on: PrivateTx, limit: number): Promise<number> {
  let sealed = 0
  for (const table of Object.keys(WORDS) as TableOfWords[])
    sealed += await sealWordsOf(on, table, limit)
  return sealed
}

async function sealWordsOf(on: PrivateTx, table: TableOfWords, limit: number): Promise<number> {
  const { none, type, ...names } = WORDS[table]
  const [key, clear, sealed] = [names.key, names.clear, names.sealed].map(name => sql.ref(name))
  const { rows } = await sql<{ id: string; words: string }>`
    select ${key}::text id, ${clear} words from ${sql.table(table)} where ${clear} <> '' order by ${key} limit ${limit} for update`.execute(
    on.tx,
  )
  if (rows.length === 0) return 0
  const anew = rows.map(({ id, words }) => ({ id, sealed: on.fields.seal(names.place, id, words) }))
  await sql`update ${sql.table(table)} w set ${sealed} = n.sealed, ${clear} = ${none}
    from ${rowsOf('n', anew, { id: 'text', sealed: 'text' })} where w.${key} = n.id::${sql.raw(type)}`.execute(
    on.tx,
  )
  return rows.length
}
