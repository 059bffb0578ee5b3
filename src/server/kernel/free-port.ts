import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below what Linux (32768 up), macOS and Windows (49152 up, RFC 6335) hand to outgoing connections: a port
 * out of those ranges can be taken by a connection between the moment it is chosen and the moment it is listened on.
 */
const LOWEST = 20_000
const ABOVE = 30_000

/**
 * A TCP port on the loopback that nobody listened on a moment ago and that no outgoing connection is given.
 * Fails when a hundred ports in a row are taken.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(LOWEST, ABOVE)
    if (await canListen(port)) return port
  }
  throw new Error(`no port between ${LOWEST} and ${ABOVE} is free`)
}

function canListen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
