/**
 * Brings sealed columns up to date at a start: clear values from before they were sealed, and what an older master key wrapped.
 * Killed anywhere it goes on where it was.
 */
import pg from 'pg'
import { type FieldCipher, SEALED_COLUMNS, type SealedPlace } from './field-cipher.ts'

const BATCH = 500

type Row = Readonly<Record<string, string>>

/**
 * Seals and rewraps every value that is not sealed under the current master key, then lets the database hold that no clear
 * one is left. Costs one look where all is up to date. `databaseUrl` is the owner's; one process at a time.
 */
export function sealRows(databaseUrl: string, fields: FieldCipher): Promise<void> {
  return asOwner(databaseUrl, async client => {
    await sealQueuedMails(client, fields)
    if (await isUpToDate(client, fields)) return
    await sealColumns(client, fields)
    await validateConstraints(client)
  })
}

/**
 * Rewraps every value, and every mail that waits, that is not wrapped by the current master key; looks at all of them, also where a
 * start found nothing to do: a server that knew the older key alone may have written since.
 */
export function rewrapRows(databaseUrl: string, fields: FieldCipher): Promise<void> {
  return asOwner(databaseUrl, async client => {
    await sealColumns(client, fields)
    await rewrapQueuedMails(client, fields)
  })
}

async function asOwner(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query("select set_config('app.role', 'system', false)")
    await work(client)
  } finally {
    await client.end()
  }
}

async function sealColumns(client: pg.Client, fields: FieldCipher): Promise<void> {
  for (const [place, keys] of Object.entries(SEALED_COLUMNS))
    await sealColumn(client, fields, place as SealedPlace, keys)
}

/** The last column holds the blind index's key alone, and is rewrapped after all others. */
async function isUpToDate(client: pg.Client, fields: FieldCipher): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(
    `select coalesce((select bool_and(starts_with(sealed, $1)) from field_key), false)
      and not exists (select from pg_constraint where starts_with(conname, 'sealed_') and not convalidated) done`,
    [fields.prefix],
  )
  return rows[0]?.done ?? false
}

async function sealColumn(
  client: pg.Client,
  fields: FieldCipher,
  place: SealedPlace,
  keys: readonly string[],
): Promise<void> {
  const [table = '', column = ''] = place.split('.')
  const stale = `t.${column} <> '' and not starts_with(t.${column}, $1)`
  // Ids alone are read ahead: each value is read again under its row's lock.
  await client.query(
    `declare stale_rows no scroll cursor with hold for select ${keys.join(', ')} from ${table} t
      where ${stale.replace('$1', pg.escapeLiteral(fields.prefix))}`,
  )
  for (;;) {
    const { rows: ids } = await client.query<Row>(`fetch ${BATCH} from stale_rows`)
    if (ids.length === 0) break
    await client.query('begin')
    const { rows } = await client.query<Row>(
      `select ${keys.map(key => `t.${key}`).join(', ')}, t.${column} from ${table} t
        join jsonb_populate_recordset(null::${table}, $2) u using (${keys.join(', ')})
        where ${stale} for update of t`,
      [fields.prefix, JSON.stringify(ids)],
    )
    const sealed = rows.map(row => ({ ...row, [column]: anew(fields, place, keys, row, column) }))
    await client.query(
      `update ${table} t set ${column} = u.${column} from jsonb_populate_recordset(null::${table}, $1) u
        where ${keys.map(key => `t.${key} = u.${key}`).join(' and ')}`,
      [JSON.stringify(sealed)],
    )
    await client.query('commit')
  }
  await client.query('close stale_rows')
}

function anew(
  fields: FieldCipher,
  place: SealedPlace,
  keys: readonly string[],
  row: Row,
  column: string,
): string {
  const value = row[column] ?? ''
  if (value.startsWith('sealed:')) return fields.rewrap(value) ?? value
  return fields.seal(place, keys.map(key => row[key]).join('/'), value)
}

/** Mails that waited, or failed for good, when they were still queued in clear. */
async function sealQueuedMails(client: pg.Client, fields: FieldCipher): Promise<void> {
  const { rows } = await client.query<{ id: string; payload: { message_id: string } }>(
    `select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send_mail' and j.payload::jsonb ? 'data'`,
  )
  for (const { id, payload } of rows) {
    const { message_id, ...mail } = payload
    const sealed = fields.seal('job.send_mail', message_id, JSON.stringify(mail))
    await client.query('update graphile_worker._private_jobs set payload = $2 where id = $1', [
      id,
      JSON.stringify({ message_id, sealed }),
    ])
  }
}

/** Sealed values in payloads of jobs, wherever they stand in them. A job that is worked off meanwhile is gone, and so is its value. */
async function rewrapQueuedMails(client: pg.Client, fields: FieldCipher): Promise<void> {
  const { rows } = await client.query<{ id: string; payload: string }>(
    `select id, payload::text payload from graphile_worker._private_jobs where payload::text like '%"sealed:%'`,
  )
  for (const { id, payload } of rows) {
    const anew = payload.replace(
      /(?<=")sealed:[^:"]+:[\w-]+(?=")/g,
      value => fields.rewrap(value) ?? value,
    )
    if (anew !== payload)
      await client.query(
        'update graphile_worker._private_jobs set payload = $2::json where id = $1 and payload::text = $3',
        [id, anew, payload],
      )
  }
}

async function validateConstraints(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) statement
      from pg_constraint where starts_with(conname, 'sealed_') and not convalidated`,
  )
  for (const { statement } of rows) await client.query(statement)
}
