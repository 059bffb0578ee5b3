/** kill -9 of the real server, again and again while it pays: each payment leaves once, and nothing that was said is lost. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { heavy, kills as killsOf } from '#test/harness/heavy.ts'
import { givenManyPayments } from '#test/harness/many-payments.ts'
import { TEST_MASTER_KEY } from '#test/harness/open-world.ts'
import { seeded } from '#test/harness/random.ts'
import { TEST_AUTH_SECRET } from '#test/harness/test-server.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { givenSignedUpOperator, signIn } from './signed-up-operator.ts'

const PAYMENTS = heavy(400, 4000)
/** In how many worlds it pays, one after the other, so that it is always in the middle of it. */
const ROUNDS = heavy(1, 10)
/** As far as the rail gets while it answers nobody: one batch. */
const AHEAD = Math.min(PAYMENTS, 1000)
const KILLS = Math.max(4, Math.ceil(killsOf('SERVER', 4, 500) / ROUNDS))
const KILLS_IN_REQUEST = Math.ceil(KILLS / 4)
const KILLS_BEFORE_RECORDING = Math.ceil(KILLS / 6)
const KILLS_IN_EXECUTION = KILLS - KILLS_IN_REQUEST - KILLS_BEFORE_RECORDING
/** After how many kills all of the invariants are asked, which takes as long as ten of them. */
const ASKED_EACH = 10
const RAIL_DELAY_MS = 1400
const NEVER_MS = 7_200_000
/** After that long an execution is put into the queue anew (payments/release-held.ts). */
const OVERDUE_MS = 31 * 60_000

let world: World
let admin: Admin
let dir: string
let server: ServerProcess | undefined
let env: Record<string, string>
let port: number

