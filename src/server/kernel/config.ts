/** Configuration from the environment, in one place. `serve` starts only when everything that it needs is there. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert } from '#domain/kernel/assert.ts'
import { type IdentitySettings, readIdentitySettings } from './identity-config.ts'

export type Mode = 'start' | 'serve' | 'test'

export type Config = IdentitySettings & {
  readonly mode: Mode
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  readonly trustedOrigins: readonly string[]
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly authSecret: string
  readonly masterKeys: { readonly current: string; readonly keys: Readonly<Record<string, Buffer>> }
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly supportEmail: string
  readonly logLevel: string
  /** Whether payments go to the simulated rail, which says so on every screen and document. */
  readonly simulatedRail: boolean
  /** How long the simulated rail waits before and after it writes its books, so that tests can end the process in between. */
  readonly simulatedRailDelayMs: number
  /** How many proxies stand in front and set `X-Forwarded-*`, or their networks; false where none does. */
  readonly trustProxy: number | string | false
  /** Log-ins of the demo, which stay with their password alone; none where it is served. */
  readonly passwordOnlyEmails: readonly string[]
  /** The P12 that seals final contracts; without it a self-signed key of the data folder does. */
  readonly sealP12: { readonly file: string; readonly password: string } | undefined
}

type Env = Readonly<Record<string, string | undefined>>

const MIN_SECRET = 32
const DEMO_EMAILS = ['employer', 'contractor', 'operator'].map(name => `${name}@demo.corridor.test`)

/** Thrown with every missing or weak setting at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the configuration. In `start` missing secrets are made once and kept in the data folder. */
export function readConfig(mode: Mode, env: Env): Config {
  const dataDir = env.CORRIDOR_DATA_DIR ?? join(import.meta.dirname, '../../../.data')
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`PORT is ${env.PORT}; give a port number.`)
  const identity = readIdentitySettings(env)
  if (mode !== 'serve') refuse(identity.problems)
  const secrets =
    mode === 'serve' ? servedSecrets(env, identity.problems) : localSecrets(dataDir, env)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${port}`
  return {
    mode,
    port,
    host: env.HOST ?? '127.0.0.1',
    publicUrl,
    trustedOrigins: [publicUrl, ...(mode === 'serve' ? [] : [`http://127.0.0.1:${port}`])],
    dataDir,
    databaseUrl: env.DATABASE_URL,
    ...secrets,
    ...identity.settings,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Corridor <no-reply@corridor.test>',
    supportEmail: env.SUPPORT_EMAIL ?? 'support@corridor.test',
    logLevel: env.LOG_LEVEL ?? (mode === 'serve' ? 'info' : 'warn'),
    simulatedRail: mode !== 'serve',
    simulatedRailDelayMs: mode === 'serve' ? 0 : Number(env.CORRIDOR_TEST_RAIL_DELAY_MS ?? 0),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    passwordOnlyEmails: mode === 'start' ? DEMO_EMAILS : [],
    sealP12: env.SEAL_P12_FILE
      ? { file: env.SEAL_P12_FILE, password: env.SEAL_P12_PASSWORD ?? '' }
      : undefined,
  }
}

/** `true` is one proxy: an address that a client wrote itself, further left, is never believed. */
function readTrustProxy(given = 'false'): Config['trustProxy'] {
  if (given === '' || given === 'false') return false
  if (given === 'true') return 1
  return /^\d+$/.test(given) ? Number(given) : given
}

type Secrets = Pick<Config, 'authSecret' | 'masterKeys'>

function servedSecrets(env: Env, problems: readonly string[]): Secrets {
  const missing = [...problems]
  const need = (name: string, why: string) => {
    const value = env[name]
    if (!value) missing.push(`${name}: ${why}`)
    return value ?? ''
  }
  need('DATABASE_URL', 'the PostgreSQL (15 or later) that holds everything, as postgres://...')
  const url = need('PUBLIC_URL', 'the https address that people use')
  if (url && !/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:|$|\/)/.test(url))
    missing.push('PUBLIC_URL: must be https')
  need('SMTP_URL', 'the mail server, as smtps://user:password@host')
  need('MAIL_FROM', 'the sender of mail')
  need('SUPPORT_EMAIL', 'the address that people write to for help')
  need('CORRIDOR_DATA_DIR', 'the folder of the encrypted documents, shared by all processes')
  const authSecret = need(
    'AUTH_SECRET',
    `at least ${MIN_SECRET} random characters that sign sessions`,
  )
  if (authSecret && isWeak(authSecret))
    missing.push(`AUTH_SECRET: too weak, give at least ${MIN_SECRET} random characters`)
  const master = need(
    'MASTER_KEY',
    'the key that wraps document keys: `<id>:<base64 of 32 bytes>`, older ones after commas',
  )
  const masterKeys = master ? parseMasterKeys(master) : undefined
  if (master && !masterKeys) missing.push('MASTER_KEY: not of the form `<id>:<base64 of 32 bytes>`')
  refuse(missing)
  // Without keys something was missing, and refused above.
  assert(masterKeys, 'there are master keys')
  return { authSecret, masterKeys }
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new ConfigError(
    `Corridor does not start. These settings are missing or weak:\n  ${problems.join('\n  ')}`,
  )
}

function isWeak(secret: string): boolean {
  return secret.length < MIN_SECRET || new Set(secret).size < 10
}

function parseMasterKeys(text: string): Config['masterKeys'] | undefined {
  const entries = text.split(',').map(pair => {
    const at = pair.indexOf(':')
    return [pair.slice(0, at).trim(), Buffer.from(pair.slice(at + 1), 'base64')] as const
  })
  const [first] = entries
  if (!first || entries.some(([id, key]) => !id || key.length !== 32)) return undefined
  return { current: first[0], keys: Object.fromEntries(entries) }
}

function localSecrets(dataDir: string, env: Env): Secrets {
  if (env.AUTH_SECRET && env.MASTER_KEY) {
    const given = parseMasterKeys(env.MASTER_KEY)
    if (given) return { authSecret: env.AUTH_SECRET, masterKeys: given }
  }
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const made = {
      auth_secret: randomBytes(32).toString('base64url'),
      master_key: `local:${randomBytes(32).toString('base64')}`,
    }
    writeFileSync(path, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
  }
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { auth_secret: string; master_key: string }
  const masterKeys = parseMasterKeys(env.MASTER_KEY ?? kept.master_key)
  if (!masterKeys)
    throw new ConfigError('MASTER_KEY is not of the form `<id>:<base64 of 32 bytes>`')
  return { authSecret: env.AUTH_SECRET ?? kept.auth_secret, masterKeys }
}
