/** A published list, taken in whole or not at all. */
import { basename } from 'node:path'
import { Problem } from '#domain/kernel/problem.ts'
import { foldLook, foldName } from '#domain/screening/fold-name.ts'
import {
  type ListFormat,
  type ReadEntry,
  readAdd,
  readAlt,
  readFtm,
  readSdn,
  type Skipped,
} from '#domain/screening/list-formats.ts'
import { auditByCommand } from '../kernel/audit-by-command.ts'
import type { Tx } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'
import { countries } from '../reference/countries.ts'
import { markAll } from './due.store.ts'
import {
  addCountries,
  countEntries,
  deleteReplaced,
  insertEntries,
  insertList,
  insertNames,
  insertWallets,
  type ListRow,
  lockSource,
} from './list.store.ts'
import { digestOfFiles, readLines, readRows } from './read-list.ts'

/** What is imported. Of OFAC's list other names and addresses lie in files of their own. */
export type ListFiles = {
  readonly source: string
  readonly format: ListFormat
  /** What its publisher calls this state of it; the day, where nobody says. */
  readonly version: string
  readonly path: string
  readonly alt?: string | undefined
  readonly add?: string | undefined
  /** Whether a list that lost more than half of its entries is meant. */
  readonly fewer?: boolean | undefined
}

/** Lines that have no entry, counted by why. */
export type SkippedLines = Readonly<Record<Skipped, number>>
/** What became of files: the list that is in force, and of one that was taken in which lines were passed over. */
export type Imported =
  | { readonly imported: false; readonly list: ListRow }
  | { readonly imported: true; readonly list: ListRow; readonly skipped: SkippedLines }

/** A new list with less than this share of the old one was probably cut off between two lines. */
const LEAST_SHARE = 0.5

/**
 * Puts a list in force in place of the older one of its source, within the transaction: other readers have the old one whole until it
 * commits. Everybody is looked for on it by the job that follows. The same bytes again import nothing. VALIDATION names the line that
 * cannot be read.
 */
export async function importList(tx: Tx, files: ListFiles, now: Date): Promise<Imported> {
  const { source, format, version } = files
  const paths = [files.path, files.alt, files.add].filter(path => path !== undefined)
  const sha256 = await digestOfFiles(paths)
  const before = await lockSource(tx, source)
  if (before?.sha256 === sha256) return { imported: false, list: before }
  const list_uuid = newUuid()
  const file_name = basename(files.path)
  const begun = {
    list_uuid,
    source,
    format,
    version,
    file_name,
    sha256,
    entries: 0,
    imported_at: now,
  }
  await insertList(tx, begun)
  const skipped = { kind: 0, nameless: 0 }
  const skip = (why: Skipped) => {
    skipped[why] += 1
  }
  const takeIn = format === 'ftm' ? takeFtm : takeOfac
  await takeIn(tx, list_uuid, files, skip)
  const entries = await countEntries(tx, list_uuid)
  if (entries === 0)
    throw new Problem('VALIDATION', 'screening.problems.empty', { params: { file: file_name } })
  if (before && !files.fewer && entries < before.entries * LEAST_SHARE)
    throw new Problem('VALIDATION', 'screening.problems.shrunk', {
      params: { before: before.entries, now: entries },
    })
  if ((await digestOfFiles(paths)) !== sha256)
    throw new Problem('VALIDATION', 'screening.problems.changedMeanwhile')
  await deleteReplaced(tx, source)
  await markAll(tx)
  await auditByCommand(tx, {
    action: 'import_list',
    entity: 'screening_list',
    entity_uuids: [list_uuid],
    at: now,
    before: before ? { sha256: before.sha256, entries: before.entries } : null,
    after: { source, version, sha256, entries, skipped },
  })
  return { imported: true, list: { ...begun, entries }, skipped }
}

type Skip = (why: Skipped) => void

async function takeFtm(tx: Tx, list_uuid: string, { path }: ListFiles, skip: Skip): Promise<void> {
  for await (const entries of readLines(path, readFtm, skip)) await take(tx, list_uuid, entries)
}

async function takeOfac(
  tx: Tx,
  list_uuid: string,
  { path, alt, add }: ListFiles,
  skip: Skip,
): Promise<void> {
  const codes = new Map(
    countries().map(({ name, countryCode }) => [name.toLowerCase(), countryCode]),
  )
  const countryOf = (name: string) =>
    codes.get(name.toLowerCase()) ?? OFAC_NAMES[name.split(' of the')[0] ?? '']
  for await (const entries of readRows(path, row => readSdn(row, countryOf), skip))
    await take(tx, list_uuid, entries)
  if (alt)
    for await (const names of readRows(alt, readAlt))
      await insertNames(
        tx,
        list_uuid,
        names.map(one => ({ ...one, ...lookedUp(one.name) })),
      )
  if (add)
    for await (const rows of readRows(add, row => readAdd(row, countryOf)))
      await addCountries(tx, list_uuid, rows)
}

/** What OFAC calls countries otherwise than Unicode does. */
const OFAC_NAMES: Readonly<Record<string, string>> = {
  Burma: 'MM',
  'Congo, Democratic Republic': 'CD',
  'Congo, Republic': 'CG',
  'Korea, North': 'KP',
  'Korea, South': 'KR',
  'Cote d Ivoire': 'CI',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
  'The Gambia': 'GM',
  'West Bank': 'PS',
}

async function take(tx: Tx, list_uuid: string, entries: readonly ReadEntry[]): Promise<void> {
  if (entries.length === 0) return
  // An id that comes twice in a file has its first entry, with the names of both.
  await insertEntries(
    tx,
    list_uuid,
    entries.map(({ names, wallets: _, ...entry }) => ({ ...entry, name: names[0]?.name ?? '' })),
  )
  const names = entries.flatMap(({ entry_id, names: all }) =>
    all.map(({ name, weak }) => ({ entry_id, name, ...lookedUp(name), weak })),
  )
  await insertNames(
    tx,
    list_uuid,
    names.filter(({ folded }) => folded !== ''),
  )
  await insertWallets(
    tx,
    list_uuid,
    entries.flatMap(({ entry_id, wallets }) => wallets.map(wallet => ({ ...wallet, entry_id }))),
  )
}

function lookedUp(name: string) {
  return { folded: foldName(name), look: foldLook(name) }
}
