/** A closed loop of `connections` clients that repeat a request for some seconds; answers requests per second. */
import { Agent, request } from 'node:http'

export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  options: { connections: number; seconds: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const call = request(url, { agent, headers }, response => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        )
      })
      call.once('error', reject)
      call.end()
    })
  const warm = Date.now() + 1000
  await loop(once, options.connections, warm)
  const start = performance.now()
  const done = await loop(once, options.connections, Date.now() + options.seconds * 1000)
  agent.destroy()
  return done / ((performance.now() - start) / 1000)
}

async function loop(
  once: () => Promise<void>,
  connections: number,
  until: number,
): Promise<number> {
  let done = 0
  const client = async () => {
    while (Date.now() < until) {
      await once()
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return done
}
