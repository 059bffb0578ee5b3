/** What wallets are held against is kept as sums, and one by one where ledger and rail may differ (decision 0258): whatever becomes of payments and payouts, in whatever order, that says what counting all says. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DB } from '#db/types.gen.ts'
import { findMoved, findSpent } from '#server/gateways/tokens/missing.store.ts'
import type { Tx } from '#server/kernel/db.ts'
import { listAgreed, readWalletSums, type Wallet } from '#server/payments/wallet.report.store.ts'
import { deleteAgreed } from '#server/payments/wallet.store.ts'
import { EVERYTHING } from '#server/verification/invariant.store.ts'
import { railSums } from '#server/verification/rail-sums.report.store.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { type Filled, fillTables, idOf } from './many-rows.ts'

const EACH = 12
const STEPS = 300
const token = (network: string): Wallet => ({
  ...{ network: network as Wallet['network'], currency: 'USDC', rail: network },
  ...{ spelled: 'never', only: false },
})
const WALLETS = [
  ...['solana', 'ethereum'].map(token),
  { ...token('bitcoin'), currency: 'BTC', only: true } as const,
]
const network = `(array['solana', 'ethereum', 'bitcoin'])[1 + n % 3]`
const id = (kind: string) => `md5('${kind}' || n)::uuid`
const TABLES: Filled[] = [
  [
    'payment',
    3 * EACH,
    {
      ...{ payment_uuid: id('payment'), attempt_uuid: id('attempt'), network, amount_minor: 'n' },
      ...{ status: `'SENT'`, currency: `case when n % 3 = 2 then 'BTC' else 'USDC' end` },
    },
  ],
  [
    'payment_attempt',
    3 * EACH,
    {
      ...{ payment_uuid: id('payment'), attempt_uuid: id('attempt'), number: '1', outcome: 'null' },
      rail: `case when n % 7 = 0 then 'Recorded by hand' else ${network} end`,
    },
  ],
  ['attempt_doubt', 3 * EACH, { attempt_uuid: id('attempt'), payment_uuid: id('payment') }],
  ...['token_rail.transaction', 'bitcoin_rail.transaction'].map(
    (table): Filled => [
      table,
      3 * EACH,
      {
        txid: `'t' || n`,
        ...(table.startsWith('token')
          ? { network, lane: `'l' || n`, fee: 'n', account: '1' }
          : { fee_sat: 'n' }),
      },
    ],
  ),
  ...['token_rail.payout', 'bitcoin_rail.payout'].map(
    (table): Filled => [
      table,
      3 * EACH,
      {
        attempt_uuid: id('attempt'),
        ...(table.startsWith('token')
          ? { network, currency: `'USDC'`, amount: 'n' }
          : { value_sat: 'n', vout: 'n', txid: `'t' || n` }),
      },
    ],
  ),
]

let db: Kysely<DB>
let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  client = new pg.Client(clone.databaseUrl)
  await client.connect()
  await fillTables(client, TABLES)
  await client.query(`
    delete from bitcoin_rail.payout p where not exists (select from payment w where w.attempt_uuid = p.attempt_uuid and w.network = 'bitcoin');
    delete from token_rail.payout where network = 'bitcoin';
    insert into token_rail.purse (network, currency, amount) values ('solana', 'USDC', 1), ('ethereum', 'USDC', 1);
    alter table payment disable trigger all; alter table payment enable trigger compared; alter table payment enable trigger compared_again;
    alter table payment_attempt disable trigger all; alter table payment_attempt enable trigger compared;
    alter table attempt_doubt disable trigger all`)
  const pool = new pg.Pool({ connectionString: clone.databaseUrl, max: 1 })
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
})
afterAll(async () => {
  await db?.destroy()
  await client?.end()
  await drop?.()
})

/** What may become of one payment, its attempt, its payout or its transaction. */
const BECOMES = [
  `update payment set status = 'SETTLED', settled_at = now() where attempt_uuid = $1`,
  `update payment set status = 'SETTLED', outside = not outside where attempt_uuid = $1`,
  `update payment set status = 'RETURNED' where attempt_uuid = $1`,
  `update payment set attempt_uuid = null where attempt_uuid = $1`,
  `update payment set attempt_uuid = $1 where payment_uuid = (select payment_uuid from payment_attempt where attempt_uuid = $1)`,
  `update payment_attempt set outcome = 'SENT' where attempt_uuid = $1`,
  `update payment_attempt set outcome = 'RETURNED' where attempt_uuid = $1`,
  `update attempt_doubt set rail_said = case when rail_said is null then 'SENT' end where attempt_uuid = $1`,
  `update attempt_doubt set closed_at = case when closed_at is null then now() end where attempt_uuid = $1`,
  `update token_rail.payout set txid = case when txid is null then 't' || amount end where attempt_uuid = $1`,
  `update token_rail.payout set refused = case when refused is null then 'no' end where attempt_uuid = $1`,
  `update token_rail.payout set currency = case currency when 'USDC' then 'USDT' else 'USDC' end where attempt_uuid = $1`,
  `update token_rail.transaction t set ended_at = case when ended_at is null then now() end from token_rail.payout p where p.attempt_uuid = $1 and t.txid = 't' || p.amount`,
  `update token_rail.transaction t set failure = case when failure is null then 'FAILED' end, fee = fee + 1 from token_rail.payout p where p.attempt_uuid = $1 and t.txid = 't' || p.amount`,
  `delete from token_rail.payout where attempt_uuid = $1`,
  `insert into token_rail.payout (attempt_uuid, network, currency, amount, payee, txid)
    select attempt_uuid, network, 'USDC', amount_minor, 'p', 't' || amount_minor from payment where attempt_uuid = $1 and network <> 'bitcoin' on conflict do nothing`,
  `update bitcoin_rail.transaction t set height = case when height is null then 7 end from payment p where p.attempt_uuid = $1 and t.txid = 't' || p.amount_minor`,
  `update bitcoin_rail.transaction t set dead_by = case when dead_by is null then 'x' end, fee_sat = fee_sat + 1 from payment p where p.attempt_uuid = $1 and t.txid = 't' || p.amount_minor`,
  `update bitcoin_rail.payout set txid = 't2' where attempt_uuid = $1`,
  `delete from bitcoin_rail.payout where attempt_uuid = $1`,
  `insert into bitcoin_rail.payout (attempt_uuid, value_sat, txid, vout)
    select attempt_uuid, amount_minor, 't' || amount_minor, amount_minor from payment where attempt_uuid = $1 and network = 'bitcoin' on conflict do nothing`,
]