beforeEach(async () => {
  world = await plainWorld(undefined, { fresh: true })
  admin = await adminOf(world)
  dir = mkdtempSync(join(tmpdir(), 'corridor-kill-'))
  port = await freePort()
  env = {
    DATABASE_URL: world.databaseUrl,
    CORRIDOR_DATA_DIR: dir,
    AUTH_SECRET: TEST_AUTH_SECRET,
    MASTER_KEY: TEST_MASTER_KEY,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CORRIDOR_NO_STORY: '1',
    // Whenever the work begins, on however fast or busy a machine: what the rail has is not written down before the process ends.
    CORRIDOR_TEST_RAIL_DELAY_MS: `${RAIL_DELAY_MS / 2},${NEVER_MS}`,
  }
})
afterEach(async () => {
  await server?.kill()
  await admin.close()
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

const counts = async () => {
  const [row] = await admin.rows<{
    executing: number
    sent: number
    rail: number
    executions: number
  }>(
    `select (count(*) filter (where status = 'EXECUTING'))::int executing, (count(*) filter (where status = 'SENT'))::int sent,
      (select count(*)::int from simulated_rail.transfer) rail, (select count(*)::int from execution) executions from payment`,
  )
  return row ?? { executing: 0, sent: 0, rail: 0, executions: 0 }
}

/** What a dead server left: nothing went out twice or for another amount, and nothing is called sent that the rail does not have. */
const left = async () =>
  admin.rows(`select a.attempt_uuid from payment p join payment_attempt a using (payment_uuid) left join simulated_rail.transfer t on t.attempt_uuid = a.attempt_uuid
    group by a.attempt_uuid, a.outcome, a.amount_minor having count(t) > 1 or bool_or(t.amount_minor <> a.amount_minor) or a.outcome = 'SENT' and count(t) = 0
    union all select payment_uuid from payment_attempt group by 1 having count(*) > 1`)
let killed = 0
let sent_before = 0
/** Ends the server, looks at what it left, which is never less than before, and starts it again. */
const killOnce = async () => {
  await server?.kill()
  killed += 1
  const { sent } = await counts()
  expect([killed, await left(), sent >= sent_before]).toEqual([killed, [], true])
  if (killed % ASKED_EACH === 0) expect([killed, await world.broken()]).toEqual([killed, []])
  sent_before = sent
  await waitOutTheQueue()
  server = await startServer(port, env)
}

/**
 * The queue gives a job up that died with its process as often as it may be tried; the clock puts an execution into it again that has not ended for
 * half an hour, which passes here.
 */
async function waitOutTheQueue(): Promise<void> {
  await admin.rows(
    `update setting set value = to_jsonb(value::bigint + $1::bigint) where name = 'clock_offset_ms'
      and exists (select from graphile_worker._private_jobs where attempts >= max_attempts)`,
    [OVERDUE_MS],
  )
}

const rounds = Array.from({ length: ROUNDS }, (_, at) => at + 1)

describe(`a server that is killed ${ROUNDS * KILLS} times while it pays`, () => {
  it.each(rounds)(
    `pays ${PAYMENTS} payments once each, round %i`,
    {
      timeout: 7_200_000,
    },
    async round => {
      const random = seeded(20_260_319 + round)
      sent_before = 0
      const operator = await givenSignedUpOperator(admin, world.databaseUrl, {
        secret: TEST_AUTH_SECRET,
        publicUrl: env.PUBLIC_URL ?? '',
      })
      const { payment_uuids } = await givenManyPayments(world, operator, PAYMENTS)
      expect(payment_uuids).toHaveLength(PAYMENTS)
      // The server's clock stands where the story of this test does.
      const offset = Date.parse('2026-03-20T10:00:00Z') - Date.now()
      await admin.rows("insert into setting values ('clock_offset_ms', to_jsonb($1::bigint))", [
        offset,
      ])

      server = await startServer(port, env)
      let token = await signIn(server.url, operator.email)
      const key = newUuid()
      const ask = () =>
        fetch(`${server?.url}/api/v1/operations/payments/bulk-execute`, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({ pay_date: '2026-03-20', payment_uuids }),
        })
      const request = async () => {
        let answer = await ask()
        // Half an hour later, or on a slow machine, who asks has to log in again.
        if (answer.status === 401 || answer.status === 403) {
          token = await signIn(server?.url ?? '', operator.email)
          answer = await ask()
        }
        return { status: answer.status, text: await answer.text() }
      }

      let answered: string | undefined
      for (let kills = 0; kills < KILLS_IN_REQUEST; kills++) {
        const asked = request().catch(() => undefined)
        await sleep(random() * 400)
        await killOnce()
        const answer = await asked
        // An answer that was given stands after the kill.
        if (answer) answered ??= answer.text
      }
      // A request that was killed may be worked on by its database for a moment still: it is asked again, as its answer says.
      let answer = await request()
      await until(
        'the request is answered',
        async () => {
          if (answer.status === 409) answer = await request()
          return answer.status !== 409
        },
        240_000,
      )
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.text)).toMatchObject({ queued: PAYMENTS })
      if (answered) expect(answer.text).toBe(answered)
      expect((await counts()).executions).toBe(1)

      // The rail's books go ahead of ours, and the process dies before it can write down what it heard.
      for (let kills = 0; kills < KILLS_BEFORE_RECORDING; kills++) {
        const { rail: known } = await counts()
        await until(
          'the rail is ahead',
          async () => (await counts()).rail > Math.min(known, AHEAD - 1),
          240_000,
        )
        await sleep(random() * RAIL_DELAY_MS * 0.3)
        await killOnce()
        expect(await counts()).toMatchObject({ executing: PAYMENTS, sent: 0 })
      }
      expect((await counts()).rail).toBeGreaterThanOrEqual(AHEAD)
      env.CORRIDOR_TEST_RAIL_DELAY_MS = String(RAIL_DELAY_MS / 2)

      // From here on it is ended wherever it happens to be.
      for (let kills = 0; kills < KILLS_IN_EXECUTION; kills++) {
        await sleep(random() * RAIL_DELAY_MS * 0.7)
        await killOnce()
        const { sent } = await counts()
        if (kills % ASKED_EACH === 1 && sent < PAYMENTS)
          await until('work goes on', async () => (await counts()).sent > sent, 240_000)
      }
      await until('everything is sent', async () => (await counts()).executing === 0, 240_000)
      expect(server.ended()).toBe(false)

      expect(await counts()).toEqual({
        executing: 0,
        sent: PAYMENTS,
        rail: PAYMENTS,
        executions: 1,
      })
      const wrong = await admin.rows(
        `select p.payment_uuid from payment p left join payment_attempt a using (payment_uuid)
          left join simulated_rail.transfer t on t.attempt_uuid = a.attempt_uuid
        group by p.payment_uuid having count(a) <> 1 or count(t) <> 1 or bool_or(a.outcome is distinct from 'SENT')
          or bool_or(t.amount_minor <> p.amount_minor or a.amount_minor <> p.amount_minor or p.amount_minor <> p.source_minor)`,
      )
      expect(wrong).toEqual([])
      expect((await request()).text).toBe(answer.text)
      expect(await world.broken()).toEqual([])
    },
  )
})

async function until(what: string, done: () => Promise<boolean>, within = 20_000): Promise<void> {
  const end = performance.now() + within
  while (!(await done())) {
    if (server?.ended()) throw new Error(`the server ended: ${server.said()}`)
    if (performance.now() > end) {
      const state = {
        counts: await counts(),
        jobs: await admin.rows(
          "select task_identifier, locked_by, attempts, last_error, run_at from graphile_worker.jobs where task_identifier = 'execute_payments'",
        ),
        workers: await admin.rows('select * from worker_process'),
        locks: await admin.rows("select objid, pid from pg_locks where locktype = 'advisory'"),
      }
      throw new Error(
        `${what}: not within ${within} ms. ${server?.said()} ${JSON.stringify(state)}`,
      )
    }
    await sleep(15)
  }
}
