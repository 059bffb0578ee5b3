import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { givenManyPayments, type ManyPayments } from '#test/harness/many-payments.ts'
import { givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { type Tx, transact } from '../kernel/db.ts'
import { listForFit } from './fit.store.ts'

const PEOPLE = 600

let world: World
let many: ManyPayments

beforeAll(async () => {
  world = await plainWorld(undefined, { fresh: true })
  many = await givenManyPayments(world, await givenOperator(world), PEOPLE)
})
afterAll(() => world.close())

/** The line items that this transaction has read by now, in whatever way. */
async function itemsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::int n from pg_class
      where oid = 'line_item'::regclass`.execute(tx)
  return rows[0]?.n ?? 0
}

const fitted = (of: (n: number) => string) =>
  transact(
    world.kernel.db,
    { role: 'employer', sub: many.employer.sub, employer_uuid: many.employer.employer_uuid },
    async tx => {
      const cycle = {
        cycle_uuid: many.id.cycle_uuid,
        employer_uuid: many.employer.employer_uuid,
        start_date: '2026-03-02',
        end_date: '2026-03-15',
      }
      const before = await itemsRead(tx)
      const found = await listForFit(
        tx,
        cycle,
        Array.from({ length: 300 }, (_, n) => of(n + 1)),
      )
      return { found: found.length, read: (await itemsRead(tx)) - before }
    },
  )

it('whoever joins a cycle costs the same however many are in it', async () => {
  expect(await fitted(n => `nobody-${n}`)).toEqual({ found: 0, read: 0 })
})

it('those who are in it are found', async () => {
  expect(await fitted(n => `sub-many-${n}`)).toMatchObject({ found: 300 })
})
