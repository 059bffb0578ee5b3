/** The real server as a process of its own, which a test may end without a word. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')

export type ServerProcess = {
  readonly url: string
  /** Ends it as the kernel ends a process that runs out of memory; resolves when it is gone. */
  kill(): Promise<void>
  /** What it said on its error stream. */
  said(): string
  /** What it wrote to its log. */
  logged(): string
  /** Whether it ended by itself. */
  ended(): boolean
}

/** Starts the server and waits until it is ready; throws with its own words when it does not come up. */
export async function startServer(
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['src/server/main.ts', 'start'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, logged] = [heard(child.stderr), heard(child.stdout)]
  const url = `http://127.0.0.1:${port}`
  const server = {
    url,
    said,
    logged,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => kill(child),
  }
  for (const end = performance.now() + 240_000; ; await sleep(40)) {
    const up = await fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (up) return server
    if (server.ended() || performance.now() > end) {
      await server.kill()
      throw new Error(`The server did not come up: ${said()}`)
    }
  }
}

/** Reads a stream to its end, and keeps the beginning. */
function heard(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => {
    if (text.length < 500_000) text += chunk
  })
  return () => text
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
