import { sql } from 'kysely'
import type { ListFormat, ReadEntry } from '#domain/screening/list-formats.ts'
import type { ListEntry } from '#domain/screening/score.ts'
import type { ListedWallet } from '#domain/screening/wallets.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'
import { toJson } from '../kernel/unit-of-work.ts'

/** A list as it was imported. */
export type ListRow = {
  readonly list_uuid: string
  readonly source: string
  readonly format: ListFormat
  readonly version: string
  readonly file_name: string
  readonly sha256: string
  readonly entries: number
  readonly imported_at: Date
}

/** The lists in force, by source. */
export async function selectLists(tx: Tx): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select list_uuid, source, format, version, file_name, sha256, entries, imported_at from screening_list
      where replaced_at is null order by source`.execute(tx)
  return rows
}

/** Whether any list is in force. */
export async function hasLists(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from screening_list where replaced_at is null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** The list of a source that is in force; nobody else imports one of it until the transaction ends. */
export async function lockSource(tx: Tx, source: string): Promise<ListRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`screening ${source}`}, 0))`.execute(tx)
  return (await selectLists(tx)).find(list => list.source === source)
}

/** Begins a list in place of the one that is in force. */
export async function insertList(tx: Tx, list: ListRow): Promise<void> {
  await sql`update screening_list set replaced_at = ${list.imported_at}
    where source = ${list.source} and replaced_at is null`.execute(tx)
  await tx.insertInto('screening_list').values(list).execute()
}

/** Removes the entries of the lists that are no longer in force. */
export async function deleteReplaced(tx: Tx, source: string): Promise<void> {
  await sql`delete from screening_entry e using screening_list l
    where l.list_uuid = e.list_uuid and l.source = ${source} and l.replaced_at is not null`.execute(
    tx,
  )
}

