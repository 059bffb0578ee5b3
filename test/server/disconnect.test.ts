/** The database goes away under a running server: requests fail or wait, the process lives, and work goes on by itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { TEST_MASTER_KEY } from '#test/harness/open-world.ts'
import { TEST_AUTH_SECRET } from '#test/harness/test-server.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { type ServerProcess, startServer } from './server-process.ts'

let world: World
let admin: Admin
let dir: string
let server: ServerProcess

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  dir = mkdtempSync(join(tmpdir(), 'corridor-disconnect-'))
  const port = await freePort()
  server = await startServer(port, {
    DATABASE_URL: world.databaseUrl,
    CORRIDOR_DATA_DIR: dir,
    AUTH_SECRET: TEST_AUTH_SECRET,
    MASTER_KEY: TEST_MASTER_KEY,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CORRIDOR_NO_STORY: '1',
  })
})
afterAll(async () => {
  await server.kill()
  await admin.close()
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('a server whose connections are cut', () => {
  it('lives, answers again, and does its jobs', async () => {
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, init).then(
        answer => answer.status,
        () => 0,
      )
    const signIn = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: 'nobody@corridor.test', password: 'Nobody-2026!!' }),
    }
    for (let round = 0; round < 12; round++) {
      const asked = Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? ask('/api/auth/sign-in/email', signIn)
          : ask(`/api/v1/contractor/invitations/by-link/${'x'.repeat(40)}`),
      )
      await sleep(round * 4)
      await admin
        .rows(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'",
        )
        .catch(() => {})
      await Promise.all(asked)
      expect(server.ended(), server.said()).toBe(false)
    }
    for (let tries = 0; (await ask('/readyz')) !== 200; tries++) {
      expect(tries).toBeLessThan(100)
      await sleep(100)
    }
    await world
      .unit(ctx => ctx.enqueue('fetch_rates', {}))
      .catch(() => world.unit(ctx => ctx.enqueue('fetch_rates', {})))
    for (
      let tries = 0;
      // What is tried once, as the check of each five minutes is, stays there when it was cut.
      (await admin.rows('select from graphile_worker.jobs where attempts < max_attempts')).length >
      0;
      tries++
    ) {
      expect(tries).toBeLessThan(600)
      await sleep(100)
    }
    expect(server.ended(), server.said()).toBe(false)
  })
})
