/** Configuration from the environment, in one place. `serve` starts only when everything that it needs is there. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert } from '#domain/kernel/assert.ts'
import {
  type AlgorandSetting,
  type BitcoinSetting,
  type EthereumSetting,
  type HederaSetting,
  readAlgorand,
  readBitcoin,
  readEthereum,
  readHedera,
  readSolana,
  readWalletLimits,
  type SolanaSetting,
  type WalletLimits,
} from './chain-config.ts'
import { type IdentitySettings, readIdentitySettings } from './identity-config.ts'
import type { MasterKeys } from './master-keys.ts'
import { readS3, type S3Setting } from './s3-config.ts'
import { LIMITS_FORM, servedProblems, smtpNeedsTls } from './served-config.ts'

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
  readonly masterKeys: MasterKeys
  readonly smtpUrl: string | undefined
  /** Whether mail goes encrypted or not at all. */
  readonly smtpNeedsTls: boolean
  /** The virus scanner that judges uploads, if there is one. */
  readonly clamdUrl: string | undefined
  readonly mailFrom: string
  readonly supportEmail: string
  readonly logLevel: string
  /** Whether payments go to the simulated rail, which says so on every screen and document. */
  readonly simulatedRail: boolean
  /** How long the simulated rail waits before and after it writes its books, so that tests can end the process in between. */
  readonly simulatedRailDelayMs: readonly [before: number, after: number]
  /** How many proxies stand in front and set `X-Forwarded-*`, or their networks; false where none does. */
  readonly trustProxy: number | string | false
  /** Log-ins of the demo, which stay with their password alone; none where it is served. */
  readonly passwordOnlyEmails: readonly string[]
  /** Where documents lie that are not in the data folder; undefined where they are. */
  readonly s3: S3Setting | undefined
  /** The P12 that seals final contracts; without it a self-signed key of the data folder does. */
  readonly sealP12: { readonly file: string; readonly password: string } | undefined
  /** Who proves when a contract was sealed (RFC 3161); nobody without it. */
  readonly sealTsaUrl: string | undefined
  /** How bitcoin is paid; undefined where that is recorded by hand or simulated. */
  readonly bitcoin: BitcoinSetting | undefined
  /** The same of what is paid on Solana, Ethereum, Algorand and Hedera. */
  readonly solana: SolanaSetting | undefined
  readonly ethereum: EthereumSetting | undefined
  readonly algorand: AlgorandSetting | undefined
  readonly hedera: HederaSetting | undefined
  readonly walletLimits: WalletLimits
}

type Env = Readonly<Record<string, string | undefined>>

const DEMO_EMAILS = ['employer', 'contractor', 'operator', 'admin'].map(
  name => `${name}@demo.corridor.test`,
)

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
    smtpNeedsTls: smtpNeedsTls(env),
    clamdUrl: env.CLAMD_URL || undefined,
    mailFrom: env.MAIL_FROM ?? 'Corridor <no-reply@corridor.test>',
    supportEmail: env.SUPPORT_EMAIL ?? 'support@corridor.test',
    logLevel: env.LOG_LEVEL ?? (mode === 'serve' ? 'info' : 'warn'),
    simulatedRail: mode !== 'serve',
    simulatedRailDelayMs: mode === 'serve' ? [0, 0] : delaysOf(env.CORRIDOR_TEST_RAIL_DELAY_MS),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    passwordOnlyEmails: mode === 'start' ? DEMO_EMAILS : [],
    s3: readS3(env),
    sealP12: env.SEAL_P12_FILE
      ? { file: env.SEAL_P12_FILE, password: env.SEAL_P12_PASSWORD ?? '' }
      : undefined,
    sealTsaUrl: env.SEAL_TSA_URL || undefined,
    ...chainsOf(mode, env),
  }
}

/** What pays on chains. A demo takes no notice of what production is told, and where it is told to pay on chains it pays on none whose coins are worth something. */
function chainsOf(
  mode: Mode,
  env: Env,
): Pick<Config, 'bitcoin' | 'solana' | 'ethereum' | 'algorand' | 'hedera' | 'walletLimits'> {
  if (mode !== 'serve' && !env.CORRIDOR_LOCAL_CHAINS)
    return { ...NO_CHAINS, walletLimits: new Map() }
  const walletLimits = readWalletLimits(env)
  if (!walletLimits) throw new ConfigError(`WALLET_LIMITS: ${LIMITS_FORM}`)
  const chain = mode === 'serve' ? 'main' : 'local'
  return {
    bitcoin: readBitcoin(env, mode === 'serve' ? 'main' : 'regtest'),
    solana: readSolana(env, chain),
    ethereum: readEthereum(env, chain),
    algorand: readAlgorand(env, chain),
    hedera: readHedera(env, chain),
    walletLimits,
  }
}

const NO_CHAINS = {
  ...{ bitcoin: undefined, solana: undefined, ethereum: undefined, algorand: undefined },
  hedera: undefined,
}

/** `true` is one proxy: an address that a client wrote itself, further left, is never believed. */
function readTrustProxy(given = 'false'): Config['trustProxy'] {
  if (given === '' || given === 'false') return false
  if (given === 'true') return 1
  return /^\d+$/.test(given) ? Number(given) : given
}

type Secrets = Pick<Config, 'authSecret' | 'masterKeys'>

function servedSecrets(env: Env, problems: readonly string[]): Secrets {
  const masterKeys = parseMasterKeys(env.MASTER_KEY ?? '')
  refuse([...problems, ...servedProblems(env, masterKeys?.keys)])
  // Without keys something was missing, and refused above.
  assert(masterKeys, 'there are master keys')
  return { authSecret: env.AUTH_SECRET ?? '', masterKeys }
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new ConfigError(
    `Corridor does not start. These settings are missing or weak:\n  ${problems.join('\n  ')}`,
  )
}

/** The keys by id, the first one current; undefined for a text of another form, or one that gives an id twice. */
function parseMasterKeys(text: string): Config['masterKeys'] | undefined {
  const entries = text.split(',').map(pair => {
    const at = pair.indexOf(':')
    return [pair.slice(0, at).trim(), Buffer.from(pair.slice(at + 1), 'base64')] as const
  })
  const [first] = entries
  const keys = Object.fromEntries(entries)
  const whole = entries.every(([id, key]) => /^[\w.-]{1,64}$/.test(id) && key.length === 32)
  // A key without an id must not become one: ids stand beside whatever they sealed.
  const named = text.split(',').every(pair => pair.includes(':'))
  if (!first || !whole || !named || Object.keys(keys).length !== entries.length) return undefined
  return { current: first[0], keys }
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

/** What a test says in milliseconds: two numbers, or one for both. */
function delaysOf(said = '0'): [before: number, after: number] {
  const [before = 0, after = before] = said.split(',').map(Number)
  return [before, after]
}
