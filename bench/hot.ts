/** One hot account: callers that each post a transfer of their own to it, against as many that each commit one row to a bare table. */
import pg from 'pg'
import { BENCH, seedCompany, seedFunded, seedOperator } from './seed.ts'
import type { Stages } from './stage.ts'

/** Transfers and bare rows that were committed in a second, a round each. */
export type Hot = { readonly ours: number[]; readonly bare: number[] }

const SECONDS = 4
/** As many connections as there are callers, up to what a server of ours would open. */
const MOST_CONNECTIONS = 64

/** Each caller waits for its commit before it asks again; both sides have the same connections. */
export async function postHot(stages: Stages, callers: number, rounds: number): Promise<Hot> {
  const stage = await stages.open(`hot_${callers}`)
  await seedOperator(stage.client)
  await seedCompany(stage.client, stage.fields, BENCH, { contractors: 1, paid: 0 })
  await seedFunded(stage.client, BENCH)
  await stage.client.query('create table bare (id uuid primary key, amount bigint not null)')
  const pool = new pg.Pool({
    connectionString: stage.url,
    max: Math.min(callers, MOST_CONNECTIONS),
  })
  const post = {
    name: 'post',
    text: `select app.post_transfers(array[row(uuidv7(), o.account_id, a.account_id, 1, 'POSTED', null, 'funding_received', null, $1)::app.transfer_request], now())
      from ledger_account o, ledger_account a where o.kind = 'outside' and o.currency = 'USD' and a.kind = 'available' and a.currency = 'USD'`,
    values: [BENCH.employer_uuid],
  }
  const bare = { name: 'bare', text: 'insert into bare values (uuidv7(), 1)', values: [] }
  const found: Hot = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    found.bare.push(await perSecond(pool, bare, callers))
    found.ours.push(await perSecond(pool, post, callers))
  }
  await pool.end()
  const { rows } = await stage.client.query<{ off: string }>(
    `select abs(sum(posted_in - posted_out)) + (select count(*) from ledger_account a
        where a.posted_in <> (select coalesce(sum(amount_minor), 0) from ledger_transfer where to_account = a.account_id)) off from ledger_account`,
  )
  if (Number(rows[0]?.off) !== 0) throw new Error('the hot account lost or doubled a transfer')
  await stage.clear()
  return found
}

async function perSecond(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  callers: number,
): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await pool.query(statement)
        done++
      }
    }),
  )
  return done / ((performance.now() - start) / 1000)
}