/** Counts the entries of a list and keeps the number. */
export async function countEntries(tx: Tx, list_uuid: string): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    update screening_list set entries = (select count(*) from screening_entry where list_uuid = ${list_uuid}::uuid)
      where list_uuid = ${list_uuid}::uuid returning entries`.execute(tx)
  return rows[0]?.entries ?? 0
}

export type NewName = {
  readonly entry_id: string
  readonly name: string
  /** As it is looked up: as it is read, and as it looks. */
  readonly folded: string
  readonly look: string
  readonly weak: boolean
}

const NAMES = {
  entry_id: 'text',
  name: 'text',
  folded: 'text',
  look: 'text',
  weak: 'boolean',
} as const

type NewEntry = Omit<ReadEntry, 'names' | 'wallets'> & { readonly name: string }

/** Adds entries to a list. Of two with the same id the first counts. */
export async function insertEntries(
  tx: Tx,
  list_uuid: string,
  entries: readonly NewEntry[],
): Promise<void> {
  const told = entries.map(({ entry_id, ...said }) => ({ entry_id, said: toJson(said) }))
  const texts = (field: string) =>
    sql`array(select jsonb_array_elements_text(e.said -> ${sql.lit(field)}))`
  await sql`
    insert into screening_entry (list_uuid, entry_id, kind, name, birth_dates, countries, registration_numbers, topics, programs)
      select ${list_uuid}::uuid, e.entry_id, e.said ->> 'kind', e.said ->> 'name', ${texts('birth_dates')}, ${texts('countries')},
        ${texts('registration_numbers')}, ${texts('topics')}, ${texts('programs')}
      from ${rowsOf('e', told, { entry_id: 'text', said: 'jsonb' })}
      on conflict (list_uuid, entry_id) do nothing`.execute(tx)
}

/** Adds names to entries of a list; what is no entry of it is left out. */
export async function insertNames(
  tx: Tx,
  list_uuid: string,
  names: readonly NewName[],
): Promise<void> {
  await sql`
    insert into screening_name (list_uuid, entry_id, name, folded, look, weak)
      select ${list_uuid}::uuid, n.entry_id, n.name, n.folded, n.look, n.weak from ${rowsOf('n', names, NAMES)}
        join screening_entry e on e.list_uuid = ${list_uuid}::uuid and e.entry_id = n.entry_id`.execute(
    tx,
  )
}

/** Adds wallets that a list names, by entries of it. */
export async function insertWallets(
  tx: Tx,
  list_uuid: string,
  wallets: readonly (ListedWallet & { readonly entry_id: string })[],
): Promise<void> {
  if (wallets.length === 0) return
  const rows = rowsOf('w', wallets, { entry_id: 'text', holder_id: 'text', address: 'text' })
  await sql`
    insert into screening_wallet (list_uuid, entry_id, holder_id, address)
      select ${list_uuid}::uuid, w.entry_id, w.holder_id, w.address from ${rows}`.execute(tx)
}

/** Which of these addresses lists in force name, each with its holder's entry where the list has one, else with its own. */
export async function selectWallets(
  tx: Tx,
  addresses: readonly string[],
): Promise<{ address: string; list_uuid: string; entry_id: string }[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<{ address: string; list_uuid: string; entry_id: string }>`
    select distinct w.address, w.list_uuid, coalesce(h.entry_id, w.entry_id) entry_id from screening_wallet w
        left join screening_entry h on h.list_uuid = w.list_uuid and h.entry_id = w.holder_id
      where w.address = any(${[...addresses]}::text[]) order by 1, 2, 3`.execute(tx)
  return rows
}

/** Some of the names that do not say yet what they look like: they came before that was kept. Where they stand holds until the transaction ends. */
export async function lockUnlooked(
  tx: Tx,
  limit: number,
): Promise<{ readonly at: string; readonly name: string }[]> {
  const { rows } = await sql<{ at: string; name: string }>`
    select ctid::text at, name from screening_name where look is null limit ${limit} for update skip locked`.execute(
    tx,
  )
  return rows
}

/** Keeps what names look like. */
export async function updateLooks(
  tx: Tx,
  looks: readonly { readonly at: string; readonly look: string }[],
): Promise<void> {
  await sql`update screening_name s set look = n.look from ${rowsOf('n', looks, { at: 'text', look: 'text' })}
    where s.ctid = n.at::tid`.execute(tx)
}

/** Adds countries to entries of a list, each once. */
export async function addCountries(
  tx: Tx,
  list_uuid: string,
  rows: readonly { readonly entry_id: string; readonly country: string }[],
): Promise<void> {
  await sql`
    update screening_entry e set countries = array(select distinct c from unnest(e.countries || a.more) c order by c)
      from (select entry_id, array_agg(country) more from ${rowsOf('r', rows, { entry_id: 'text', country: 'text' })} group by 1) a
      where e.list_uuid = ${list_uuid}::uuid and e.entry_id = a.entry_id`.execute(tx)
}

/** An entry of a list in force, with its source. */
export type ListedEntry = ListEntry & { readonly source: string; readonly list_uuid: string }

/** How alike trigrams must be for a name to be looked at: half of two names in common is enough. */
const SIMILAR = '0.3'
const MOST_ALIKE = 60

/**
 * The entries of which a name is like one of these or looks like it, and which entries those are for each. By the index, whatever the planner thinks of
 * lists that came a moment ago.
 */
export async function selectAlike(
  tx: Tx,
  names: readonly { readonly folded: string; readonly look: string }[],
): Promise<{ nth: number; list_uuid: string; entry_id: string }[]> {
  if (names.length === 0) return []
  await sql`select set_config('pg_trgm.similarity_threshold', ${SIMILAR}, true), set_config('enable_seqscan', 'off', true)`.execute(
    tx,
  )
  const rows = names.map(({ folded, look }, nth) => ({ nth, folded, look }))
  const found = await sql<{ nth: number; list_uuid: string; entry_id: string }>`
    select distinct n.nth, s.list_uuid, s.entry_id from ${rowsOf('n', rows, { nth: 'int', folded: 'text', look: 'text' })}
      cross join lateral (select list_uuid, entry_id from screening_name m where m.folded % n.folded or m.look % n.look
        order by greatest(similarity(m.folded, n.folded), similarity(m.look, n.look)) desc, entry_id limit ${sql.lit(MOST_ALIKE)}) s
      order by 1, 2, 3`.execute(tx)
  await sql`select set_config('enable_seqscan', 'on', true)`.execute(tx)
  return found.rows
}

type EntryRow = Omit<ListedEntry, 'names'> & { readonly names: { name: string; weak: boolean }[] }

/** Entries with their names. */
export async function selectEntries(
  tx: Tx,
  keys: readonly { readonly list_uuid: string; readonly entry_id: string }[],
): Promise<ListedEntry[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select e.list_uuid, e.entry_id, l.source, e.kind, e.birth_dates, e.countries, e.registration_numbers, e.topics, e.programs,
        (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'weak', n.weak) order by n.weak, n.name collate "C"), '[]')
          from screening_name n where n.list_uuid = e.list_uuid and n.entry_id = e.entry_id) names
      from ${rowsOf('k', keys, { list_uuid: 'uuid', entry_id: 'text' })}
        join screening_entry e on e.list_uuid = k.list_uuid and e.entry_id = k.entry_id join screening_list l on l.list_uuid = e.list_uuid`.execute(
    tx,
  )
  return rows
}

/** Which of these are on a list that is in force, as `source/entry_id`. */
export async function selectListed(
  tx: Tx,
  keys: readonly { readonly source: string; readonly entry_id: string }[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select k.source || '/' || k.entry_id key from ${rowsOf('k', keys, { source: 'text', entry_id: 'text' })}
      join screening_list l on l.source = k.source and l.replaced_at is null
      join screening_entry e on e.list_uuid = l.list_uuid and e.entry_id = k.entry_id`.execute(tx)
  return new Set(rows.map(row => row.key))
}
