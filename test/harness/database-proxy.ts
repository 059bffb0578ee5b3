/** A network between Corridor and its database that a test can break: it swallows everything, or lets nobody in. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type DatabaseProxy = {
  /** The database's address, through the proxy. */
  readonly url: string
  /** From now on nothing passes in either direction; who connects is taken in and never answered. */
  silence(): void
  /** From now on connections are refused, and those that are there are cut. */
  refuse(): Promise<void>
  /** Everything passes again; what was silenced is cut. */
  heal(): Promise<void>
  close(): Promise<void>
}

/** Stands in front of the database of an address. */
export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer(near => {
    const far = connect({ host: target.hostname, port: Number(target.port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', chunk => void (silent || to.write(chunk)))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!silent) to.destroy()
      })
    }
  })
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const shut = async () => {
    if (!server.listening) return
    const closed = new Promise(resolve => server.close(resolve))
    cut()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.port = String(port)
  // Not by a socket, which would pass it by.
  url.searchParams.delete('host')
  return {
    url: url.href,
    silence: () => {
      silent = true
    },
    refuse: shut,
    heal: async () => {
      silent = false
      cut()
      if (!server.listening) await listen(port)
    },
    close: shut,
  }
}
