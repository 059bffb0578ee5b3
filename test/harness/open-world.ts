/** A Corridor on a database of its own, without HTTP and worker: what tests and the simulator act in. */
import type { Stage } from '#db/seed/cast.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import { workOffClock } from '#server/clock-work.ts'
import { deliverEvents } from '#server/deliver-events.ts'
import { keepRates } from '#server/exchange/index.ts'
import type { FileStore } from '#server/gateways/files/file-store.ts'
import { createMemoryFileStore } from '#server/gateways/files/memory-file-store.ts'
import { demoRates } from '#server/gateways/fx/demo-rates.ts'
import type { FxSource } from '#server/gateways/fx/fx-source.ts'
import type { Gateways } from '#server/gateways/gateways.ts'
import type { IdentityProvider } from '#server/gateways/identity-provider/identity-provider.ts'
import type { Rail } from '#server/gateways/rails/rail.ts'
import { simulatedRail } from '#server/gateways/rails/simulated.ts'
import { createWebhookSender } from '#server/gateways/webhooks/webhook-sender.ts'
import { createHandlers } from '#server/handlers.ts'
import { type Actor, SYSTEM_ACTOR } from '#server/kernel/actor.ts'
import { changeLinks } from '#server/kernel/change-links.ts'
import { stoppedClock } from '#server/kernel/clock.ts'
import { type Config, readConfig } from '#server/kernel/config.ts'
import { type Database, openDatabase, SYSTEM, transact } from '#server/kernel/db.ts'
import { openFieldCipher } from '#server/kernel/field-cipher.ts'
import { newRequestId } from '#server/kernel/ids.ts'
import { createLogger } from '#server/kernel/log.ts'
import { payslipCodes, statementCodes } from '#server/kernel/payslip-codes.ts'
import { stopLinks } from '#server/kernel/stop-links.ts'
import { type Ctx, type Kernel, unitOfWork } from '#server/kernel/unit-of-work.ts'
import {
  askRails,
  employersWithHeld,
  executePayments,
  releaseHeldPayments,
} from '#server/payments/index.ts'
import { doors, reactions } from '#server/subscriptions.ts'
import {
  type CheckDeps,
  check,
  memoryAnchors,
  verifyInvariants,
} from '#server/verification/index.ts'
import { TEST_AUTH_SECRET, testLogins } from './test-server.ts'

export type World = Stage & {
  readonly databaseUrl: string
  readonly config: Config
  readonly clock: ReturnType<typeof stoppedClock>
  /** Runs one unit of work as an actor, by default as the system. */
  unit<T>(work: (ctx: Ctx) => Promise<T>, actor?: Actor): Promise<T>
  /** Works off the execution as the worker would. */
  execute(execution_uuid: string): Promise<void>
  /** Does what the time makes due, employer by employer, as the worker would. */
  byTheClock(): Promise<void>
  /** Looks at the holds of every employer, as the worker would. */
  release(): Promise<void>
  /** Gives what was announced to the later reactions, as the worker would. */
  deliver(): Promise<void>
  /** The names of the invariants that do not hold, with their violations. */
  broken(): Promise<string[]>
  /** Like `broken`, with seals, schema, anchors and rails: from where it last held, or of the whole past; it remembers how far it came. */
  checked(all?: boolean): Promise<string[]>
  /** What that check is made with. */
  readonly checking: CheckDeps
  close(): Promise<void>
}

/** What makes documents, seals and judges them: fast fakes where nobody reads them, the real ones where somebody does. */
export type Paper = Pick<Gateways, 'pdf' | 'sealer' | 'screen'>

/** Of every world: who acts on a world's database from another process needs it, too. */
export const TEST_MASTER_KEY = `test:${Buffer.alloc(32, 7).toString('base64')}`

