/** An upgrade of a database from before values were sealed, and a change of the master key. */

import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations as migrateQueue } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseNamed, TEST_AUTH_SECRET, testLogins } from '#test/harness/test-server.ts'
import { ensureLogins } from './database-logins.ts'
import { type Database, openDatabase } from './db.ts'
import { type FieldCipher, openFieldCipher, SEALED_COLUMNS } from './field-cipher.ts'
import { newUuid } from './ids.ts'
import { migrate } from './migrate.ts'
import { sealRows } from './seal-rows.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations')
const EMPLOYER = '00000000-0000-7000-8000-000000000001'
const PEOPLE = 1200

const first = randomBytes(32)
const second = randomBytes(32)

let url = ''
let admin: pg.Client
let owner: pg.Pool
let database: Database
let fields: FieldCipher

beforeAll(async () => {
  const server = inject('server_url')
  const name = `upgrade_${newUuid().replaceAll('-', '')}`
  url = databaseNamed(server, name)
  admin = new pg.Client({ connectionString: databaseNamed(server, 'postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await migrateTo('0006-identity')
  await fillInClear()
  await migrate(url)
  owner = new pg.Pool({ connectionString: url, max: 4 })
  owner.on('error', () => {})
  await ensureLogins(url, TEST_AUTH_SECRET)
  database = openDatabase(testLogins(url), { max: 4 })
  fields = await openFieldCipher(database, { current: 'first', keys: { first } })
})
afterAll(async () => {
  await database?.close()
  await owner?.end()
  await admin?.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await admin?.end()
})

async function migrateTo(last: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const files = (await readdir(MIGRATIONS)).filter(name => name.endsWith('.sql')).sort()
  const getMigrations = async () =>
    Object.fromEntries(
      await Promise.all(
        files.map(async file => {
          const text = await readFile(join(MIGRATIONS, file), 'utf8')
          const up = async (on: Kysely<unknown>) => void (await sql.raw(text).execute(on))
          return [file.replace('.sql', ''), { up }] as const
        }),
      ),
    )
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo(last)
  if (error) throw error
  await migrateQueue({ pgPool: pool })
  await db.destroy()
}

/** Rows as the versions before wrote them. */
async function fillInClear(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const mail = {
    template: 'reset-password',
    to: 'a@b.test',
    data: { url: 'https://x/?token=live' },
  }
  await client.query(`
    insert into employer (employer_uuid, domain, country_code, created_at) values ('${EMPLOYER}', 'old.test', 'CA', now());
    insert into person (sub, type, email, first_name, last_name, phone_number, created_at)
      select 's' || n, 'contractor', 's' || n || '@old.test', 'Old', 'Hand ' || n, case n % 3 when 0 then '' else '+1416' || n end, now()
        from generate_series(1, ${PEOPLE}) n;
    insert into contractor (sub, permanent_address, mailing_address, created_at)
      select sub, jsonb_build_object('street_number_and_name', 'Old street of ' || sub), null, now() from person;
    insert into destination (destination_uuid, contractor_sub, kind, network, currency, label, address, bank, usable_from, changed_at, created_at) values
      ('${EMPLOYER}', 's1', 'bank', 'fiat', 'CAD', 'Olga Holder •• 4567', null, '{"account_name": "Olga Holder", "currency": "CAD", "account_number": "1234567", "iban": null}', now(), now(), now()),
      (gen_random_uuid(), 's1', 'wallet', 'solana', 'USDC', 'gfAy…4Mt, Solana', 'gfAy', null, now(), now(), now());
    insert into destination_change (contractor_sub, text, at) values
      ('s1', 'Bank account Olga Holder •• 4567 added', now()), ('s1', 'Split changed to 100.00% Olga Holder •• 4567', now());
    insert into invitation (invitation_uuid, employer_uuid, email, contractor_sub, inviter_sub, status, token_hash, datetime_invited, link_sent_at, expires_at) values
      ('${EMPLOYER}', '${EMPLOYER}', 's2@old.test', 's2', 's1', 'OFFBOARDED', '\\x01', now(), now(), now());
    insert into idempotency_key (actor_sub, key, endpoint, input_hash, status, response) values ('s1', 'k', 'PUT /x', '\\x01', 200, '{"street":"Old street of s1"}');
    insert into outbox_event (event_uuid, type, payload, created_at) values ('${EMPLOYER}', 'identity.mail_requested', '{"secret": "live token", "email": "a@b.test"}', now()),
      (gen_random_uuid(), 'identity.mail_requested', '{"secret": "", "kind": "account-exists", "email": "a@b.test"}', now());
    select graphile_worker.add_job('send_mail', '${JSON.stringify({ ...mail, message_id: '<old@x>' })}'::json);`)
  await client.end()
}

const column = async (place: string) => {
  const [table, name] = place.split('.')
  const { rows } = await owner.query<{ value: string | null; at: string }>(
    `select ${name} "value", xmin::text "at" from ${table} order by 1, 2`,
  )
  return rows
}
const clear = async () => {
  const all = await Promise.all(Object.keys(SEALED_COLUMNS).map(column))
  return all.flat().filter(({ value }) => value && !value.startsWith('sealed:')).length
}
const unvalidated = async () =>
  (await owner.query("select from pg_constraint where conname like 'sealed%' and not convalidated"))
    .rowCount

describe('rows from before values were sealed', () => {
  it('are sealed at the next start; one that is cut short is finished by the one after', async () => {
    expect(await clear()).toBeGreaterThan(2 * (PEOPLE / 2))
    await owner.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'the power went'; end $$;
      create trigger fail before update on contractor for each row when (old.sub = 's999') execute function fail()`)
    await expect(sealRows(url, fields)).rejects.toThrow('the power went')
    expect(await clear()).toBeGreaterThan(0)
    expect(await unvalidated()).toBeGreaterThan(0)
    await owner.query('drop trigger fail on contractor')
    await sealRows(url, fields)
    expect(await clear()).toBe(0)
    // From here on PostgreSQL itself says that no clear value is left.
    expect(await unvalidated()).toBe(0)
  })

  it('open to what they were', async () => {
    const { rows } = await owner.query<{ sub: string; phone: string; home: string }>(
      'select sub, phone_number phone, permanent_address home from person join contractor using (sub)',
    )
    expect(rows).toHaveLength(PEOPLE)
    for (const { sub, phone, home } of rows) {
      const n = Number(sub.slice(1))
      expect(fields.open('person.phone_number', sub, phone)).toBe(n % 3 ? `+1416${n}` : '')
      const address = JSON.parse(fields.open('contractor.permanent_address', sub, home))
      expect(address).toEqual({ street_number_and_name: `Old street of ${sub}` })
    }
    const [bank] = (await column('destination.bank')).filter(({ value }) => value)
    expect(JSON.parse(fields.open('destination.bank', EMPLOYER, bank?.value ?? ''))).toMatchObject({
      account_number: '1234567',
    })
  })

  it('are done once: the next start touches nothing', async () => {
    const before = await Promise.all(Object.keys(SEALED_COLUMNS).map(column))
    await sealRows(url, fields)
    expect(await Promise.all(Object.keys(SEALED_COLUMNS).map(column))).toEqual(before)
  })

  it('can be written in clear no more, in any of the columns', async () => {
    for (const [place, value, where = 'true'] of [
      ['person.phone_number', '+14165550142'],
      ['contractor.permanent_address', '{}'],
      ['contractor.mailing_address', ''],
      ['destination.bank', '{}', "kind = 'bank'"],
      ['ended_relation.record', '{}'],
      ['field_key.sealed', 'a key'],
    ]) {
      const [table, name] = place?.split('.') ?? []
      await expect(
        owner.query(`update ${table} set ${name} = $1 where ${where}`, [value]),
      ).rejects.toThrow(`sealed_${table}_${name}`)
    }
  })

  it('take with them what lay beside: labels with holders, kept answers, links that wait', async () => {
    const { rows } = await owner.query<{ label: string }>(
      'select label from destination order by 1',
    )
    expect(rows.map(({ label }) => label)).toEqual(['CAD account •• 4567', 'gfAy…4Mt, Solana'])
    const changes = await owner.query<{ text: string }>('select text from destination_change')
    expect(changes.rows.map(({ text }) => text).sort()).toEqual([
      'CAD account •• 4567 added',
      'Split changed to 100.00% CAD account •• 4567',
    ])
    expect(await column('idempotency_key.response')).toEqual([])
    const [event, linkless] = (
      await owner.query('select payload, secret from outbox_event order by secret nulls last')
    ).rows
    expect(linkless).toEqual({
      payload: { kind: 'account-exists', email: 'a@b.test' },
      secret: null,
    })
    expect(event.payload).toEqual({ email: 'a@b.test' })
    expect(fields.open('outbox_event.secret', EMPLOYER, event.secret)).toBe('live token')
    const [job] = (await owner.query('select payload from graphile_worker._private_jobs')).rows
    expect(JSON.stringify(job)).not.toContain('token')
    const mail = JSON.parse(fields.open('job.send_mail', '<old@x>', job.payload.sealed))
    expect(mail.data).toEqual({ url: 'https://x/?token=live' })
  })

  it('of relations that ended are frozen as they are', async () => {
    const [record] = await column('ended_relation.record')
    expect(
      JSON.parse(fields.open('ended_relation.record', `${EMPLOYER}/s2`, record?.value ?? '')),
    ).toEqual({
      preferred_name: '',
      phone_number: '+14162',
      permanent_address: { street_number_and_name: 'Old street of s2' },
      mailing_address: null,
    })
  })
})

describe('a new master key in the first place', () => {
  it('wraps everything at the next start, and the old one can go', async () => {
    const index = fields.blindIndex('x', 'y').toString('hex')
    const rotated = await openFieldCipher(database, {
      current: 'second',
      keys: { second, first },
    })
    await sealRows(url, rotated)
    const values = (await Promise.all(Object.keys(SEALED_COLUMNS).map(column))).flat()
    const stale = values.filter(({ value }) => value && !value.startsWith('sealed:second:'))
    expect(stale).toEqual([])
    const alone = await openFieldCipher(database, { current: 'second', keys: { second } })
    expect(alone.blindIndex('x', 'y').toString('hex')).toBe(index)
    const { rows } = await owner.query("select phone_number from person where sub = 's1'")
    expect(alone.open('person.phone_number', 's1', rows[0].phone_number)).toBe('+14161')
  })
})
