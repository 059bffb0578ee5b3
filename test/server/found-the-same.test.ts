/** What is looked up along an index across all companies is what looking at each of them finds (decision 0258), also of names and rows as nobody expects them. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DB } from '#db/types.gen.ts'
import { listEmployersWithFees } from '#server/billing/fee.report.store.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FieldCipher } from '#server/kernel/field-cipher.ts'
import { selectEmployersForReview } from '#server/people/review-list.report.store.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { fillTables } from './many-rows.ts'

const NAMES = [
  ...[
    'Übersee Straße',
    'Café Zoë',
    '陳大文 公司',
    'ΣΊΣΥΦΟΣ',
    '100% Fair',
    'a_b\\\\c',
    '',
    'Acme  Corp',
  ],
  ...['ACME', 'acme-2', 'O’Neil & Sons', "O''Neil", 'ﬁrst', 'İzmir', 'x', 'Ko\u0301tor'],
]
const COMPANIES = 64
const TEXTS = [
  ...[
    'acme',
    'ACME corp',
    'corp acme',
    'cafe zoe',
    'strasse',
    'straße',
    '大文',
    '陳',
    'σισυφοσ',
    '%',
    '_',
    '\\',
  ],
  ...[
    '100%',
    'o’neil',
    "o'neil",
    'first',
    'izmir',
    'x',
    'kotor',
    '  ',
    'a',
    'e1.test',
    '.test',
    'boss',
    'boss1@',
  ],
  ...['okafor', 'acme boss1', 'e1.test acme', 'nobody at all', 'test ebere', '文大', '公司 陳'],
]
const nth = (values: readonly string[], by: string) =>
  `(array[${values.map(value => `'${value}'`).join()}])[1 + (${by}) % ${values.length}]`
const id = (kind: string, n = 'n') => `md5('${kind}' || (${n}))::uuid`

const AS_OPERATOR = '-c app.role=operator'

let db: Kysely<DB>
let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  client = new pg.Client({ connectionString: clone.databaseUrl, options: AS_OPERATOR })
  await client.connect()
  await fillTables(client, [
    [
      'employer',
      COMPANIES,
      {
        ...{
          employer_uuid: id('employer'),
          domain: `case when n % 9 > 0 then 'e' || n || '.test' end`,
        },
        ...{ corporation_name: nth(NAMES, 'n'), business_name: nth(NAMES, 'n * 5 + n / 7') },
        verification: `case when n % 4 = 0 then 'PENDING_REVIEW' else 'VERIFIED' end`,
        created_at: `now() - n * interval '1 minute'`,
      },
    ],
    [
      'person',
      2 * COMPANIES,
      {
        ...{ sub: `'m' || n`, email: `'boss' || n || '@mail.test'`, type: `'employer'` },
        ...{
          first_name: nth(['Ebere', '大文', '', 'Zoë'], 'n'),
          last_name: nth(['Okafor', '陳', ''], 'n'),
        },
      },
    ],
    [
      'employer_member',
      2 * COMPANIES,
      {
        ...{
          sub: `'m' || n`,
          employer_uuid: id('employer', `1 + n % ${COMPANIES}`),
          role: `'owner'`,
        },
        created_at: `now() - n * interval '1 minute'`,
      },
    ],
    [
      'fee',
      400,
      {
        ...{ fee_uuid: id('fee'), employer_uuid: id('employer', 'n * 7 % 20') },
        ...{
          currency: nth(['EUR', 'USD', 'BTC'], 'n / 3'),
          earned_on: `'2026-01-01'::date + (n * 13 % 70)::int`,
        },
        ...{ net_minor: '(n * 31 % 50)', tax_minor: 'n % 3', kind: `'PAYMENT'` },
        taken_at: 'case when n % 20 * 7 % 3 > 0 or n % 5 = 0 then now() end',
        billing_invoice_uuid: `case when n % 2 = 0 then ${id('bill', 'n % 8')} end`,
      },
    ],
    [
      'billing_invoice',
      8,
      {
        ...{ billing_invoice_uuid: id('bill'), employer_uuid: id('employer'), currency: `'EUR'` },
        ...{ invoice_date: `'2026-03-01'::date`, month: `'2026-02-01'::date` },
      },
    ],
    [
      'ledger_account',
      60,
      {
        ...{ kind: `'available'`, employer_uuid: id('employer', 'n % 20') },
        ...{
          owner: `'employer:' || ${id('employer', 'n % 20')}`,
          currency: nth(['EUR', 'USD', 'BTC'], 'n / 20'),
        },
        ...{ posted_in: 'n % 40', posted_out: 'n % 7' },
      },
    ],
  ])
  const pool = new pg.Pool({ connectionString: clone.databaseUrl, max: 1, options: AS_OPERATOR })
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
})
afterAll(async () => {
  await db?.destroy()
  await client?.end()
  await drop?.()
})

const on = () => ({
  tx: db as Tx,
  fields: { open: () => '{}', seal: () => '' } as unknown as FieldCipher,
})
const texts = async (statement: string, values: readonly unknown[]) =>
  (await client.query<{ found: string }>(statement, [...values])).rows.map(row => row.found).sort()

it('finds companies by what their names or who speaks for them say, as looking at each does', async () => {
  const names = `concat_ws(' ', e.corporation_name, e.business_name, e.domain)`
  let found = 0
  for (const search of TEXTS) {
    const query = { search, verification: undefined, after: undefined, limit: COMPANIES }
    const rows = await selectEmployersForReview(on(), query)
    const each = await texts(
      `select e.employer_uuid found from employer e where btrim($1) = '' or app.folded(${names}) like all (app.patterns_of($1)) or exists (
        select from (select app.person_name(p.first_name, p.last_name) "name", p.email from employer_member m join person p using (sub)
          where m.employer_uuid = e.employer_uuid order by m.created_at, m.sub limit 1) m
          where app.folded(concat_ws(' ', m.name, m.email)) like all (app.patterns_of($1)))`,
      [search],
    )
    expect(rows.map(row => row.employer_uuid).sort(), search).toEqual(each)
    const looked = await texts('select unnest(app.find_employers($1)) found', [search])
    const named = `select e.employer_uuid found from employer e where app.folded(${names}) like all (app.patterns_of($1))`
    const { rows: said } = await client.query('select app.find_employers($1) is null nothing', [
      search,
    ])
    if (!said[0].nothing) expect(looked, search).toEqual(await texts(named, [search]))
    found += looked.length
  }
  expect(found).toBeGreaterThan(20)
})

it('names the companies whose fees are due, as reading every fee does', async () => {
  for (const before of ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']) {
    const each = await texts(
      `select f.employer_uuid found from fee f where f.billing_invoice_uuid is null and f.earned_on < $1::date
          and not exists (select from billing_invoice b where b.employer_uuid = f.employer_uuid and b.currency = f.currency and b.invoice_date = $1::date)
        union
        select employer_uuid from (select f.employer_uuid, f.minor, coalesce(a.posted_in - a.posted_out - a.pending_out, 0) available
          from (select distinct on (employer_uuid, currency) employer_uuid, currency, net_minor + tax_minor minor
            from fee where taken_at is null order by employer_uuid, currency, earned_on, fee_uuid) f
          left join ledger_account a on a.employer_uuid = f.employer_uuid and a.currency = f.currency and a.kind = 'available') owed where available >= minor`,
      [before],
    )
    expect((await listEmployersWithFees(db as Tx, before)).sort(), before).toEqual(each)
  }
})
