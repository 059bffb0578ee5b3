/** Puts the server together: the contract tables with their handlers, the identity provider's door, health, and the web. */
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { api } from '#contract/api.ts'
import { USUAL_BODY_BYTES } from '#contract/kernel/endpoint.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { mayCountVisits } from '#domain/kernel/visits.ts'
import { mountDevPages } from './dev/index.ts'
import type { IdentityProvider } from './gateways/identity-provider/identity-provider.ts'
import type { ApiHandlers } from './handlers.ts'
import { findActor, requireGates } from './identity/index.ts'
import { findKey } from './integrations/index.ts'
import { mountApiDocs } from './kernel/api-docs.ts'
import type { MovableClock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import { answerError, type HttpDeps, mountContract } from './kernel/http.ts'
import { mountIdentityProvider } from './kernel/identity-http.ts'
import { newRequestId } from './kernel/ids.ts'
import { mountMetrics } from './kernel/metrics.ts'
import { PATIENCE_MS } from './kernel/request-body.ts'
import { type TokenIssuer, tokenVerifier } from './kernel/token.ts'
import type { Kernel } from './kernel/unit-of-work.ts'
import { leaveUnreadBodies } from './kernel/unread-bodies.ts'
import { answerUnread, LONGEST_PART, routedAddress } from './kernel/unreadable-requests.ts'
import { mountWeb } from './kernel/web-files.ts'

export type AppDeps = {
  readonly config: Config
  readonly kernel: Kernel
  readonly provider: IdentityProvider
  readonly handlers: ApiHandlers
  /** Whose tokens are believed. */
  readonly issuer: TokenIssuer
  /** What keeps this process from serving, in words; nothing when it can. */
  missing(): Promise<readonly string[]>
  /** Where the built web is, if not where the build puts it. */
  readonly webDir?: string | undefined
  /** How long a request may stand still while it is read; tests shorten it. */
  readonly patienceMs?: number
  /** The movable clock and the hook that runs what became due, where pages for developers are served. */
  readonly dev?: { readonly clock: MovableClock; runDueJobs(): Promise<void> }
}

/** How pages are asked for, whatever their address. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The largest document over the slowest connection that a body may have. */
const LONGEST_REQUEST_MS = 10 * 60_000

/** Builds the HTTP application; the caller listens and closes. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, kernel, provider } = deps
  const patience = deps.patienceMs ?? PATIENCE_MS
  const app: FastifyInstance = fastify({
    loggerInstance: kernel.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newRequestId(),
    trustProxy: trustedProxies(config),
    // Counted before it is decoded, where a letter may be twelve; what is longer has no route by then.
    routerOptions: { maxParamLength: LONGEST_PART * 12 },
    rewriteUrl: routedAddress,
    clientErrorHandler: answerUnread,
    // Pages for developers alone are parsed by the framework; all others read their own bodies, with their own limits.
    bodyLimit: USUAL_BODY_BYTES,
    requestTimeout: LONGEST_REQUEST_MS,
    http: { headersTimeout: patience, connectionsCheckingInterval: Math.min(2000, patience / 2) },
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  leaveUnreadBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', PERMISSIONS)
    // Of what is not there no body is waited for, which the framework would parse first.
    if (request.is404 && !READING.has(request.method))
      throw new Problem('NOT_FOUND', 'kernel.failures.notFound')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions
    request.log.info(
      {
        route,
        method: request.method,
        address: request.ip,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  await app.register(helmet, {
    contentSecurityPolicy: { directives: policy(config) },
    // Google's window must be able to tell the page that opened it that it closed.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    hsts: config.publicUrl.startsWith('https:'),
  })
  mountMetrics(app)
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const missing = await deps.missing()
    const ok = missing.length === 0
    if (!ok) reply.header('retry-after', '2')
    return reply.code(ok ? 200 : 503).send(ok ? { ok } : { ok, missing })
  })
  const http: HttpDeps = {
    kernel,
    tokens: tokenVerifier(deps.issuer),
    findActor: (claims, origin, how) => findActor(kernel, claims, origin, how),
    findKey: (key, address, how) => findKey(kernel, key, address, how),
    passwordOnly: new Set(config.passwordOnlyEmails),
    requireGates,
    patience_ms: patience,
  }
  await app.register(scope => mountContract(scope, http, api, deps.handlers))
  await app.register(scope => mountIdentityProvider(scope, provider, patience))
  if (deps.dev) mountDevPages(app, kernel, deps.dev)
  await mountApiDocs(app)
  await mountWeb(app, { contract: api, provider, dir: deps.webDir })
  return app
}

/** What our pages use of a device: passkeys, and the clipboard to copy codes and links to. */
const PERMISSIONS = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture', 'fullscreen'],
  ...['geolocation', 'gyroscope', 'hid', 'idle-detection', 'magnetometer', 'microphone', 'midi'],
  ...['payment', 'serial', 'usb', 'xr-spatial-tracking'],
]
  .map(name => `${name}=()`)
  .concat(
    'publickey-credentials-get=(self)',
    'publickey-credentials-create=(self)',
    'clipboard-write=(self)',
  )
  .join(', ')

/** The first hop is who connects; as many as there are proxies are believed about the one before. */
function trustedProxies({ trustProxy }: Config) {
  if (typeof trustProxy !== 'number') return trustProxy
  return (_address: string, hop: number) => hop < trustProxy
}

/** The hosts of the tag manager and of what it usually loads, which count visits. */
const TAG_MANAGER = 'https://www.googletagmanager.com'
const VISITS = 'https://*.google-analytics.com https://*.analytics.google.com'

/** A source that is admitted where visits are counted, and is nothing anywhere else. */
function onPagesWithVisits({ tagManagerId }: Config, source: string) {
  return ({ url = '' }: IncomingMessage) =>
    tagManagerId && mayCountVisits(url) ? source : "'self'"
}

function policy(config: Config) {
  const secure = config.publicUrl.startsWith('https:')
  const visited = (source: string) => onPagesWithVisits(config, source)
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", visited(TAG_MANAGER)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', visited(`${TAG_MANAGER} ${VISITS}`)],
    'font-src': ["'self'"],
    'connect-src': ["'self'", visited(`${TAG_MANAGER} ${VISITS}`)],
    'frame-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': secure ? [] : null,
  }
}
