/** What a real server writes to its log: lines that say who, and that nobody else can write. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#server/kernel/free-port.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { cookieBrowser } from '#test/harness/cookie-browser.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const PASSWORD = 'maple-Otter-41-lantern'
const FORGED = 'x\n{"level":30,"msg":"forged","name":"corridor"}\n'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let admin: Admin
let dir: string
let server: ServerProcess

beforeAll(async () => {
  database = await cloneDatabase()
  admin = await adminOf(database)
  dir = mkdtempSync(join(tmpdir(), 'corridor-log-'))
  const port = await freePort()
  server = await startServer(port, {
    DATABASE_URL: database.databaseUrl,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CORRIDOR_DATA_DIR: dir,
    CORRIDOR_NO_STORY: '1',
    LOG_LEVEL: 'info',
  })
})
afterAll(async () => {
  await server?.kill()
  await admin.close()
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

const browser = () =>
  cookieBrowser(request => {
    request.headers.delete('x-real-ip')
    return fetch(request)
  }, server.url)

type Line = Readonly<Record<string, unknown>>

/** The lines that came, once one of them is as wanted. */
async function lines(wanted: (line: Line) => boolean): Promise<Line[]> {
  for (let n = 0; n < 100; n++) {
    const found = server
      .logged()
      .split('\n')
      .filter(text => text.startsWith('{'))
      .map(text => JSON.parse(text) as Line)
    if (found.some(wanted)) return found
    await sleep(50)
  }
  throw new Error(`No such line among\n${server.logged()}`)
}

describe('the log of a real server', () => {
  it('says of every log-in and failure who, from where and with which request', async () => {
    const email = 'ada@lines.test'
    const person = browser()
    await person.ask('POST', '/sign-up/email', { email, password: PASSWORD, name: email })
    const failed = await browser().ask('POST', '/sign-in/email', {
      email,
      password: 'Wrong-1-word',
    })
    const token = String((await person.ask('GET', '/token')).json.token)
    const me = await fetch(`${server.url}/api/v1/user/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { sub } = (await me.json()) as { sub: string }
    const request_id = me.headers.get('x-request-id')
    const all = await lines(line => line.reqId === request_id && line.msg === 'answered')
    expect(all.find(({ event }) => event === 'sign_up')).toMatchObject({
      sub,
      account: sub,
      address: '127.0.0.1',
      request_id: expect.any(String),
      msg: 'authentication',
    })
    expect(all.find(({ event }) => event === 'fail_log_in')).toMatchObject({
      account: sub,
      request_id: failed.headers.get('x-request-id'),
      address: '127.0.0.1',
      email_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(all.find(({ reqId, msg }) => reqId === request_id && msg === 'answered')).toMatchObject({
      sub,
      session_id: expect.any(String),
      address: '127.0.0.1',
      status: 200,
    })
    const said = server.logged() + server.said()
    for (const secret of [email, PASSWORD, 'Wrong-1-word', token])
      expect(said).not.toContain(secret)
  })

  it('has no line that somebody else wrote, whatever they send', async () => {
    const email = 'eve@lines.test'
    const person = browser()
    await person.ask('POST', '/sign-up/email', { email, password: PASSWORD, name: email })
    const bodies: [string, object][] = [
      ['/second-factors/passkeys/remove', { id: FORGED }],
      ['/passkey/delete-passkey', { id: FORGED }],
      ['/passkey/verify-registration', { response: { id: FORGED }, name: FORGED }],
      ['/passkey/verify-authentication', { response: { id: FORGED } }],
      ['/confirm-email', { token: FORGED }],
      ['/confirm-email', { token: 'a\0b' }],
      ['/reset-password', { token: FORGED, newPassword: PASSWORD }],
      ['/reset-password', { token: 'a\0b', newPassword: PASSWORD }],
      ['/sign-in/link', { token: FORGED }],
      ['/sign-in/email', { email: FORGED, password: FORGED }],
      ['/second-factors/verify', { method: FORGED, code: FORGED }],
      ['/sign-up/email', { email: FORGED, password: PASSWORD, name: FORGED }],
    ]
    await person.ask('GET', '/passkey/generate-register-options')
    for (const [path, body] of bodies) {
      const { status } = await person.ask('POST', path, body)
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
    }
    const last = await fetch(`${server.url}/api/v1/user/me?x=${encodeURIComponent(FORGED)}`, {
      headers: { 'user-agent': 'x {"msg":"forged"}', authorization: 'Bearer x' },
    })
    const id = last.headers.get('x-request-id')
    const all = await lines(({ reqId }) => reqId === id)
    expect(all.filter(({ msg }) => msg === 'forged')).toEqual([])
    const said = server.logged() + server.said()
    expect(said).not.toContain('# SERVER_ERROR')
    // What was written is ours, line by line.
    for (const text of server.logged().split('\n'))
      expect(text).not.toMatch(/^\{"level":30,"msg":"forged"/)
    expect(server.said()).toBe('')
  })
})
