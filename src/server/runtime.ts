/** Brings a whole Corridor up on a database that is prepared: identity provider, gateways, kernel, worker and HTTP. */
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { createApp } from './app.ts'
import { keepMail, readClockOffset } from './dev/index.ts'
import { createDocumentScreen } from './gateways/files/document-screen.ts'
import { openFileStore } from './gateways/files/open-file-store.ts'
import { createClamdScanner } from './gateways/files/virus-scanner.ts'
import { bankOfCanadaRates } from './gateways/fx/bank-of-canada.ts'
import { demoRates } from './gateways/fx/demo-rates.ts'
import { ecbRates } from './gateways/fx/ecb.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { IdentityProvider } from './gateways/identity-provider/identity-provider.ts'
import { startProvider } from './gateways/identity-provider/start-provider.ts'
import { createCollectingMailer, createSmtpMailer, type Mailer } from './gateways/mail/mailer.ts'
import { createTypstRenderer } from './gateways/pdf/typst-renderer.ts'
import { createWebhookSender } from './gateways/webhooks/webhook-sender.ts'
import { type ApiHandlers, createHandlers } from './handlers.ts'
import { providerEvents } from './identity/index.ts'
import { CRONTAB, jobsOf } from './jobs.ts'
import { SYSTEM_ACTOR } from './kernel/actor.ts'
import { changeLinks } from './kernel/change-links.ts'
import { type Clock, type MovableClock, movableClock, systemClock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import type { Logins } from './kernel/database-logins.ts'
import { openDatabase } from './kernel/db.ts'
import { openFieldCipher } from './kernel/field-cipher.ts'
import { newRequestId } from './kernel/ids.ts'
import { createLogger } from './kernel/log.ts'
import { payslipCodes, statementCodes } from './kernel/payslip-codes.ts'
import { readiness } from './kernel/readiness.ts'
import { loadSeal } from './kernel/seal-material.ts'
import { stopLinks } from './kernel/stop-links.ts'
import type { TokenIssuer } from './kernel/token.ts'
import { type Ctx, type Kernel, unitOfWork } from './kernel/unit-of-work.ts'
import { railsOf } from './open-rails.ts'
import { railBooks } from './rail-books.ts'
import { doors, reactions } from './subscriptions.ts'
import { type CheckDeps, fileAnchors } from './verification/index.ts'
import { startWorker, type WorkerHandle } from './worker.ts'

export type Runtime = {
  readonly kernel: Kernel
  readonly provider: IdentityProvider
  readonly app: FastifyInstance
  /** The handlers of the API, for calling use cases without HTTP. */
  readonly handlers: ApiHandlers
  /** The clock, where it can be moved. */
  readonly clock: MovableClock | undefined
  /** Starts taking requests; answers the address. */
  listen(): Promise<string>
  /** Finishes what runs and closes everything, in the order in which nothing is lost. */
  stop(): Promise<void>
}

export type RuntimeOptions = {
  readonly worker?: boolean
  /** Of each of the two pools. */
  readonly poolSize?: number
  /** Whose tokens are believed, where that is not the identity provider. */
  readonly issuer?: TokenIssuer
  /** Where the log goes, if not to the standard output. */
  readonly logTo?: DestinationStream
  /** Where the built web is, if not where the build puts it. */
  readonly webDir?: string
}

/**
 * The heap grows by two fifths of what lives in it before the rest is given back: left to itself it grows to four times that with what a
 * payroll of a hundred thousand leaves behind.
 */
const HEAP_GROWTH = '--heap-growing-percent=40'

/** Starts everything but listening, on a database that `prepareDatabase` brought up to date. */
export async function startRuntime(
  config: Config,
  logins: Logins,
  options: RuntimeOptions = {},
): Promise<Runtime> {
  setFlagsFromString(HEAP_GROWTH)
  const log = createLogger(config.logLevel, options.logTo)
  const database = openDatabase(logins, { max: options.poolSize ?? 10 })
  const moved =
    config.mode === 'serve' ? undefined : movableClock(await readClockOffset({ db: database }))
  const clock = moved ?? systemClock
  const { railOf } = await railsOf(config, database, clock)
  const pdf = createTypstRenderer()
  const screen = createDocumentScreen(
    config.clamdUrl ? { scanner: createClamdScanner(config.clamdUrl) } : {},
  )
  const gateways = { ...(await gatewaysOf(config, clock)), screen, pdf, railOf }
  const fields = await openFieldCipher(database, config.masterKeys)
  const kernel: Kernel = { db: database, clock, log, gateways, fields, doors, reactions }
  const events = providerEvents(kernel, {
    secret: config.authSecret,
    passwordOnly: new Set(config.passwordOnlyEmails),
  })
  const provider = await startProvider(config, logins.services, events)
  const workers =
    options.worker === false
      ? []
      : await startWorkers(config, logins, kernel, {
          provider,
          rails: railBooks(config, database),
        })
  const handlers = createHandlers(config, kernel, provider)
  const app = await createApp({
    config,
    handlers,
    kernel,
    provider,
    issuer: options.issuer ?? provider,
    webDir: options.webDir,
    missing: readiness({
      db: database,
      dataDir: config.dataDir,
      working: () => workers.every(worker => worker.alive()),
    }),
    ...(moved ? { dev: { clock: moved, runDueJobs: () => runDueJobs(kernel) } } : {}),
  })
  // Rates of the last hour may be missing after a stop, and nobody looked since.
  if (workers.length > 0)
    await systemUnit(kernel, async ctx => {
      await ctx.enqueue('fetch_rates', {}, { job_key: 'fetch_rates' })
      await ctx.enqueue('check_invariants', {}, { job_key: 'check_invariants' })
    })
  return {
    kernel,
    provider,
    app,
    handlers,
    clock: moved,
    listen: () => app.listen({ port: config.port, host: config.host }),
    stop: async () => {
      await app.close()
      await Promise.all(workers.map(worker => worker.stop()))
      await pdf.close()
      await screen.close()
      await provider.close()
      await database.close()
    },
  }
}

/** The ports that hold nothing that has to be closed. */
async function gatewaysOf(
  config: Config,
  clock: Clock,
): Promise<Omit<Gateways, 'screen' | 'pdf' | 'railOf'>> {
  return {
    files: await openFileStore(config),
    sealer: await loadSeal(config),
    fx:
      config.mode === 'serve' ? [ecbRates(), bankOfCanadaRates()] : [demoRates(() => clock.now())],
    publicUrl: config.publicUrl,
    supportEmail: config.supportEmail,
    walletLimits: config.walletLimits,
    webhooks: createWebhookSender({ loopback: config.mode !== 'serve' }),
    stopLinks: stopLinks(config.authSecret),
    changeLinks: changeLinks(config.authSecret),
    payslipCodes: payslipCodes(config.authSecret),
    statementCodes: statementCodes(config.authSecret),
  }
}

/** Starts the workers: one for all work, and for mails, webhooks and reports one each, so that no payment waits for any of them. */
async function startWorkers(
  config: Config,
  { services: databaseUrl }: Logins,
  kernel: Kernel,
  { provider, rails }: { readonly provider: IdentityProvider; readonly rails: CheckDeps['rails'] },
): Promise<WorkerHandle[]> {
  const mailer: Mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, config.mailFrom, { needsTls: config.smtpNeedsTls })
    : createCollectingMailer(mail => keepMail(kernel, mail))
  const checked: CheckDeps = {
    db: kernel.db,
    masterKeys: config.masterKeys,
    anchors: fileAnchors(join(config.dataDir, 'audit-anchor')),
    rails,
  }
  const { mails, reports, webhooks, work } = jobsOf({ mailer, provider, checked })
  return [
    await startWorker(kernel, { databaseUrl, jobs: work, crontab: CRONTAB, concurrency: 4 }),
    await startWorker(kernel, { databaseUrl, jobs: mails, crontab: '', concurrency: 4 }),
    await startWorker(kernel, { databaseUrl, jobs: webhooks, crontab: '', concurrency: 8 }),
    // One at a time: each takes as much memory as one.
    await startWorker(kernel, { databaseUrl, jobs: reports, crontab: '', concurrency: 1 }),
  ]
}

/** Runs one unit of work as the system. */
export function systemUnit<T>(kernel: Kernel, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return unitOfWork(kernel, SYSTEM_ACTOR, { request_id: newRequestId(), address: 'server' }, work)
}

async function runDueJobs(kernel: Kernel): Promise<void> {
  await systemUnit(kernel, async ctx => {
    await ctx.enqueue('fetch_rates', {}, { job_key: 'fetch_rates' })
    await ctx.enqueue('by_the_clock', {}, { job_key: 'by_the_clock' })
    await ctx.enqueue('tell_people', {}, { job_key: 'tell_people' })
  })
}
