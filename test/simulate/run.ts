/**
 * `npm run simulate -- --seeds 500 --steps 200 --first 1`: runs seeds over the machine's cores and names those that found something,
 * with what they found; `--log` prints what happened in them; `--of chains` has payments on chains instead of companies.
 * `--check 1` checks everything after each step instead of each twentieth, `--at-once 1` has nobody act beside another, so that a seed has one history. Exits with 1 when one did.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startTestServer } from '#test/harness/test-server.ts'
import type { Outcome } from './simulation.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    steps: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    log: { type: 'boolean', default: false },
    server: { type: 'string' },
    of: { type: 'string', default: 'companies' },
    check: { type: 'string' },
    'at-once': { type: 'string' },
  },
})
const first = Number(values.first)
const seeds = Number(values.seeds)
const steps = Number(values.steps)
const how = {
  ...(values.check && { every: Number(values.check) }),
  ...(values['at-once'] && { at_once: Number(values['at-once']) }),
}

/** What there is to simulate: walks seeds on grounds of a server. The programs of chains are not on every platform. */
const KINDS = {
  companies: async (server: string) => {
    const grounds = (await import('./beginning.ts')).companiesOn(server)
    const { walkSeed } = await import('./walk.ts')
    return { walk: (seed: number) => walkSeed(grounds, seed, steps, how), close: grounds.close }
  },
  chains: async (server: string) => {
    const grounds = (await import('./chains/cast.ts')).chainsOn(server)
    const { simulateChains } = await import('./chains/simulation.ts')
    const walk = (seed: number) => grounds.walk(seed, (...on) => simulateChains(seed, steps, ...on))
    return { walk, close: grounds.close }
  },
}
const of = values.of === 'chains' ? 'chains' : 'companies'

if (values.server) await work(values.server)
else await lead()

/** Starts the database and a process for each core, and counts what they say. */
async function lead(): Promise<void> {
  const server = await startTestServer()
  const workers = Math.max(1, Math.min(availableParallelism(), seeds))
  console.log(`${seeds} seeds from ${first}, ${steps} steps each, ${workers} at a time`)
  let failed = 0
  let done = 0
  const tally = new Map<string, number>()
  const hear = (outcome: Said) => {
    done += 1
    for (const [name, count] of outcome.tally) tally.set(name, (tally.get(name) ?? 0) + count)
    if (outcome.found.length > 0) {
      failed += 1
      console.log(`seed ${outcome.seed}, after ${outcome.steps} steps:`)
      for (const line of outcome.found.slice(0, 10)) console.log(`  ${line}`)
      if (values.log) console.log(outcome.log.map(line => `    ${line}`).join('\n'))
    } else if (done % 25 === 0) console.log(`${done} of ${seeds}`)
  }
  await Promise.all(
    Array.from({ length: workers }, (_, n) => {
      // Seeds that follow each other begin at the same place.
      const [from, to] = [n, n + 1].map(share => Math.floor((share * seeds) / workers)) as [
        number,
        number,
      ]
      const share = { first: first + from, seeds: to - from }
      const given = Object.entries({
        ...values,
        of,
        server: server.url,
        steps,
        ...share,
        log: undefined,
      })
      const args = given.flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}`, String(value)],
      )
      const child = fork(import.meta.filename, args)
      child.on('message', message => hear(message as Said))
      return new Promise<void>(resolve =>
        child.on('exit', code => {
          if (code !== 0) failed += 1
          resolve()
        }),
      )
    }),
  )
  await server.stop()
  for (const [name, count] of [...tally].sort()) console.log(`  ${name}: ${count}`)
  console.log(`${done - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || done < seeds ? 1 : 0
}

type Said = Omit<Outcome, 'tally'> & { readonly tally: readonly (readonly [string, number])[] }

/** Walks its share of the seeds, one after the other, and says how each ended. */
async function work(server: string) {
  const { walk, close } = await KINDS[of](server)
  for (let n = 0; n < seeds; n++) {
    const { tally, ...outcome } = await walk(first + n)
    process.send?.({ ...outcome, tally: [...tally] })
  }
  await close()
  process.disconnect?.()
}
