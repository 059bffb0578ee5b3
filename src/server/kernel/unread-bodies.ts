/**
 * What becomes of a body that nobody wants: of a caller who is refused, or of one that is too large or too slow. The answer goes
 * out at once, nothing more is read, and the connection ends a moment later: by itself Node would read all of it to throw it away.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a client has to read its answer before the connection ends. */
const LINGER_MS = 1000
/** Shorter bodies came with their head, or all but. */
const SHORT_BYTES = 16 * 1024

/** Waits with long bodies until somebody reads them, and stops reading at the answer, on every route of `app`. */
export function leaveUnreadBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!mayBeLong(raw)) return
    // Once somebody began to read, Node throws nothing away by itself; reading on is what `readBody` does.
    raw.read(0)
    raw.socket.pause()
    // The request was read from already, so that reading on does not begin the socket again by itself.
    raw.once('resume', () => raw.socket.resume())
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete) return
    const long = mayBeLong(raw)
    if (long) {
      raw.pause()
      // Node would cut the connection off before its answer can be read.
      reply.removeHeader('connection')
    }
    reply.raw.once('finish', () => {
      // What is short Node throws away by itself as it comes, and the connection serves on.
      if (long && raw.complete) raw.resume()
      else if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref()
    })
  })
}

function mayBeLong({ headers, complete }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return !complete && (length > SHORT_BYTES || headers['transfer-encoding'] !== undefined)
}