/** Each payout, and what each wallet was said to have paid, as all of them together say it. */
const COUNTED = `
  with payout as (
    select p.network, p.currency, p.attempt_uuid, p.amount, coalesce(t.ended_at is not null and t.failure is null, false) has_left,
        p.refused is null and t.ended_at is null may_leave, t.txid is not null and t.ended_at is null is_under_way
      from token_rail.payout p left join token_rail.transaction t on (t.network, t.txid) = (p.network, p.txid)
    union all
    select 'bitcoin', 'BTC', p.attempt_uuid, p.value_sat, t.height is not null, p.refused is null and t.height is null and t.dead_by is null, false
      from bitcoin_rail.payout p left join bitcoin_rail.transaction t on t.txid = p.txid),
  paid as (
    select p.network, p.currency, sum(p.amount) filter (where p.has_left and b.attempt_uuid is null) paid, sum(p.amount) filter (where p.is_under_way) under_way
      from payout p left join (select a.attempt_uuid from payment_attempt a where a.outcome = 'RETURNED'
        and not exists (select from attempt_doubt d where d.attempt_uuid = a.attempt_uuid and d.rail_said is not null and d.closed_at is null)) b
        on b.attempt_uuid = p.attempt_uuid group by 1, 2),
  unsent as (
    select p.network, p.currency, sum(p.amount_minor) unsent, min(p.amount_minor) filter (where p.settled_at > '-infinity') least_unsent from payment p
        join payment_attempt a on a.attempt_uuid = p.attempt_uuid and a.rail = p.network left join payout r on r.attempt_uuid = p.attempt_uuid
      where p.is_over and p.status = 'SETTLED' and not p.outside and not coalesce(r.has_left or r.may_leave, false) group by 1, 2)
  select w.network, w.currency, (coalesce(p.paid, 0) + coalesce(u.unsent, 0))::text paid, coalesce(u.least_unsent, 0)::text least_unsent, coalesce(p.under_way, 0)::text under_way,
      case w.network when 'bitcoin' then coalesce((select sum(fee_sat) from bitcoin_rail.transaction where height is not null), 0) else 0 end::text fees
    from (values ('bitcoin', 'BTC'), ('ethereum', 'USDC'), ('solana', 'USDC')) w (network, currency)
      left join paid p using (network, currency) left join unsent u using (network, currency) order by 1, 2`

const MOVED = `
  select p.currency, coalesce(sum(p.amount) filter (where t.ended_at is not null and t.failure is null), 0)::text sent,
      coalesce(sum(p.amount) filter (where t.ended_at is null), 0)::text under_way
    from token_rail.payout p join token_rail.transaction t on (t.network, t.txid) = (p.network, p.txid)
    where p.network = 'solana' group by p.currency having count(*) filter (where t.ended_at is null or t.failure is null) > 0 order by 1`
const SPENT = `
  select coalesce(sum(fee + account) filter (where ended_at is not null), 0)::text sent, coalesce(sum(fee + account) filter (where ended_at is null), 0)::text under_way
    from token_rail.transaction where network = 'solana'`

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let at = seed
  return below => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((at / 2 ** 32) * below)
  }
}

const texts = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))

async function expectSame(done: string): Promise<void> {
  const said = (await readWalletSums(db as Tx, WALLETS)).map(row => {
    const { paid, least_unsent, under_way, fees } = row
    return texts({
      ...{ network: row.network, currency: row.currency, paid },
      least_unsent,
      under_way,
      fees,
    })
  })
  expect(said, done).toEqual((await client.query(COUNTED)).rows)
  const moved = [...(await findMoved(db, 'solana'))]
    .map(([currency, of]) => texts({ currency, ...of }))
    .filter(of => of.sent !== '0' || of.under_way !== '0')
    .toSorted((a, b) => ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1))
  expect(moved, done).toEqual((await client.query(MOVED)).rows)
  const { beside: _, ...spent } = await findSpent(db, 'solana')
  expect([texts(spent)], done).toEqual((await client.query(SPENT)).rows)
}

it('says of wallets what counting all of their payouts says, whatever becomes of them', async () => {
  const pick = numbers(258)
  for (let step = 0; step < STEPS; step++) {
    const statement = BECOMES[pick(BECOMES.length)] ?? ''
    const attempt = idOf('attempt', 1 + pick(3 * EACH))
    await client.query(statement, [attempt])
    // What is agreed on goes, and comes back as soon as it is not.
    if (pick(5) === 0) await deleteAgreed(db as Tx, await listAgreed(db as Tx, 1 + pick(20)))
    await expectSame(`${step}: ${statement}`)
  }
  for (const law of railSums) expect(await law.violations(db as Tx, EVERYTHING)).toEqual([])
  const { rows } = await client.query('select 1 from payment where status = $1', ['SETTLED'])
  const kept = await sql`select from compared_attempt`.execute(db)
  expect([rows.length > 0, kept.rows.length > 0]).toEqual([true, true])
})
