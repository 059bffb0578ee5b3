/** A door by which a local network is paid from outside: what is posted to it is done, and answered by the transaction's id. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

const PATH = '/pay'

/** Opens it on this machine alone; `pay` throws what is wrong with a wish. */
export async function startFaucet(
  pay: (wish: unknown) => string | Promise<string>,
): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    json(request)
      .then(pay)
      .then(
        txid => response.end(`${txid}\n`),
        error => response.writeHead(400).end(`${error.message}\n`),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
