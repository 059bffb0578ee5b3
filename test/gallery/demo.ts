/** A demo of the gallery's own, in this process, on a folder that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs'
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
import { roomForDatabases } from '../harness/room.ts'
import { type Named, NOTHING } from './addresses.ts'

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
  /** What the addresses of the pages name that somebody sees; an operator sees the demo's first employer. */
  named(email: string): Promise<Named>
  stop(): Promise<void>
}

/** Starts it and tells its story. */
export async function startDemo(): Promise<Demo> {
  const dir = mkdtempSync(join(roomForDatabases(), 'corridor-gallery-'))
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
    named: email => namedIn(rows, email),
    stop: async () => {
      await pool.end()
      await runtime.stop()
      await database.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The newest pay of who looks, or of their company: what went wrong first, and of the demo's contractor before others. */
async function namedIn(rows: Demo['rows'], email: string): Promise<Named> {
  const [ids] = await rows<{ [N in keyof Named]: string | null }>(
    `
    with looks as (select p.type, p.sub, (select m.employer_uuid from employer_member m where m.sub = p.sub limit 1) employer_uuid from person p where p.email = $1)
    select i.contractor_sub contractor, i.contract_uuid contract, c.policy_uuid policy, c.cycle_uuid cycle,
        (select status from line_item where cycle_uuid = c.cycle_uuid order by status desc limit 1) status,
        (select cycle_uuid from pay_cycle paid where paid.policy_uuid = c.policy_uuid order by start_date limit 1) paid_cycle,
        i.line_item_uuid item, (select o.line_item_uuid from line_item o where o.cycle_uuid = (select cycle_uuid from pay_cycle paid
          where paid.policy_uuid = c.policy_uuid order by start_date limit 1) order by 1 limit 1) paid_item,
        (select destination_uuid::text from destination d where d.contractor_sub = i.contractor_sub order by position limit 1) destination,
        (select invoice_uuid::text from invoice v where v.contractor_sub = i.contractor_sub and v.status = 'SENT' order by created_at limit 1) invoice,
        (select batch_uuid::text from payment_batch b where b.employer_uuid = c.employer_uuid order by submitted_at limit 1) batch,
        e.domain
      from looks, line_item i join pay_cycle c using (cycle_uuid) join employer e on e.employer_uuid = c.employer_uuid
        join person p on p.sub = i.contractor_sub
      where case looks.type when 'employer' then c.employer_uuid = looks.employer_uuid when 'contractor' then i.contractor_sub = looks.sub
        else e.domain = 'demo.corridor.test' end
      order by p.email = 'contractor@demo.corridor.test' desc,
        exists (select from payment y where y.line_item_uuid = i.line_item_uuid and y.status in ('FAILED', 'RETURNED', 'UNKNOWN')) desc, c.start_date desc, i.line_item_uuid limit 1`,
    [email],
  )
  if (!ids) throw new Error(`${email} has a pay in the demo`)
  const named = Object.entries(ids).map(([name, id]) => [name, id ?? NOTHING])
  return Object.fromEntries(named) as Named
}
