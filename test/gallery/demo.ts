/** A demo of the gallery's own, in this process, on a folder that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Person } from '#db/seed/cast.ts'
import { seedDemo } from '#db/seed/story.ts'
import { readConfig } from '#server/kernel/config.ts'
import { databaseFor } from '#server/kernel/embedded-or-given.ts'
import { freePort } from '#server/kernel/free-port.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { type Runtime, startRuntime } from '#server/runtime.ts'
import type { Named } from './addresses.ts'

export type Demo = {
  readonly runtime: Runtime
  readonly url: string
  /** Moves the clock; what became due has happened when it answers. */
  moveTo(instant: string): Promise<void>
  person(email: string): Promise<Person>
  /** Rows of the database as its owner sees it. */
  rows<R extends object>(text: string, values?: unknown[]): Promise<R[]>
  /** Waits until a statement finds nothing any more. */
  until(none: string): Promise<void>
  named(): Promise<Named>
  stop(): Promise<void>
}

/** Starts it and tells its story. */
export async function startDemo(): Promise<Demo> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-gallery-'))
  const port = await freePort()
  const config = readConfig('start', {
    PORT: String(port),
    CORRIDOR_DATA_DIR: dir,
    LOG_LEVEL: 'error',
  })
  const database = await databaseFor(config)
  const runtime = await startRuntime(config, await prepareDatabase(config, database.url))
  await runtime.listen()
  await seedDemo(runtime)
  const url = `http://localhost:${port}`
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const rows: Demo['rows'] = async (text, values = []) => (await pool.query(text, values)).rows
  return {
    runtime,
    url,
    rows,
    moveTo: async now => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/dev/clock`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ now }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    },
    person: async email => {
      const [found] = await rows<Person>('select sub, email from person where email = $1', [email])
      if (!found) throw new Error(`Nobody in the demo is ${email}`)
      return found
    },
    until: async none => {
      for (const end = Date.now() + 60_000; (await rows(none)).length > 0; await sleep(100))
        if (Date.now() > end) throw new Error(`still found: ${none}`)
    },
    named: () => namedIn(rows),
    stop: async () => {
      await pool.end()
      await runtime.stop()
      await database.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function namedIn(rows: Demo['rows']): Promise<Named> {
  const [ids] = await rows<Named>(`
    select i.contractor_sub contractor, i.contract_uuid contract, c.policy_uuid policy, c.cycle_uuid cycle,
        (select status from line_item where cycle_uuid = c.cycle_uuid order by status desc limit 1) status,
        (select cycle_uuid from pay_cycle paid where paid.policy_uuid = c.policy_uuid order by start_date limit 1) paid_cycle,
        i.line_item_uuid item, (select o.line_item_uuid from line_item o where o.cycle_uuid = (select cycle_uuid from pay_cycle paid
          where paid.policy_uuid = c.policy_uuid order by start_date limit 1) order by 1 limit 1) paid_item,
        (select destination_uuid::text from destination d where d.contractor_sub = i.contractor_sub order by position limit 1) destination,
        (select invoice_uuid::text from invoice v where v.contractor_sub = i.contractor_sub and v.status = 'SENT' order by created_at limit 1) invoice,
        (select batch_uuid::text from payment_batch order by submitted_at limit 1) batch
      from line_item i join pay_cycle c using (cycle_uuid) join employer e on e.employer_uuid = c.employer_uuid
        join person p on p.sub = i.contractor_sub
      where e.domain = 'demo.corridor.test' and p.email = 'contractor@demo.corridor.test'
      order by c.start_date desc, i.line_item_uuid limit 1`)
  if (!ids) throw new Error('the demo has a cycle')
  return ids
}
