import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { type Logins, loginsOf, namesOwner } from './database-logins.ts'
import { databaseCode } from './db.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { reasonAgainst } from './pool.ts'
import { claimFolder, forgetRunning, noteRunning, runningUrl } from './running.ts'

const WITHIN_S = 5

/**
 * The database to use: the one of DATABASE_URL, or the embedded one in the data folder. ConfigError in one sentence where the
 * given one does not take us, or another process has the folder.
 */
export async function databaseFor(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (!config.databaseUrl) return embedded(config)
  const url = addressOf(config.databaseUrl)
  const reason = await reasonAgainst(
    namesOwner(url) ? url : loginsOf(url, config.authSecret).app,
    WITHIN_S * 1000,
  )
  if (reason !== undefined) throw new ConfigError(wordsFor(url, reason))
  return { url, stop: async () => {} }
}

/**
 * The logins of the database of DATABASE_URL; else of the one of a running `npm start`; else of the embedded one, started until
 * `stop`. ConfigError where they do not let us in.
 */
export async function runningDatabase(
  config: Config,
): Promise<{ logins: Logins; stop(): Promise<void> }> {
  const running = config.databaseUrl ? undefined : runningUrl(config)
  const { url, stop } = running ? { url: running, stop: async () => {} } : await databaseFor(config)
  const logins = loginsOf(url, config.authSecret)
  const reason = await reasonAgainst(logins.app, WITHIN_S * 1000)
  if (reason !== undefined) throw new ConfigError(wordsFor(withoutOwner(url), reason))
  return { logins, stop }
}

async function embedded(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  claimFolder(config)
  const { url, stop } = await startEmbeddedPostgres(join(config.dataDir, 'postgres'))
  noteRunning(config, url)
  return {
    url,
    stop: async () => {
      await stop()
      forgetRunning(config)
    },
  }
}

function addressOf(databaseUrl: string): string {
  if (URL.canParse(databaseUrl)) return databaseUrl
  throw new ConfigError(
    'DATABASE_URL is no address. Write it as postgres://user:password@host:5432/database',
  )
}

function withoutOwner(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = ''
  url.password = ''
  return url.href
}

function wordsFor(databaseUrl: string, reason: unknown): string {
  const { host, hostname, username, pathname, searchParams } = new URL(databaseUrl)
  // As the driver reads it: a parameter, which may be a socket's folder, stands above the address.
  const at = searchParams.get('host') ?? host
  const where = `Corridor does not start: the database of DATABASE_URL, at ${at},`
  const code =
    databaseCode(reason) ?? (reason instanceof Error && 'code' in reason ? String(reason.code) : '')
  if (code === 'ECONNREFUSED' || (code === 'ENOENT' && at.startsWith('/')))
    return `${where} cannot be reached. Nothing listens there.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${where} cannot be reached. Nobody knows a host ${hostname}.`
  if (code.startsWith('28') && !username)
    return `${where} does not know our logins. Run \`npm run migrate\` with the address of its owner, and the AUTH_SECRET that is used here.`
  if (code.startsWith('28')) return `${where} refuses the user ${username} or the password.`
  if (code === '3D000') return `${where} has no database ${pathname.slice(1)}. Create it first.`
  const said = reason instanceof Error ? reason.message : String(reason)
  return /timeout/i.test(said)
    ? `${where} does not answer within ${WITHIN_S} seconds.`
    : `${where} does not take us. It says: ${said}`
}
