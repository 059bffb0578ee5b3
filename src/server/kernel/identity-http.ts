import type { FastifyInstance } from 'fastify'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'

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
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 100_000 }, (_request, body, done) =>
    done(null, body),
  )
  app.all('/api/auth/*', async (request, reply) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (!OURS.has(name) && typeof value === 'string' && !HOP_BY_HOP.has(name))
        headers.set(name, value)
    }
    headers.set('x-real-ip', request.ip)
    headers.set('x-request-id', request.id)
    const url = new URL(request.url, 'http://corridor.invalid')
    const body =
      request.body instanceof Buffer && request.body.length > 0
        ? new Uint8Array(request.body)
        : null
    const answer = await provider.handle(
      new Request(url, { method: request.method, headers, body }),
    )
    for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name)) reply.header(name, value)
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    reply.header('cache-control', 'no-store')
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
  })
}
