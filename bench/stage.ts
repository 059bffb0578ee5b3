/** What each measure stands on: a PostgreSQL with fsync, databases of their own in it, and servers as processes of their own. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.gen.ts'
import { simulatedRail } from '#server/gateways/rails/simulated.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/db.ts'
import { startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts'
import { type FieldCipher, openFieldCipher } from '#server/kernel/field-cipher.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { check, fileAnchors } from '#server/verification/index.ts'
import type { Call } from './load.ts'

export type Role = 'employer' | 'other' | 'contractor' | 'operator'

export type Served = {
  readonly origin: string
  token(role: Role): string
  /** A GET of ours, or of the bare server where no role is named. */
  call(path: string, role?: Role): Call
  /** What the process holds, and the most that it held since it was asked before. */
  memory(): Promise<Memory>
  end(): Promise<void>
}

export type Memory = { readonly rss_bytes: number; readonly most_bytes: number }

export type Stage = {
  readonly client: pg.Client
  /** Of the database, as its owner. */
  readonly url: string
  readonly fields: FieldCipher
  /** For the books of rails. */
  readonly books: Kysely<DB>
  /** Throws when an invariant does not hold of what is there; else it is where later checks go on from. */
  verify(): Promise<void>
  serve(kind: 'ours' | 'bare'): Promise<Served>
  /** Waits until no job is left, for ten minutes at most; answers whether none is. */
  quiet(): Promise<boolean>
  /** Takes the database away, when its servers have ended. */
  clear(): Promise<void>
}

export type Stages = { open(name: string): Promise<Stage>; stop(): Promise<void> }

export async function openStages(): Promise<Stages> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
  const server = await startEmbeddedPostgres(join(dir, 'postgres'), { maxConnections: 80 })
  return {
    open: name => openStage(server.url, name, join(dir, `data-${name}`)),
    stop: async () => {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function openStage(serverUrl: string, name: string, dataDir: string): Promise<Stage> {
  await asAdmin(serverUrl, `create database ${name}`)
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const url = address.href
  const config = readConfig('start', { CORRIDOR_DATA_DIR: dataDir })
  const db = openDatabase(await prepareDatabase(config, url), { max: 2 })
  const client = new pg.Client(url)
  // What fails is told by who asked, and not by the end of the database after it.
  client.on('error', () => {})
  await client.connect()
  return {
    client,
    url,
    fields: await openFieldCipher(db, config.masterKeys),
    books: db.books,
    verify: async () => {
      // What a start makes of values that it finds, before they are sealed.
      await prepareDatabase(config, url)
      const anchors = fileAnchors(join(dataDir, 'audit-anchor'))
      const rails = [simulatedRail(db.books)]
      const deps = { db, masterKeys: config.masterKeys, anchors, rails }
      const broken = (await check(deps, { all: true, keep: true })).filter(
        verdict => verdict.violations.length > 0,
      )
      if (broken.length > 0)
        throw new Error(`what was seeded is not whole: ${JSON.stringify(broken)}`)
    },
    serve: kind => serve(url, dataDir, kind),
    quiet: async () => {
      const until = Date.now() + 600_000
      while (await busy(client)) {
        if (Date.now() > until) return false
        await sleep(500)
      }
      return true
    },
    clear: async () => {
      await client.end()
      await db.close()
      await asAdmin(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

async function busy(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(`
    select exists (select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts)
      or exists (select from outbox_event where delivered_at is null and not dead) busy`)
  return rows[0]?.busy ?? false
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

function serve(url: string, dataDir: string, kind: 'ours' | 'bare'): Promise<Served> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${kind}-server.ts`)], {
    env: { ...process.env, BENCH_DATABASE_URL: url, CORRIDOR_DATA_DIR: dataDir },
    // Standard output is for the figures alone.
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the ${kind} server ended with ${code}`)))
    child.once('message', message => {
      const { origin, tokens } = message as { origin: string; tokens: Record<string, string> }
      const token = (role: Role) => tokens[role] ?? ''
      resolve({
        origin,
        token,
        call: (path, role) =>
          role
            ? {
                url: `${origin}/api/v1${path}`,
                headers: { authorization: `Bearer ${token(role)}` },
              }
            : { url: `${origin}${path}`, headers: {} },
        memory: () =>
          new Promise(answered => {
            child.once('message', said => answered(said as Memory))
            child.send('memory')
          }),
        end: async () => {
          const ended = new Promise(done => child.once('exit', done))
          child.kill('SIGTERM')
          await ended
        },
      })
    })
  })
}
