/**
 * `npm run bench`: what the defences cost, as ratios within one run. `payroll-10k` is 10,000 line items created, approved,
 * executed and marked paid through the HTTP API against the same rows by plain SQL; `list-50-of-100k` is a page of 50 of 100,000
 * payments against a bare Fastify with pg. The client runs in a process of its own kind: the same for both sides.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensureIdentityTables } from '#server/gateways/identity-provider/embedded/better-auth.ts'
import { readConfig } from '#server/kernel/config.ts'
import { ensureLogins, loginsOf } from '#server/kernel/database-logins.ts'
import { openDatabase } from '#server/kernel/db.ts'
import { startEmbeddedPostgres } from '#server/kernel/embedded-postgres.ts'
import { type FieldCipher, openFieldCipher } from '#server/kernel/field-cipher.ts'
import { migrate } from '#server/kernel/migrate.ts'
import { requestsPerSecond } from './load.ts'
import { payrollOverHttp } from './payroll.ts'
import { plainPayroll } from './plain.ts'
import { seedEmployer, seedHistory } from './seed.ts'

type Figure = { name: string; ours: number; baseline: number; ratio: number; unit: string }

const json = process.argv.includes('--json')
const ITEMS = 10_000
const PAYMENTS = 100_000
const ROUNDS = 3
// The looks in between (the dry run, the checklist) are printed beside them; plain SQL has none.
const WORK = ['create', 'approve', 'execute', 'settle']
const say = (text: string) => json || console.log(text)

const dir = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const server = await startEmbeddedPostgres(join(dir, 'postgres'), { maxConnections: 80 })
const figures: Figure[] = []
try {
  say(
    `Node ${process.versions.node}, ${cpus().length} cores of ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0]?.toFixed(1)}; embedded PostgreSQL with fsync, ratios of medians of ${ROUNDS}`,
  )
  figures.push(await payroll())
  figures.push(await list())
} finally {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
if (json) console.log(JSON.stringify(figures))
else
  for (const { name, ours, baseline, ratio, unit } of figures)
    console.log(
      `${name}: ${ours.toFixed(0)} ${unit}, baseline ${baseline.toFixed(0)} ${unit}, ratio ${ratio.toFixed(2)}`,
    )

async function payroll(): Promise<Figure> {
  const ours: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const url = await freshDatabase(`payroll_${round}`)
    const client = new pg.Client(url)
    await client.connect()
    await seedEmployer(client, await fieldsOf(url), ITEMS)
    baseline.push(ITEMS / (await plainPayroll(client, ITEMS)))
    const { child, origin, token } = await startServer(url, 'ours')
    const steps = await payrollOverHttp(origin, token, ITEMS)
    await end(child)
    await client.end()
    const total = WORK.reduce((sum, step) => sum + (steps[step] ?? 0), 0)
    ours.push(ITEMS / total)
    say(
      `  round ${round + 1}: ${Object.entries(steps)
        .map(([name, seconds]) => `${name} ${seconds.toFixed(2)} s`)
        .join(', ')}; plain SQL ${(ITEMS / (baseline.at(-1) ?? 1)).toFixed(2)} s`,
    )
  }
  return figure('payroll-10k', ours, baseline, 'items/s')
}

async function list(): Promise<Figure> {
  const url = await freshDatabase('list')
  const client = new pg.Client(url)
  await client.connect()
  await seedEmployer(client, await fieldsOf(url), 1000)
  await seedHistory(client, PAYMENTS)
  await client.end()
  const ours = await startServer(url, 'ours')
  const bare = await startServer(url, 'bare')
  const load = { connections: 8, seconds: 4 }
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await requestsPerSecond(`${bare.origin}/list`, {}, load))
    rates.ours.push(
      await requestsPerSecond(
        `${ours.origin}/api/v1/operations/payments/history?limit=50`,
        { authorization: `Bearer ${ours.token('operator')}` },
        load,
      ),
    )
  }
  await end(ours.child)
  await end(bare.child)
  return figure('list-50-of-100k', rates.ours, rates.bare, 'requests/s')
}

async function freshDatabase(name: string): Promise<string> {
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(server.url)
  url.pathname = `/${name}`
  await migrate(url.href)
  await ensureIdentityTables(url.href)
  await ensureLogins(url.href, benchConfig().authSecret)
  return url.href
}

/** Of the server under measure: its data folder is the same. */
function benchConfig() {
  return readConfig('start', { CORRIDOR_DATA_DIR: join(dir, 'data') })
}

/** What it will open. */
async function fieldsOf(url: string): Promise<FieldCipher> {
  const { masterKeys, authSecret } = benchConfig()
  const database = openDatabase(loginsOf(url, authSecret), { max: 1 })
  const fields = await openFieldCipher(database, masterKeys)
  await database.close()
  return fields
}

async function end(child: Started['child']): Promise<void> {
  child.removeAllListeners('exit')
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

type Started = {
  child: ReturnType<typeof spawn>
  origin: string
  token(role: 'employer' | 'operator'): string
}

function startServer(url: string, kind: 'ours' | 'bare'): Promise<Started> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${kind}-server.ts`)], {
    env: { ...process.env, BENCH_DATABASE_URL: url, CORRIDOR_DATA_DIR: join(dir, 'data') },
    // Standard output is for the figures alone.
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', message => {
      const { origin, tokens } = message as { origin: string; tokens: Record<string, string> }
      resolve({ child, origin, token: role => tokens[role] ?? '' })
    })
    child.once('exit', code => reject(new Error(`the ${kind} server ended with ${code}`)))
  })
}

function figure(name: string, ours: number[], baseline: number[], unit: string): Figure {
  const [a, b] = [median(ours), median(baseline)]
  return {
    name,
    ours: Math.round(a),
    baseline: Math.round(b),
    ratio: Number((a / b).toFixed(3)),
    unit,
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
