/**
 * How a process logs in to its database: as three roles of which none owns anything or can become another. The owner makes them at a
 * start, gives them passwords that whoever knows AUTH_SECRET can work out, and is then forgotten (docs/decisions/0032).
 */
import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { databaseCode } from './db.ts'

/** Addresses with user and password, each for one purpose. */
export type Logins = {
  /** Acts for one company or one person at a time, as row-level security has it. */
  readonly app: string
  /** Sees every tenant: for operators and our own jobs. */
  readonly operations: string
  /** Sessions of the identity provider and the job queue; no business row. */
  readonly services: string
}

const GROUPS = {
  app: 'corridor_app',
  operations: 'corridor_operations',
  services: 'corridor_services',
}
const PURPOSES = Object.keys(GROUPS) as (keyof Logins)[]
const WRONG_PASSWORD = '28P01'
const NO_SUCH_LOGIN = '28000'

/** The logins of an installation. `databaseUrl` says where the database is; who it logs in as does not matter. */
export function loginsOf(databaseUrl: string, authSecret: string): Logins {
  const login = (purpose: keyof Logins) => {
    const url = new URL(databaseUrl)
    url.username = nameOf(purpose, url)
    url.password = passwordOf(url.username, authSecret)
    return url.href
  }
  return { app: login('app'), operations: login('operations'), services: login('services') }
}

/** Whether an address names who logs in: then it is the owner's. Without, the database was brought up to date by `npm run migrate`. */
export function namesOwner(databaseUrl: string): boolean {
  return new URL(databaseUrl).username !== ''
}

/**
 * Makes the logins of a migrated database, or gives them their passwords again, as its owner; where they work nothing is done. One
 * process of an owner at a time.
 */
export async function ensureLogins(ownerUrl: string, authSecret: string): Promise<void> {
  const logins = loginsOf(ownerUrl, authSecret)
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
  try {
    const { rows } = await owner.query<{ rolname: string }>(
      'select rolname from pg_roles where rolname = any($1)',
      [PURPOSES.map(purpose => new URL(logins[purpose]).username)],
    )
    const there = new Set(rows.map(({ rolname }) => rolname))
    for (const purpose of PURPOSES) {
      const login = new URL(logins[purpose])
      if (!there.has(login.username)) await makeLogin(owner, purpose, login)
      else if (!(await lets(login.href))) await letIn(owner, purpose, login)
    }
  } finally {
    await owner.end()
  }
}

async function makeLogin(owner: pg.Client, purpose: keyof Logins, login: URL): Promise<void> {
  await owner.query(`create role ${pg.escapeIdentifier(login.username)} nobypassrls`)
  await letIn(owner, purpose, login)
}

async function letIn(owner: pg.Client, purpose: keyof Logins, login: URL): Promise<void> {
  const name = pg.escapeIdentifier(login.username)
  const database = pg.escapeIdentifier(login.pathname.slice(1))
  // The server is told what proves the password, and never the password, which it might log.
  // Whoever is not named has no business in this database.
  await owner.query(`
    alter role ${name} login password ${pg.escapeLiteral(verifierOf(login.password))};
    grant ${GROUPS[purpose]} to ${name};
    revoke connect, temporary on database ${database} from public;
    grant connect on database ${database} to ${name}`)
}

async function lets(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if ([WRONG_PASSWORD, NO_SUCH_LOGIN, '42501'].includes(databaseCode(error) ?? '')) return false
    throw error
  }
}

/** Roles belong to a whole server: the database stands in the name, shortened by a hash where it is long. */
function nameOf(purpose: keyof Logins, { pathname }: URL): string {
  const database = decodeURIComponent(pathname.slice(1))
  const short =
    database.length > 40
      ? createHash('sha256').update(database).digest('hex').slice(0, 40)
      : database
  return `${short}_${purpose}_login`
}

function passwordOf(name: string, authSecret: string): string {
  const bytes = hkdfSync('sha256', authSecret, '', `database login ${name}`, 32)
  return Buffer.from(bytes).toString('base64url')
}

const ITERATIONS = 4096

/** What PostgreSQL keeps of a password: SCRAM-SHA-256 (RFC 5803, RFC 7677). */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const server = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`
}
