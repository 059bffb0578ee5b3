import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import { jsonOf, PATIENCE_MS, readBody } from './request-body.ts'

/** The longest that is sent there is a passkey's answer, of some 4 kB. */
const MOST_BYTES = 16 * 1024
const HOP_BY_HOP = new Set(['content-length', 'transfer-encoding', 'connection', 'set-cookie'])

/** Said by us alone, whatever a client says. */
const OURS = new Set(['x-real-ip', 'x-request-id'])

/**
 * Hands requests below `/api/auth` to the identity provider, as it wants them: web requests with the caller's address and the
 * id that the log knows them by.
 */
export async function mountIdentityProvider(
  app: FastifyInstance,
  provider: IdentityProvider,
  patience_ms = PATIENCE_MS,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Pages read a failure of the provider by its message, whoever found it.
  app.addHook<{ code: string; detail: string | { msg: string }[] }>(
    'preSerialization',
    async (_request, _reply, { code, detail }) => ({
      code,
      message: typeof detail === 'string' ? detail : detail[0]?.msg,
    }),
  )
  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (!OURS.has(name) && typeof value === 'string' && !HOP_BY_HOP.has(name))
        headers.set(name, value)
    }
    headers.set('x-real-ip', request.ip)
    headers.set('x-request-id', request.id)
    const url = new URL(request.url, 'http://corridor.invalid')
    const bytes =
      request.method === 'POST'
        ? await readBody(request, { most_bytes: MOST_BYTES, patience_ms, stranger: true })
        : Buffer.alloc(0)
    // What is no JSON, or is nested deep, never reaches the provider's own parser.
    jsonOf(request, bytes)
    const body = bytes.length > 0 ? new Uint8Array(bytes) : null
    const answer = await provider.handle(
      new Request(url, { method: request.method, headers, body }),
    )
    for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name)) reply.header(name, value)
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    reply.header('cache-control', 'no-store')
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
  }
  // By another method nothing is there, whatever the provider would make of it.
  app.route({ method: ['GET', 'POST'], url: '/api/auth/*', handler: hand })
}
