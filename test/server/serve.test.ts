/** `serve` as production starts it: with strong settings and an empty folder, and without anything of the demo. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { type LiveCorridor, liveCorridor } from '#test/harness/live-corridor.ts'

let dir = ''
let live: LiveCorridor
let admin: Admin
const env = () => ({
  CORRIDOR_DATA_DIR: join(dir, 'data'),
  // The owner of the test's database has no password of production.
  DATABASE_URL: 'postgres://corridor@127.0.0.1/corridor',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Corridor <pay@example.test>',
  SUPPORT_EMAIL: 'help@example.test',
  AUTH_SECRET: randomBytes(32).toString('base64'),
  MASTER_KEY: `k1:${randomBytes(32).toString('base64')}`,
})

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'corridor-serve-'))
  live = await liveCorridor(env(), 'serve', { worker: false })
  admin = await adminOf(live)
})
afterAll(async () => {
  await admin?.close()
  await live?.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('serve', () => {
  it('is ready on a folder that was not there, which it made for its owner alone', async () => {
    await expect.poll(async () => (await fetch(`${live.url}/readyz`)).status).toBe(200)
    const data = join(dir, 'data')
    if (process.platform !== 'win32') expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(readdirSync(data)).toEqual(['seal.json'])
    expect(readFileSync(join(data, 'seal.json'), 'utf8')).not.toContain('PRIVATE KEY')
    expect(existsSync(join(data, 'secrets.json'))).toBe(false)
  })

  it('has no inbox: not as a page, and not as a table in which mail could lie in clear', async () => {
    expect(live.runtime.app.hasRoute({ method: 'GET', url: '/dev/mail' })).toBe(false)
    expect(await admin.rows("select to_regclass('public.dev_mail') inbox")).toEqual([
      { inbox: null },
    ])
  })

  it('lets the database hold that no clear value is left', async () => {
    const open = await admin.rows(
      "select conname from pg_constraint where starts_with(conname, 'sealed_') and not convalidated",
    )
    expect(open).toEqual([])
  })
})
