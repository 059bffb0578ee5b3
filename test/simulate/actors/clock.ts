/** What time and the worker do: hours and days pass, jobs run, events are delivered, executions go on. */
import { keepRates } from '#server/exchange/index.ts'
import { attempt, type Move, type Sim } from '../sim.ts'

const HOUR_MS = 3_600_000

const pass: Move = {
  name: 'time passes',
  weight: 9,
  async act(sim, chance) {
    const hours = chance.often(0.6) ? 1 + chance.below(20) : 24 * (1 + chance.below(5))
    // The source of rates is away now and then, and what it said grows old.
    await passHours(sim, hours, chance.often(0.9))
  },
}

/** Lets hours pass; with what the source of rates says then, or without. */
export async function passHours({ world }: Sim, hours: number, with_rates = true): Promise<void> {
  world.clock.set(new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString())
  if (!with_rates) return
  const latest = (await Promise.all(world.kernel.gateways.fx.map(source => source.latest()))).flat()
  await world.unit(ctx => keepRates(ctx, latest))
}

const jobs: Move = {
  name: 'the clock works',
  weight: 7,
  act: (sim, chance) => attempt(sim, chance, 'by_the_clock', () => sim.world.byTheClock()),
}

const events: Move = {
  name: 'events are delivered',
  weight: 7,
  act: (sim, chance) => attempt(sim, chance, 'deliver_events', () => sim.world.deliver()),
}

const executions: Move = {
  name: 'executions go on',
  weight: 4,
  async act(sim, chance) {
    const rows = await sim.admin.rows<{ id: string }>(
      "select distinct execution_uuid id from payment where status = 'EXECUTING' order by 1",
    )
    const one = chance.pick(rows)
    if (!one) return
    await attempt(sim, chance, 'execute_payments', () =>
      sim.world.execute(one.id).catch(error => {
        if (!/rail/.test(String(error))) throw error
      }),
    )
  },
}

const rates: Move = {
  name: 'exchange rates move',
  weight: 2,
  act: (sim, chance) =>
    attempt(sim, chance, 'keep_rates', () => {
      const rate = `1.${String(1000 + chance.below(2000))}`
      const as_of = sim.world.clock.now().toISOString()
      return sim.world.unit(ctx =>
        keepRates(ctx, [
          { from_currency: 'EUR', to_currency: 'USD', rate, source: 'Sample rate', as_of },
        ]),
      )
    }),
}

export const clockMoves: readonly Move[] = [pass, jobs, events, executions, rates]
