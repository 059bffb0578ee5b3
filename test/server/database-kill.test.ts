/** kill -9 of PostgreSQL, again and again while a server pays: the server lives on, each payment leaves once, and nothing that was said is lost. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { kills } from '#test/harness/heavy.ts'
import { givenManyPayments } from '#test/harness/many-payments.ts'
import { openWorld, TEST_MASTER_KEY } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { seeded } from '#test/harness/random.ts'
import { cloneTemplate, startTestServer, TEST_AUTH_SECRET } from '#test/harness/test-server.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { givenSignedUpOperator, signIn } from './signed-up-operator.ts'

const KILLS = kills('DATABASE', 2, 50)
/** Each time some are executed anew, so that it is always in the middle of them. */
const PAYMENTS_EACH = 20
const RAIL_DELAY_MS = 300
const NOW = '2026-03-20T10:00:00Z'
/** What supervises it starts it again five times within a minute; a sixth time would be one too many. */
const MOST_A_MINUTE = 5
const MINUTE_MS = 61_000
/** A bound against waiting for ever. */
const BOUND_MS = 240_000

let postgres: Awaited<ReturnType<typeof startTestServer>>
let databaseUrl: string
let dir: string
let admin: Admin
let server: ServerProcess

beforeAll(async () => {
  postgres = await startTestServer()
  databaseUrl = (await cloneTemplate(postgres.url)).databaseUrl
  dir = mkdtempSync(join(tmpdir(), 'corridor-database-kill-'))
  admin = await adminOf({ databaseUrl })
  // As in production, and not as in other tests: what is committed outlives the process that said so.
  await admin.rows(
    `alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = on`,
  )
})
afterAll(async () => {
  await server?.kill()
  await admin.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Asks again until the database answers. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + BOUND_MS; ; await sleep(50)) {
    const answer = await ask().then(
      found => ({ found }),
      (error: unknown) => ({ error }),
    )
    if ('found' in answer) return answer.found
    if (performance.now() > end || server.ended())
      throw new Error(`the server said: ${server.said()}`, { cause: answer.error })
  }
}

const rows = <R extends Record<string, unknown>>(statement: string) =>
  patiently(() => admin.rows<R>(statement))

/** What should never be, whenever it is asked: an attempt or a transfer twice, another amount, sent without the rail. */
const wrong = () =>
  rows(`select a.payment_uuid from payment_attempt a left join simulated_rail.transfer t on t.attempt_uuid = a.attempt_uuid
    group by a.payment_uuid having count(*) > 1 or bool_or(t.amount_minor <> a.amount_minor) or bool_or(a.outcome = 'SENT' and t.attempt_uuid is null)`)

const sentOf = async (ids: readonly string[]) => {
  const [row] = await rows<{ sent: number }>(
    `select count(*)::int sent from payment where status = 'SENT' and payment_uuid = any('{${ids.join(',')}}'::uuid[])`,
  )
  return row?.sent ?? 0
}

const killedAt: number[] = []
/** Ends PostgreSQL as the kernel would, once what supervises it has room for another time. */
async function killDatabase(): Promise<void> {
  const [row] = await rows<{ data_directory: string }>('show data_directory')
  const file = join(row?.data_directory ?? '', 'postmaster.pid')
  const recent = killedAt.at(-MOST_A_MINUTE)
  if (recent !== undefined) await sleep(Math.max(0, recent + MINUTE_MS - Date.now()))
  killedAt.push(Date.now())
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
}

async function givenPayments() {
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const operator = await givenSignedUpOperator(admin, databaseUrl, {
    ...{ secret: TEST_AUTH_SECRET, publicUrl },
  })
  const world = await openWorld(databaseUrl, '2026-03-02T10:00:00Z', PLAIN_PAPER)
  const { payment_uuids } = await givenManyPayments(world, operator, KILLS * PAYMENTS_EACH)
  await world.close()
  await admin.rows("insert into setting values ('clock_offset_ms', to_jsonb($1::bigint))", [
    Date.parse(NOW) - Date.now(),
  ])
  server = await startServer(Number(new URL(publicUrl).port), {
    DATABASE_URL: databaseUrl,
    CORRIDOR_DATA_DIR: dir,
    AUTH_SECRET: TEST_AUTH_SECRET,
    MASTER_KEY: TEST_MASTER_KEY,
    PUBLIC_URL: publicUrl,
    CORRIDOR_NO_STORY: '1',
    CORRIDOR_TEST_RAIL_DELAY_MS: String(RAIL_DELAY_MS / 2),
  })
  return { operator, payment_uuids }
}

describe('a server whose PostgreSQL is killed while it pays', () => {
  it(`pays ${PAYMENTS_EACH} payments once each under each of ${KILLS} kills`, {
    timeout: 7_200_000,
  }, async () => {
    const random = seeded(20_260_320)
    const { operator, payment_uuids } = await givenPayments()
    const token = await signIn(server.url, operator.email)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const own = payment_uuids.slice(kill * PAYMENTS_EACH, (kill + 1) * PAYMENTS_EACH)
      const key = newUuid()
      const execute = async () => {
        const answer = await fetch(`${server.url}/api/v1/operations/payments/bulk-execute`, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ pay_date: '2026-03-20', payment_uuids: own }),
        })
        const text = await answer.text()
        if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
        return text
      }
      const first = execute().catch(() => undefined)
      await sleep(random() * RAIL_DELAY_MS * 3)
      await killDatabase()
      const [before, again] = [await first, await patiently(execute)]
      // What was answered before it died stands.
      if (before !== undefined) expect(again).toBe(before)
      await patiently(async () => expect(await sentOf(own)).toBe(own.length))
      expect([kill, await wrong(), server.ended()]).toEqual([kill, [], false])
    }
    expect(await sentOf(payment_uuids)).toBe(KILLS * PAYMENTS_EACH)
    expect(await rows('select count(*)::int n from simulated_rail.transfer')).toEqual([
      { n: KILLS * PAYMENTS_EACH },
    ])
    // Who was connected may have been answered by what a killed database leaves behind for a moment: who comes anew waits for the next.
    const world = await patiently(() => openWorld(databaseUrl, NOW, PLAIN_PAPER))
    expect(await world.broken()).toEqual([])
    await world.close()
  })
})
