/**
 * `npm run simulate -- --seeds 500 --steps 200 --first 1`: runs seeds over the machine's cores and names those that found something,
 * with what they found; `--log` prints what happened in them; `--of chains` has payments on chains instead of companies. Exits with 1 when one did.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { cloneTemplate, startTestServer } from '#test/harness/test-server.ts'
import type { Outcome } from './simulation.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    steps: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    log: { type: 'boolean', default: false },
    server: { type: 'string' },
    stage: { type: 'string' },
    of: { type: 'string', default: 'companies' },
    every: { type: 'string', default: '1' },
  },
})
const first = Number(values.first)
const seeds = Number(values.seeds)
const steps = Number(values.steps)
const every = Number(values.every)

/** What there is to simulate: who acts in it, and one seed of it. The programs of chains are not on every platform. */
const KINDS = {
  companies: async () => ({
    make: (await import('./cast.ts')).makeStage,
    simulate: (await import('./simulation.ts')).simulate,
  }),
  chains: async () => ({
    make: (await import('./chains/cast.ts')).makeChainStage,
    simulate: (await import('./chains/simulation.ts')).simulateChains,
  }),
}
const of = values.of === 'chains' ? 'chains' : 'companies'
const kind = await KINDS[of]()

if (values.server && values.stage) await work(values.server, JSON.parse(values.stage))
else await lead()

/** Starts the database and a process for each core, and counts what they say. */
async function lead(): Promise<void> {
  const server = await startTestServer()
  const stage = JSON.stringify(await kind.make(server.url))
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
      const share = { first: first + n, every: workers, seeds: Math.ceil((seeds - n) / workers) }
      const given = Object.entries({ of, server: server.url, stage, steps, ...share })
      const args = given.flatMap(([name, value]) => [`--${name}`, String(value)])
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

/** Runs every n-th seed, one after the other, and says how each ended. */
async function work(server: string, { template, cast }: { template: string; cast: never }) {
  for (let n = 0; n < seeds; n++) {
    const { databaseUrl, drop } = await cloneTemplate(server, template)
    const { tally, ...outcome } = await kind.simulate(first + n * every, steps, databaseUrl, cast)
    await drop()
    process.send?.({ ...outcome, tally: [...tally] })
  }
  process.disconnect?.()
}
