/** What `serve` starts with, and what it says where it does not, for tests of its settings. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'

type Changed = Readonly<Record<string, string | undefined>>

/** A folder, and settings that are whole, for the tests of a file. */
export function servedSettings() {
  const stage = { dir: '', good: {} as Readonly<Record<string, string>> }
  beforeAll(() => {
    stage.dir = mkdtempSync(join(tmpdir(), 'corridor-served-'))
    stage.good = {
      DATABASE_URL:
        'postgres://corridor:Vw7-kQ2x-Zr9p-Lm4t@db.example.test/corridor?sslmode=verify-full',
      PUBLIC_URL: 'https://pay.example.test',
      SMTP_URL: 'smtps://user:password@mail.example.test',
      MAIL_FROM: 'Corridor <pay@example.test>',
      SUPPORT_EMAIL: 'help@example.test',
      CORRIDOR_DATA_DIR: join(stage.dir, 'data'),
      AUTH_SECRET: randomBytes(32).toString('base64'),
      MASTER_KEY: `k1:${randomBytes(32).toString('base64')}`,
    }
  })
  afterAll(() => rmSync(stage.dir, { recursive: true, force: true }))
  const serve = (changed: Changed = {}) => readConfig('serve', { ...stage.good, ...changed })
  /** The lines in which `serve` says why it does not start; none when it would. */
  const said = (changed: Changed): string[] => {
    try {
      serve(changed)
      return []
    } catch (error) {
      return (error as ConfigError).message.split('\n  ').slice(1)
    }
  }
  return { stage, serve, said }
}
