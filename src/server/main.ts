/** The entry: `start` is the demo with an embedded database, `serve` is production. */
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { type Config, ConfigError, type Mode, readConfig } from './kernel/config.ts'
import { databaseFor } from './kernel/embedded-or-given.ts'
import { forgetRunning, noteRunning } from './kernel/running.ts'
import { prepareDatabase } from './prepare-database.ts'
import { startRuntime } from './runtime.ts'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 26) {
  console.error(
    `Corridor runs on Node 26, which npm installs beside it; this is Node ${process.versions.node}. Use \`npm start\`.`,
  )
  process.exit(1)
}

/** Starts in a mode and stays until a signal; a second signal ends at once. */
async function main(mode: Mode): Promise<void> {
  const config = readConfig(mode, process.env)
  await refuseTakenPort(config)
  const database = await databaseFor(config)
  const runtime = await startRuntime(config, await prepareDatabase(config, database.url))
  // Nothing in this process needs the owner any more.
  delete process.env.DATABASE_URL
  if (mode === 'start') noteRunning(config, database.url)
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) process.exit(code || 1)
    stopping = true
    await runtime.stop()
    await database.stop()
    forgetRunning(config)
    process.exit(code)
  }
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  // The launcher went away: nobody would end this process later.
  process.on('disconnect', () => void stop(0))
  try {
    const address = await runtime.listen()
    // What was compiled the next start has, also of one that is killed.
    flushCompileCache()
    if (mode === 'start') {
      // Tests tell their own stories, and with an outside identity provider nobody of the story could log in.
      if (!process.env.CORRIDOR_NO_STORY && !config.oidc) {
        console.log('Telling the story of the demo, where it is not told yet.')
        await (await import('#db/seed/story.ts')).seedDemo(runtime)
      }
      printWelcome(config)
    } else runtime.kernel.log.info({ address }, 'ready')
  } catch (error) {
    console.error(portTaken(error) ? takenText(config.port) : error)
    await stop(1)
  }
}

function printWelcome({ publicUrl: url, oidc }: Config): void {
  const logIns = oidc
    ? `Log in with         ${oidc.name}`
    : `Log in as           employer@demo.corridor.test
                      payroll@, approver@ and viewer@demo.corridor.test: further people of the same company
                      contractor@demo.corridor.test
                      partner@tideline.test: a company that sends its payments in as files
                      operator@demo.corridor.test, and admin@demo.corridor.test where it takes two
  Password            Corridor-demo-2026!
                      These need no second factor; everybody else's rules are those of production.

  Five minutes        a walk from approval to payslip: README.md, "Five minutes in the demo"`
  console.log(`
  Corridor is ready:  ${url}

  ${logIns}

  Mail it sends       ${url}/dev/mail
  Payments are simulated: no money moves. Ctrl-C stops everything.
`)
}

/** Asks for the port before anything is started: a second start in the same folder says so at once. */
function refuseTakenPort({ port, host }: Config): Promise<void> {
  if (port === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', error =>
      reject(portTaken(error) ? new ConfigError(takenText(port)) : error),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function takenText(port: number): string {
  return `Port ${port} is taken by another program. Stop that, or choose another: PORT=${port + 1} npm start`
}

function portTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

const mode = process.argv[2] === 'serve' ? 'serve' : 'start'
main(mode).catch(error => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
