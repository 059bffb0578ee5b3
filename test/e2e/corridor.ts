/** Starts a whole Corridor of its own for the journeys: an empty one, or the demo with its story. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#server/kernel/free-port.ts'
import { roomForDatabases } from '../harness/room.ts'

/** The folder of a Corridor that was stopped with its story told (told-story.ts); without it each start tells its own. */
export const TOLD_STORY = 'CORRIDOR_TOLD_STORY'
/** The same without a story: a database that is made and migrated. */
export const MADE_EMPTY = 'CORRIDOR_MADE_EMPTY'
/** The address at which it was told, which its mails and papers name. */
export const TOLD_AT = 'CORRIDOR_TOLD_AT'

export type Corridor = {
  readonly origin: string
  /** Moves the clock to an instant and lets what became due happen. */
  moveClock(instant: string): Promise<void>
  /** The newest mail to an address whose subject matches; waits until it is there. */
  mail(to: string, subject: RegExp): Promise<{ subject: string; body: string; link: string }>
  /** Adds an operator with a password. */
  addOperator(email: string, password: string): void
  /** Sets the sum above which operators act two by two. */
  setPlatformLimit(amount: string): void
  /** Asks the database as its owner, to compare what screens and documents say with the ledger. */
  query<R extends object>(text: string, values?: unknown[]): Promise<R[]>
  /** Changes a row that decides, as no action of ours would: for days that are hard to come by. The next check of the invariants may halt payments for it. */
  byHand(text: string): Promise<void>
  /** Runs `npm run verify -- --all`; answers what it printed and whether everything holds. */
  verify(): { holds: boolean; output: string }
  /** Throws where something that was done through the screens does not hold. */
  stop(): Promise<void>
}

/** Starts it in a folder of its own on a free port, and waits until it is ready. */
export async function startCorridor(options: {
  story: boolean
  env?: Readonly<Record<string, string>>
  port?: number
}): Promise<Corridor> {
  const dir = mkdtempSync(join(roomForDatabases(), 'corridor-e2e-'))
  const made = process.env[options.story ? TOLD_STORY : MADE_EMPTY]
  if (made) cpSync(made, dir, { recursive: true })
  const port = options.port ?? (await freePort())
  const env = {
    ...process.env,
    PORT: String(port),
    CORRIDOR_DATA_DIR: dir,
    ...(options.story ? {} : { CORRIDOR_NO_STORY: '1' }),
    ...options.env,
  }
  const origin = `http://localhost:${port}`
  const child = await startProcess(env)
  const script = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' })
  const command = (file: string, ...args: string[]) => {
    const { status, stderr } = script(file, ...args)
    if (status !== 0) throw new Error(stderr)
  }
  const query: Corridor['query'] = async (text, values = []) => {
    const { database_url } = JSON.parse(readFileSync(join(dir, 'running.json'), 'utf8')) as {
      database_url: string
    }
    const client = new pg.Client({ connectionString: database_url })
    await client.connect()
    const { rows } = await client.query(text, values)
    await client.end()
    return rows
  }
  const verify: Corridor['verify'] = () => {
    const { status, stdout, stderr } = script('scripts/verify.ts', '--all')
    return { holds: status === 0, output: stdout + stderr }
  }
  let changedByHand = false
  return {
    origin,
    query,
    verify,
    byHand: async text => {
      changedByHand = true
      await query(text)
    },
    moveClock: async instant => {
      const response = await fetch(`${origin}/dev/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now: instant }),
      })
      if (!response.ok) throw new Error(`the clock did not move: ${await response.text()}`)
    },
    mail: (to, subject) => findMail(origin, to, subject),
    addOperator: (email, password) => command('scripts/operator.ts', 'add', email, password),
    setPlatformLimit: amount => command('scripts/platform-limit.ts', amount),
    stop: async () => {
      const { holds, output } = changedByHand ? { holds: true, output: '' } : verify()
      await stopProcess(child)
      rmSync(dir, { recursive: true, force: true })
      if (!holds) throw new Error(output)
    },
  }
}

/** Starts a Corridor as `npm start` does, without the build; answers once it is ready. Throws where it ends before. */
export async function startProcess(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/server/main.ts', 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilReady(child)
  return child
}

/** Ends it as Ctrl-C does: what was begun is done, and the database is closed. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await new Promise(resolve => child.once('exit', resolve))
}

async function untilReady(child: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += String(chunk)
      if (said.includes('Corridor is ready')) resolve()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      said += String(chunk)
      process.stderr.write(chunk)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`Corridor ended with ${code ?? signal}: ${said}`)),
    )
  })
}

type Mail = { recipient: string; subject: string; body: string }

async function findMail(
  origin: string,
  to: string,
  subject: RegExp,
): Promise<{ subject: string; body: string; link: string }> {
  for (let tries = 0; tries < 900; tries++) {
    const mails = (await (await fetch(`${origin}/dev/mail.json`)).json()) as Mail[]
    const found = mails.find(mail => mail.recipient === to && subject.test(mail.subject))
    if (found) {
      const link = /https?:\/\/\S+/.exec(found.body)?.[0] ?? ''
      return { ...found, link: link.replace(process.env[TOLD_AT] ?? origin, origin) }
    }
    await sleep(200)
  }
  const subjects = ((await (await fetch(`${origin}/dev/mail.json`)).json()) as Mail[]).map(
    mail => `${mail.recipient}: ${mail.subject}`,
  )
  throw new Error(`no mail to ${to} with a subject like ${subject}, only ${subjects.join('; ')}`)
}
