/** The database or the disk fails under Corridor: callers are told so, within bounds, and all goes on by itself afterwards. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { upload } from '#db/seed/cast.ts'
import { freePort } from '#server/kernel/free-port.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type DatabaseProxy, databaseProxy } from '#test/harness/database-proxy.ts'
import { TEST_AUTH_SECRET } from '#test/harness/test-server.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from './http-world.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** A bound against waiting for ever. What is promised (ten seconds, ARCHITECTURE.md) is kept by the limits of pools and statements; a busy machine adds to it. */
const BOUND_MS = 60_000

let world: World
let admin: Admin
let proxy: DatabaseProxy
let dir: string

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  proxy = await databaseProxy(world.databaseUrl)
  dir = mkdtempSync(join(tmpdir(), 'corridor-faults-'))
})
afterAll(async () => {
  await proxy.close()
  await admin.close()
  await world.close()
  rmSync(dir, { recursive: true, force: true })
})

const settings = (port: number, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  CORRIDOR_DATA_DIR: dir,
  AUTH_SECRET: TEST_AUTH_SECRET,
  MASTER_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  CORRIDOR_NO_STORY: '1',
})

describe('a server whose database', () => {
  let server: ServerProcess
  beforeAll(async () => {
    const port = await freePort()
    server = await startServer(port, settings(port, proxy.url))
  })
  afterAll(() => server.kill())

  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.url}${path}`, {
      ...init,
      signal: AbortSignal.timeout(BOUND_MS),
    })
    const body = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, after: answer.headers.get('retry-after'), body }
  }
  const signIn = () =>
    ask('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: 'nobody@corridor.test', password: 'Nobody-2026!!' }),
    })
  const read = () => ask(`/api/v1/contractor/invitations/by-link/${'x'.repeat(40)}`)
  const ready = () => ask('/readyz')
  const up = async () => {
    for (let tries = 0; ; tries++) {
      const all = await Promise.all([read(), signIn(), ready()])
      if (all.every(({ status }) => status !== 503)) return all.map(({ status }) => status)
      expect(tries).toBeLessThan(200)
      await sleep(50)
    }
  }
  const UP = [410, 401, 200]
  const expectAway = async () => {
    const asked = Array.from({ length: 8 }, () => [read(), signIn()])
    const answers = await Promise.all([...asked.flat(), ready()])
    for (const { status, after, body } of answers) {
      expect([status, body]).toEqual([503, expect.anything()])
      expect(Number(after)).toBeGreaterThan(0)
    }
    expect(answers[0]?.body).toMatchObject({
      code: 'UNAVAILABLE',
      detail: expect.stringContaining('database does not answer'),
    })
    expect(answers[1]?.body).toEqual({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('database does not answer'),
    })
    expect(answers.at(-1)?.body).toEqual({ ok: false, missing: ['the database does not answer'] })
  }

  it('falls silent lets nobody wait for ever, and goes on', {
    timeout: 600_000,
  }, async () => {
    expect(await up()).toEqual(UP)
    proxy.silence()
    await expectAway()
    // Whoever comes while it lasts waits no longer.
    await expectAway()
    await proxy.heal()
    expect(await up()).toEqual(UP)
    expect(server.ended()).toBe(false)
  })

  it('refuses connections says so, and goes on', async () => {
    expect(await up()).toEqual(UP)
    await proxy.refuse()
    await expectAway()
    await proxy.heal()
    expect(await up()).toEqual(UP)
  })

  it('can only be read says that, and goes on', async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1)
    const setReadOnly = async (value: string) => {
      await admin.rows(`alter database ${name} set default_transaction_read_only = ${value}`)
      await admin.rows(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    await setReadOnly('on')
    try {
      for (let tries = 0; ; tries++) {
        const { status, body } = await signIn()
        if (status === 503 && String(body.message).includes('can only read')) break
        expect(tries).toBeLessThan(100)
        await sleep(50)
      }
      expect(await ready()).toMatchObject({
        status: 503,
        body: { missing: expect.arrayContaining(['the database can only be read']) },
      })
    } finally {
      await setReadOnly('off').catch(() => setReadOnly('off'))
    }
    expect(await up()).toEqual(UP)
  })
})

describe('a disk that is full', () => {
  let http: HttpWorld
  let contractor: string
  let employer: string
  beforeAll(async () => {
    http = await httpWorld(world)
    const operator = await givenOperator(world)
    contractor = await http.tokenOf(await givenContractor(world, operator, 'amara@okafor.test'))
    employer = await http.tokenOf(await givenEmployer(world, operator))
  })
  afterAll(() => http.close())
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const FULL = {
    status: 503,
    body: { code: 'UNAVAILABLE', detail: expect.stringContaining('disk of the service is full') },
  }

  it('refuses documents in words, keeps nothing of them, and takes them again', async () => {
    const send = () =>
      http.ask(api.putPersonalDocuments, {
        token: contractor,
        body: { identification_document: upload('new.pdf', 'A newer passport') },
      })
    const files = async () => (await admin.rows('select from stored_file')).length
    const before = await files()
    const noSpace = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    vi.spyOn(world.kernel.gateways.files, 'put').mockRejectedValue(noSpace)
    expect(await send()).toMatchObject(FULL)
    expect(await files()).toBe(before)
    vi.restoreAllMocks()
    expect((await send()).status).toBe(200)
    expect(await files()).toBe(before + 1)
  })

  it('of the database is told as it is', async () => {
    await admin.rows(
      `create function no_space() returns trigger language plpgsql as
        'begin raise exception ''could not extend file'' using errcode = ''53100''; end'`,
    )
    await admin.rows(
      'create trigger no_space before update on employer for each row execute function no_space()',
    )
    const body = { corporation_name: 'Another name', business_name: '' }
    const name = () => http.ask(api.putEmployerName, { token: employer, body })
    expect(await name()).toMatchObject(FULL)
    await admin.rows('drop function no_space cascade')
    expect((await name()).status).toBe(200)
  })
})

describe('a start', () => {
  const start = async (databaseUrl: string) => {
    const port = await freePort()
    return startServer(port, settings(port, databaseUrl)).then(
      async server => {
        await server.kill()
        return 'it started'
      },
      (error: unknown) => String(error),
    )
  }
  const changed = (change: (url: URL) => void) => {
    const url = new URL(world.databaseUrl)
    // By its port, as one that is elsewhere.
    url.searchParams.delete('host')
    change(url)
    return url.href
  }

  it.each([
    [
      'nobody listens',
      async () => changed(url => Object.assign(url, { port: '1' })),
      /Nothing listens there\.$/m,
    ],
    [
      'there is no socket',
      async () => changed(url => url.searchParams.set('host', '/nowhere')),
      /at \/nowhere, cannot be reached\. Nothing listens there\.$/m,
    ],
    [
      'the host is unknown',
      async () => changed(url => Object.assign(url, { hostname: 'nowhere.invalid' })),
      /Nobody knows a host nowhere\.invalid\.$/m,
    ],
    [
      'it is silent',
      async () => {
        proxy.silence()
        return proxy.url
      },
      /does not answer within 5 seconds\.$/m,
    ],
    [
      'the password is wrong',
      async () => changed(url => Object.assign(url, { password: 'wrong-secret' })),
      /refuses the user \w+ or the password\.$/m,
    ],
    [
      'there is no such database',
      async () => changed(url => Object.assign(url, { pathname: '/nothing_here' })),
      /has no database nothing_here\. Create it first\.$/m,
    ],
    ['it is no address', async () => 'localhost/corridor', /DATABASE_URL is no address\./],
  ])('against a database where %s says so in a sentence and ends', async (_why, url, words) => {
    const said = await start(await url())
    expect(said).toMatch(words)
    expect(said).not.toMatch(/^ {4}at /m)
    expect(said).not.toContain('wrong-secret')
    await proxy.heal()
  })
})
