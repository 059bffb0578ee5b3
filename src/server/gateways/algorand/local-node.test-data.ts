/** How Algorand's books of this process are asked, as a node is: by HTTP. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = readonly [status: number, body: unknown]
export type Asked = {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Buffer
}
/** Bad days of the node itself. */
type Mood = {
  readonly silent: boolean
  readonly deaf: boolean
  readonly misled: boolean
  readonly nonsense: boolean
  readonly cut: boolean
}

/** Serves what answers for it, with a node's bad days; answers where, and how it ends. */
export async function serve(mood: Mood, answer: (asked: Asked) => Answer) {
  const server = createServer(async (request, response) => {
    const asked = await read(request)
    if (mood.silent) return response.destroy()
    if (mood.misled && /^(accounts|blocks|transactions\/pending)/.test(asked.path))
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
    const [status, body] = answer(asked)
    if (mood.deaf && asked.method === 'POST') return response.destroy()
    if (body instanceof Uint8Array && !mood.nonsense) return response.writeHead(200).end(body)
    response.writeHead(status, { 'content-type': 'application/json' })
    const told = mood.nonsense ? { amount: 'many', 'asset-holding': 'some' } : body
    const text = JSON.stringify(told, (_key, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    if (!mood.cut) return response.end(text)
    response.write(text.slice(0, text.length / 2))
    return setImmediate(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/a-key-of-ours`,
    end: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const [path = '', query = ''] = (request.url ?? '').replace('/a-key-of-ours/v2/', '').split('?')
  return { method: request.method ?? 'GET', path, query, body: Buffer.concat(chunks) }
}
