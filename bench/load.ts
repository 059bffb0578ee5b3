/** A closed loop of clients that repeat requests, one after the other each, and what they met. */
import { Agent, request } from 'node:http'

export type Call = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

export type Met = {
  readonly per_second: number
  readonly p50_ms: number
  readonly p99_ms: number
}

/** `clients` at once, each going round `calls` from another one on, until `over`. An answer that is not 200 ends it. */
export async function offer(
  calls: readonly Call[],
  clients: number,
  over: Promise<unknown>,
): Promise<Met> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const took: number[] = []
  let going = true
  const stop = () => {
    going = false
  }
  over.then(stop, stop)
  const start = performance.now()
  const client = async (first: number) => {
    for (let turn = first; going; turn++) {
      const call = calls[turn % calls.length]
      const asked = performance.now()
      if (call) await once(call, agent)
      took.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor((took.length - 1) * share)] ?? 0
  return { per_second: took.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99) }
}

/** Requests per second of `clients` over some seconds, after a second to warm up. */
export async function offerFor(
  calls: readonly Call[],
  clients: number,
  seconds: number,
): Promise<Met> {
  await offer(calls, clients, after(1))
  return offer(calls, clients, after(seconds))
}

/** The milliseconds of each of at most 15 requests in turn; of a slow one at least three, and no more after 20 seconds. */
export async function millisecondsOf(call: Call): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await once(call, agent)
  const took: number[] = []
  const start = performance.now()
  while (took.length < 3 || (took.length < 15 && performance.now() - start < 20_000)) {
    const asked = performance.now()
    await once(call, agent)
    took.push(performance.now() - asked)
  }
  agent.destroy()
  return took
}

/** The lines of one answer, which are counted as they come, and the seconds until its end. */
export async function linesOf(call: Call): Promise<{ lines: number; seconds: number }> {
  const agent = new Agent({ maxSockets: 1 })
  let lines = 0
  const start = performance.now()
  await once(call, agent, piece => {
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++
  })
  agent.destroy()
  return { lines, seconds: (performance.now() - start) / 1000 }
}

function once(
  { url, headers }: Call,
  agent: Agent,
  hear: (piece: Buffer) => void = () => {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { ...headers } }, response => {
      response.on('data', hear)
      response.once('error', reject)
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    call.once('error', reject)
    call.end()
  })
}

const after = (seconds: number) => new Promise(resolve => setTimeout(resolve, seconds * 1000))
