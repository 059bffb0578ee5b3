/** A client that keeps to no rules: it sends bytes as it is told, and says what came back and whether it was cut off. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type RawClient = {
  /** Sends bytes; answers whether all of them could be handed on. */
  send(bytes: string | Buffer): Promise<boolean>
  /** The status of the answer, as soon as there is one. */
  status(): Promise<number>
  /** Resolves when the other side has ended the connection. */
  ended(): Promise<void>
  /** Everything that came back so far. */
  text(): string
  close(): void
}

/** Connects to a port of this machine. */
export async function rawClient(port: number): Promise<RawClient> {
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  let text = ''
  let over = false
  socket.on('data', chunk => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    over = true
  })
  await new Promise(resolve => socket.once('connect', resolve))
  const until = async (what: string, done: () => boolean) => {
    for (let tries = 0; !done(); tries++) {
      if (tries > 1500) throw new Error(`${what}: not seen; so far: ${text.slice(0, 300)}`)
      await sleep(10)
    }
  }
  return {
    send: bytes => new Promise(resolve => socket.write(bytes, error => resolve(!error && !over))),
    status: async () => {
      await until('an answer', () => text.includes('\r\n\r\n'))
      return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
    },
    ended: () => until('the end', () => over),
    text: () => text,
    close: () => socket.destroy(),
  }
}

/** The head of a request that announces a body of so many bytes, or one in chunks. */
export function headOf(
  method: string,
  path: string,
  length: number | 'chunked',
  headers: Readonly<Record<string, string>> = {},
): string {
  const size = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const rest = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    size,
    ...rest,
    '\r\n',
  ].join('\r\n')
}
