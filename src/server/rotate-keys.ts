/**
 * Another master key: everything that an older one wraps is wrapped by the current one, contents stay as they are. Killed anywhere it is
 * begun again and finds what is left. Safe beside servers that know both keys.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { keyIdOf } from './gateways/files/envelope.ts'
import type { FileStore } from './gateways/files/file-store.ts'
import { GatewayError } from './gateways/gateway-error.ts'
import type { Config } from './kernel/config.ts'
import { openFieldCipher, SEALED_COLUMNS } from './kernel/field-cipher.ts'
import { inTurn } from './kernel/in-turn.ts'
import { loadSeal } from './kernel/seal-material.ts'
import { rewrapRows } from './kernel/seal-rows.ts'
import { type CheckDeps, check } from './verification/index.ts'

/** What is wrapped: documents, personal fields, mails that wait, the seals of rows, and the key that seals contracts. */
export const WRAPPED = ['documents', 'fields', 'mails', 'row seals', 'seal'] as const
export type Wrapped = (typeof WRAPPED)[number]

/** How many of each kind need which key; `?` are those that say none, and do not open. */
export type KeyUse = Readonly<Record<Wrapped, Readonly<Record<string, number>>>>

export type KeyDeps = {
  readonly config: Pick<Config, 'masterKeys' | 'dataDir' | 'sealP12'>
  /** The owner's address: what is sealed stands in tables of every context. */
  readonly ownerUrl: string
  readonly files: FileStore
  readonly checked: CheckDeps
}

const UNREADABLE = '?'

/** Counts what needs which key, by looking at all of it. */
export async function countKeys({ config, ownerUrl, files }: KeyDeps): Promise<KeyUse> {
  const documents: Record<string, number> = {}
  for await (const ids of files.list(0))
    for (const file_uuid of ids) {
      const key = await files.keyOf(file_uuid).catch(unlessGone)
      if (key !== undefined) documents[key] = (documents[key] ?? 0) + 1
    }
  return withOwner(ownerUrl, async client => {
    const count = async (statement: string): Promise<Record<string, number>> => {
      const { rows } = await client.query<{ key: string; n: number }>(statement)
      return Object.fromEntries(rows.map(({ key, n }) => [key, n]))
    }
    const columns = Object.keys(SEALED_COLUMNS).map(place => {
      const [table, column] = place.split('.')
      return `select split_part(${column}, ':', 2) "key" from ${table} where starts_with(${column}, 'sealed:')`
    })
    return {
      documents,
      fields: await count(
        `select key, count(*)::int n from (${columns.join(' union all ')}) f group by 1`,
      ),
      mails: await count(`select m[1] "key", count(*)::int n from graphile_worker._private_jobs j,
        regexp_matches(j.payload::text, '"sealed:([^:"]+):', 'g') m group by 1`),
      'row seals': await count('select key_id "key", count(*)::int n from row_seal group by 1'),
      seal: sealKey(config),
    }
  })
}

/** Of all kinds together, how many need another key than the current one. */
export function neededBesides(use: KeyUse, current: string): Readonly<Record<string, number>> {
  const needed: Record<string, number> = {}
  for (const of of Object.values(use))
    for (const [key, n] of Object.entries(of))
      if (key !== current && n > 0) needed[key] = (needed[key] ?? 0) + n
  return needed
}

export type Rotated = {
  readonly use: KeyUse
  /** Documents that do not open, which are left as they are. */
  readonly unreadable: readonly string[]
  /** Invariants that do not hold: then the seals of rows are not made anew, which would hide what was changed. */
  readonly broken: readonly string[]
}

/** Wraps everything by the current key, and says what still needs another one. */
export async function rotateKeys(deps: KeyDeps): Promise<Rotated> {
  const { config, ownerUrl, files, checked } = deps
  const unreadable = await rewrapFiles(files)
  const fields = await openFieldCipher(checked.db, config.masterKeys)
  await inTurn(ownerUrl, () => rewrapRows(ownerUrl, fields))
  // Opening it wraps it.
  await loadSeal(config)
  const verdicts = await check(checked, { all: true, keep: true })
  const broken = verdicts.filter(({ violations }) => violations.length > 0).map(({ name }) => name)
  return { use: await countKeys(deps), unreadable, broken }
}

async function rewrapFiles(files: FileStore): Promise<string[]> {
  const unreadable: string[] = []
  for await (const ids of files.list(0))
    for (const file_uuid of ids)
      await files.rewrap(file_uuid).catch(error => {
        if (unlessGone(error) !== undefined) unreadable.push(file_uuid)
      })
  return unreadable
}

/** Undefined for a file that went meanwhile, and a sign for one that does not open; all else is thrown. */
function unlessGone(error: unknown): string | undefined {
  if (!(error instanceof GatewayError) || error.retriable) throw error
  if (error.code === 'FILE_NOT_FOUND') return undefined
  return UNREADABLE
}

function sealKey({ dataDir, sealP12 }: KeyDeps['config']): Record<string, number> {
  const path = join(dataDir, 'seal.json')
  if (sealP12 || !existsSync(path)) return {}
  const { sealed_key } = JSON.parse(readFileSync(path, 'utf8')) as { sealed_key?: string }
  return { [sealed_key ? keyIdOf(Buffer.from(sealed_key, 'base64')) : UNREADABLE]: 1 }
}

async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query("select set_config('app.role', 'system', false)")
    return await work(client)
  } finally {
    await client.end()
  }
}
