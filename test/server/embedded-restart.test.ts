/** The embedded PostgreSQL dies under a running server: it is started again, and the server goes on by itself. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const KILLS = 3

let dir: string
let server: ServerProcess
let port: number

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'corridor-embedded-'))
  port = await freePort()
  server = await startServer(port, {
    DATABASE_URL: '',
    CORRIDOR_DATA_DIR: dir,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CORRIDOR_NO_STORY: '1',
  })
})
afterAll(async () => {
  await server.kill()
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const postmaster = () =>
  Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const ask = (path: string, init?: RequestInit) =>
  fetch(`${server.url}${path}`, init).then(({ status }) => status)
const signIn = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'nobody@corridor.test', password: 'Nobody-2026!!' }),
}
/** Three ways into the database: a read, a write by the identity provider, the readiness probe. */
const statuses = () =>
  Promise.all([
    ask(`/api/v1/contractor/invitations/by-link/${'x'.repeat(40)}`),
    ask('/api/auth/sign-in/email', {
      ...signIn,
      headers: { ...signIn.headers, origin: server.url },
    }),
    ask('/readyz'),
  ])
const UP = [410, 401, 200]

describe('an embedded PostgreSQL that is killed', () => {
  it('is started again, and calls are answered again', { timeout: 180_000 }, async () => {
    await expect.poll(statuses).toEqual(UP)
    for (let kill = 0; kill < KILLS; kill++) {
      const killed = postmaster()
      process.kill(killed, 'SIGKILL')
      const seen = new Set<string>()
      for (let tries = 0; ; tries++) {
        const now = await statuses()
        for (const [way, status] of now.entries()) seen.add(`${way} ${status}`)
        if (String(now) === String(UP)) break
        expect([tries < 400, server.ended(), server.said()]).toEqual([true, false, server.said()])
        await sleep(50)
      }
      // While it was away that was said as it is, by each of the three.
      const expected = UP.flatMap((status, way) => [`${way} ${status}`, `${way} 503`])
      expect([...seen].filter(one => !expected.includes(one))).toEqual([])
      expect(postmaster()).not.toBe(killed)
    }
    expect(server.said().match(/started again/g)).toHaveLength(KILLS)
  })

  it('is had by one server at a time: a second on the same folder says so at once', async () => {
    const second = startServer(await freePort(), {
      DATABASE_URL: '',
      CORRIDOR_DATA_DIR: dir,
      CORRIDOR_NO_STORY: '1',
    })
    const said = await second.then(
      () => 'it started',
      error => String(error),
    )
    expect(said).toMatch(/Corridor runs on .* already, as process \d+\. Stop that one/)
    expect(said).not.toContain('    at ')
    expect(await statuses()).toEqual(UP)
  })
})
