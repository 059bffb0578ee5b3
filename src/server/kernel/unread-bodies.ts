/**
 * What becomes of a body that nobody wants: of a caller who is refused, or of one that is too large or too slow. The answer goes
 * out at once, nothing more is read, and the connection ends a moment later: by itself Node would read all of it to throw it away.
 */
import type { FastifyInstance } from 'fastify'

/** How long a client has to read its answer before the connection ends. */
const LINGER_MS = 1000

/** Stops reading at the answer, on every route of `app`. */
export function leaveUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete) return
    // Node reads what nobody began to read, and cuts a connection with unread bytes off before its answer can be read.
    raw.read(0)
    raw.pause()
    reply.removeHeader('connection')
    reply.raw.once('finish', () => {
      if (raw.complete) raw.resume()
      else setTimeout(() => raw.destroy(), LINGER_MS).unref()
    })
  })
}
