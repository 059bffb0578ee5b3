/** A platform of thousands of rows that are alike, past triggers and constraints: nothing of it is whole, and only how it is looked for is seen by it. */
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** So many people, cycles and receipts. */
export const MANY = 4000
/** So many of them a company has. */
const OF_ONE = 2
const COMPANIES = MANY / OF_ONE

/** The id of the nth of a kind. */
export function idOf(kind: string, n: number): string {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const id = (kind: string, n = 'n') => `md5('${kind}' || (${n}))::uuid`
const company = `1 + n % ${COMPANIES}`
const ago = `now() - n * interval '1 minute'`
const oneIn = (parts: number, one: string, others: string) =>
  `case when n % ${MANY / parts} = 0 then '${one}' else '${others}' end`

/** What is written into a table: how many, and its columns that are of interest. */
export type Filled = readonly [table: string, rows: number, columns: Record<string, string>]
const TABLES: readonly Filled[] = [
  [
    'employer',
    COMPANIES,
    {
      employer_uuid: id('employer'),
      domain: `'e' || n || '.test'`,
      verification: `'VERIFIED'`,
      created_at: ago,
    },
  ],
  ['person', MANY, { sub: `'c' || n`, email: `'c' || n || '@mail.test'`, type: `'contractor'` }],
  ['contractor', MANY, { sub: `'c' || n`, created_at: ago }],
  [
    'identity_document',
    2 * MANY,
    {
      document_uuid: id('document'),
      contractor_sub: `'c' || (1 + n / 2)`,
      kind: `'k' || n % 2`,
      file_uuid: id('file'),
      status: `'VERIFIED'`,
    },
  ],
  ['stored_file', 2 * MANY, { file_uuid: id('file') }],
  [
    'fx_rate',
    MANY,
    {
      from_currency: `'EUR'`,
      to_currency: `'USD'`,
      source: `'s' || n % 3`,
      as_of: ago,
      rate: '1.1',
    },
  ],
  [
    'invitation',
    MANY,
    {
      invitation_uuid: id('invitation'),
      employer_uuid: id('employer', '7'),
      contractor_sub: `'c' || n`,
      email: `'c' || n || '@mail.test'`,
      status: `'ACCEPTED'`,
      token_hash: `sha256(n::text::bytea)`,
      answered_at: ago,
    },
  ],
  [
    'contract',
    MANY,
    {
      contract_uuid: id('contract'),
      employer_uuid: id('employer', company),
      contractor_sub: `'c' || n`,
      status: `'ACTIVE'`,
      contract_start_date: `'2025-01-01'::date`,
      contract_end_date: `case when n % 2 = 0 then '2030-01-01'::date end`,
    },
  ],
  [
    'payroll_policy',
    COMPANIES,
    { policy_uuid: id('policy'), employer_uuid: id('employer'), cycle_kind: `'CALENDAR'` },
  ],
  [
    'pay_cycle',
    MANY,
    {
      cycle_uuid: id('cycle'),
      employer_uuid: id('employer', company),
      policy_uuid: id('policy', company),
      period_index: 'n',
      start_date: `'2026-03-01'::date - n::int`,
      end_date: `'2026-03-01'::date - n::int`,
      pay_date: `'2026-03-01'::date - n::int`,
    },
  ],
  [
    'cycle_count',
    MANY,
    {
      cycle_uuid: id('cycle'),
      mark: `'ITEM PENDING_APPROVAL'`,
      items: `case when n % ${MANY / 2} = 0 then 5 else 0 end`,
    },
  ],
  [
    'payment_count',
    MANY,
    {
      cycle_uuid: id('cycle'),
      status: oneIn(2, 'SCHEDULED', 'SETTLED'),
      payments: '5',
      unfunded_minor: '0',
    },
  ],
  [
    'line_item',
    MANY,
    {
      line_item_uuid: id('item'),
      employer_uuid: id('employer', company),
      cycle_uuid: id('cycle'),
      contractor_sub: `'c' || n`,
      contract_uuid: 'null',
      status: `'APPROVED'`,
    },
  ],
  [
    'payment',
    MANY,
    {
      payment_uuid: id('payment'),
      employer_uuid: id('employer', company),
      line_item_uuid: id('item'),
      cycle_uuid: id('cycle'),
      contractor_sub: `'c' || n`,
      status: oneIn(2, 'HELD', 'SCHEDULED'),
      hold_reason: `nullif(${oneIn(2, 'FUNDS', '')}, '')`,
      network: `'fiat'`,
      pay_date: `'2026-03-09'::date`,
    },
  ],
  [
    'tax_form',
    MANY,
    { form_uuid: id('form'), contractor_sub: `'c' || n`, employer_uuid: id('employer', company) },
  ],
  ['screening_list', 1, { list_uuid: id('list', '1') }],
  [
    'screening_hit',
    MANY,
    {
      hit_uuid: id('hit'),
      contractor_sub: `'c' || n`,
      status: oneIn(20, 'OPEN', 'CLEARED'),
      list_uuid: id('list', '1'),
      found_at: ago,
      subject_key: `'c' || n`,
    },
  ],
  [
    'payment',
    MANY,
    {
      ...{ payment_uuid: id('sent'), attempt_uuid: id('attempt'), line_item_uuid: id('sent-item') },
      ...{ employer_uuid: id('employer', company), cycle_uuid: id('cycle'), status: `'SETTLED'` },
      ...{ contractor_sub: `'c' || n`, network: `'solana'`, currency: `'USDC'` },
      pay_date: `'2026-02-09'::date`,
    },
  ],
  [
    'payment_attempt',
    MANY,
    {
      ...{ payment_uuid: id('sent'), attempt_uuid: id('attempt'), number: '1' },
      ...{ rail: `'Solana'`, outcome: `'SENT'` },
    },
  ],
  ['compared_attempt', 4, { attempt_uuid: id('attempt') }],
  [
    'token_rail.transaction',
    MANY,
    {
      ...{ network: `'solana'`, txid: `'t' || n`, lane: `'l' || n`, fee: '1', account: '0' },
      ended_at: `case when n > 4 then now() end`,
    },
  ],
  [
    'token_rail.payout',
    MANY,
    {
      ...{ attempt_uuid: id('attempt'), network: `'solana'`, currency: `'USDC'`, amount: '1' },
      txid: `'t' || n`,
    },
  ],
  ['token_rail.purse', 1, { network: `'solana'`, currency: `'USDC'` }],
  ['bitcoin_rail.transaction', MANY, { txid: `'t' || n`, fee_sat: '1', height: 'n' }],
  [
    'bitcoin_rail.payout',
    MANY,
    { attempt_uuid: id('in-bitcoin'), txid: `'t' || n`, vout: '1', value_sat: '1' },
  ],
  [
    'fee',
    MANY,
    {
      ...{ fee_uuid: id('fee'), employer_uuid: id('employer', '1 + n % 3'), currency: `'USD'` },
      ...{ earned_on: `'2026-03-01'::date`, kind: `'PAYMENT'`, billing_invoice_uuid: 'null' },
    },
  ],
  [
    'webhook',
    MANY,
    { webhook_uuid: id('webhook'), employer_uuid: id('employer', company), sandbox: 'false' },
  ],
  [
    'told_event',
    MANY,
    {
      event_uuid: id('event'),
      employer_uuid: id('employer', '7'),
      sequence: 'n',
      sandbox: 'false',
    },
  ],
  [
    'webhook_delivery',
    MANY,
    {
      ...{
        delivery_uuid: id('delivery'),
        webhook_uuid: id('webhook', '7'),
        event_uuid: id('event'),
      },
      ...{ employer_uuid: id('employer', '7'), tries: '1', tried_at: ago, next_at: 'now()' },
      status: oneIn(20, 'FAILED', 'DELIVERED'),
    },
  ],
  [
    'bank_movement',
    MANY,
    {
      ...{ transfer_uuid: id('transfer'), currency: `'EUR'`, minor: 'n' },
      ...{ day: `'2026-02-01'::date` },
    },
  ],
  ['funding_file', MANY, { funding_file_uuid: id('csv'), booked_at: ago }],
  [
    'funding',
    MANY,
    {
      funding_uuid: id('funding'),
      funding_file_uuid: id('csv'),
      employer_uuid: id('employer', company),
      reference: `'r' || n`,
    },
  ],
]

const EMPTY: Readonly<Record<string, string>> = {
  ...{ text: `''`, uuid: 'uuidv7()', timestamptz: 'now()', date: 'current_date', bytea: `''` },
  ...{ int4: '1', int8: '1', bool: 'true', jsonb: `'{}'`, _text: `'{}'`, daterange: `'empty'` },
}

/** Fills a database that nobody else has. */
export function fillPlatform(client: pg.Client): Promise<void> {
  return fillTables(client, TABLES)
}

/** Fills these tables of a database that nobody else has, which are without their constraints from then on. */
export async function fillTables(client: pg.Client, tables: readonly Filled[]): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const [table, rows, columns] of tables) {
    const { rows: laws } = await client.query<{ name: string }>(
      `select conname name from pg_constraint where contype = 'c' and conrelid = '${table}'::regclass`,
    )
    for (const { name } of laws)
      await client.query(`alter table ${table} drop constraint "${name}"`)
    const { rows: wanted } = await client.query<{ name: string; type: string }>(`
      select column_name name, udt_name type from information_schema.columns where table_schema || '.' || table_name = '${table.includes('.') ? table : `public.${table}`}'
        and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'`)
    const all = {
      ...Object.fromEntries(wanted.map(({ name, type }) => [name, EMPTY[type] ?? 'null'])),
      ...columns,
    }
    const values = Object.values(all).map(value => `(${value})`)
    await client.query(
      `insert into ${table} (${Object.keys(all).join()}) select ${values.join()} from generate_series(1, ${rows}) n`,
    )
  }
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
}