/** Opens a world at an instant. `rail` stands between us and the simulated rail; `database` is handed out before it is used. */
export async function openWorld(
  databaseUrl: string,
  start: string,
  paper: Paper,
  options: {
    rail?: (rail: Rail) => Rail
    /** What pays on chains, by network, where that is not the simulated rail. */
    chains?: (database: Database) => Readonly<Partial<Record<string, Rail>>>
    database?: (database: Database) => void
    /** For how many days from the start on sample rates are kept; a copy has those of its original. */
    rate_days?: number
    /** The currencies whose sample rates there are; all by default. */
    rates_of?: readonly string[]
    /** Of each pool. */
    connections?: number
    /** Who may act on the database already; closed by whoever opened it. */
    pools?: Database
    /** Where files lie already; a store of its own by default. */
    files?: FileStore
  } = {},
): Promise<World> {
  const database =
    options.pools ?? openDatabase(testLogins(databaseUrl), { max: options.connections ?? 16 })
  options.database?.(database)
  const clock = stoppedClock(start)
  const books = simulatedRail(database.books)
  const rail = options.rail?.(books) ?? books
  const chains = options.chains?.(database) ?? {}
  const gateways: Gateways = {
    ...paper,
    files: options.files ?? createMemoryFileStore(),
    fx: [sampleRates(() => clock.now(), options.rates_of)],
    railOf: network => chains[network] ?? rail,
    publicUrl: 'http://localhost:3000',
    supportEmail: 'support@corridor.test',
    webhooks: createWebhookSender({ loopback: true, timeout_ms: 1000 }),
    stopLinks: stopLinks('of the tests'),
    changeLinks: changeLinks('of the tests'),
    payslipCodes: payslipCodes('of the tests'),
    statementCodes: statementCodes('of the tests'),
  }
  const config = readConfig('test', {
    ...process.env,
    CORRIDOR_DATA_DIR: '/nonexistent',
    AUTH_SECRET: TEST_AUTH_SECRET,
    MASTER_KEY: TEST_MASTER_KEY,
  })
  const kernel: Kernel = {
    db: database,
    clock,
    log: createLogger('silent'),
    gateways,
    fields: await openFieldCipher(database, config.masterKeys),
    doors,
    reactions,
  }
  const unit: World['unit'] = (work, actor = SYSTEM_ACTOR) =>
    unitOfWork(kernel, actor, { request_id: newRequestId(), address: '192.0.2.1' }, work)
  const rates = await ratesThrough(start, options.rate_days ?? RATES_FOR_DAYS, options.rates_of)
  await unit(ctx => keepRates(ctx, rates))
  const deps: CheckDeps = {
    db: database,
    masterKeys: config.masterKeys,
    anchors: memoryAnchors(),
    rails: [rail, ...Object.values(chains).filter(of => of !== undefined)],
  }
  return {
    kernel,
    handlers: createHandlers(config, kernel, NO_PROVIDER),
    databaseUrl,
    config,
    clock,
    unit,
    execute: execution_uuid => executePayments({ execution_uuid }, { kernel, unit }),
    byTheClock: async () => {
      await workOffClock({ unit })
      await askRails({}, { kernel, unit })
    },
    release: async () => {
      for (const employer_uuid of await unit(employersWithHeld))
        await releaseHeldPayments({ employer_uuid }, { unit })
    },
    deliver: () => deliverEvents({ kernel, unit }),
    broken: async () => {
      const verdicts = await transact(kernel.db, SYSTEM, verifyInvariants, { readonly: true })
      return verdicts.flatMap(verdict =>
        verdict.violations.map(violation => `${verdict.name}: ${violation}`),
      )
    },
    checking: deps,
    checked: async (all = false) => {
      const verdicts = await check(deps, { all, keep: true })
      return verdicts.flatMap(verdict =>
        verdict.violations.map(violation => `${verdict.name}: ${violation}`),
      )
    },
    close: async () => {
      await paper.pdf.close()
      await paper.screen.close()
      if (!options.pools) await database.close()
    },
  }
}

function sampleRates(now: () => Date, of: readonly string[] | undefined): FxSource {
  const all = demoRates(now)
  if (!of) return all
  return {
    ...all,
    latest: async () => (await all.latest()).filter(r => of.includes(r.to_currency)),
  }
}

const RATES_FOR_DAYS = 400

/** Sample rates from a start on, so that a clock that moves always finds one of its day. */
async function ratesThrough(
  start: string,
  days: number,
  of: readonly string[] | undefined,
): Promise<Rate[]> {
  const rates: Rate[] = []
  for (let day = 0; day < days; day++) {
    const at = new Date(Date.parse(start) + day * 24 * 60 * 60_000)
    rates.push(...(await sampleRates(() => at, of).latest()))
  }
  return rates
}

const NO_PROVIDER: IdentityProvider = {
  issuer: 'http://localhost',
  audience: 'corridor-api',
  kind: 'embedded',
  name: 'Corridor',
  google: false,
  handle: async () => new Response(null, { status: 404 }),
  tokenAtHand: async () => undefined,
  keys: async () => ({ keys: [] }),
  createVerifiedAccount: async ({ email }) => ({ sub: `sub-${email}`, created: true }),
  sendVerificationLink: async () => {},
  sendPasswordResetLink: async () => {},
  sendLogInLink: async () => {},
  changeEmail: async () => true,
  endSessions: async () => [],
  findAccount: async email => `sub-${email}`,
}
