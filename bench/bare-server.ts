/**
 * The baseline of the lists: Fastify and pg as one would write them with care and without rules. A named statement each that cuts the
 * page along its index before it joins, and a schema by which the answer is written. The same columns of the same rows.
 */
import fastify from 'fastify'
import pg from 'pg'
import { BENCH } from './seed.ts'

const TEXTS = [
  ...['payment_uuid', 'domain', 'corporation_name', 'first_name', 'last_name', 'contractor_sub'],
  ...['verification', 'pay_date', 'amount_minor', 'currency', 'source_minor', 'source_currency'],
  ...['network', 'destination_label', 'status', 'reference', 'line_item_uuid', 'cycle_uuid'],
  'policy_uuid',
]
const row = {
  type: 'object',
  properties: {
    ...Object.fromEntries(TEXTS.map(name => [name, { type: 'string', nullable: true }])),
    created_at: { type: 'string', format: 'date-time' },
  },
}
const page = { type: 'object', properties: { items: { type: 'array', items: row } } }
const text = `
  select p.payment_uuid, e.domain, e.corporation_name, person.first_name, person.last_name, p.contractor_sub, k.verification,
      p.pay_date::text pay_date, p.amount_minor, p.currency, p.source_minor, p.source_currency, p.network, p.destination_label,
      p.created_at, p.status, p.reference, p.line_item_uuid, p.cycle_uuid, c.policy_uuid
    from (select * from payment where is_over order by pay_date desc, payment_uuid desc limit 50) p
      join pay_cycle c on c.cycle_uuid = p.cycle_uuid join person on person.sub = p.contractor_sub
      join contractor k on k.sub = p.contractor_sub join employer e on e.employer_uuid = p.employer_uuid
    order by p.pay_date desc, p.payment_uuid desc`

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 12 })
const app = fastify()
app.get('/list', { schema: { response: { 200: page } } }, async () => {
  const { rows } = await pool.query({ name: 'list', text })
  return { items: rows }
})

const person = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      [
        ...[
          'invitation_uuid',
          'contractor_sub',
          'email',
          'first_name',
          'last_name',
          'role',
          'country_code',
        ],
        ...[
          'status',
          'verification',
          'contract_uuid',
          'contract_status',
          'currency',
          'hourly_rate_minor',
        ],
      ].map(name => [name, { type: 'string', nullable: true }]),
    ),
    datetime_invited: { type: 'string', format: 'date-time' },
  },
}
const counts = { type: 'object', additionalProperties: { type: 'number' } }
const people = {
  type: 'object',
  properties: { items: { type: 'array', items: person }, counts },
}
const search = `
  select i.invitation_uuid, i.contractor_sub, p.email, p.first_name, p.last_name, coalesce(k.role, i.role) "role", p.country_code, i.status,
      c.verification, i.datetime_invited, k.contract_uuid, k.status contract_status, k.currency, k.hourly_rate_minor
    from (select invitation_uuid, datetime_invited from contractor_listing where employer_uuid = (select employer_uuid from employer where domain = $1)
        and said like $2 order by datetime_invited desc, invitation_uuid desc limit 51) l
      join invitation i using (invitation_uuid) join person p on p.sub = i.contractor_sub join contractor c on c.sub = p.sub
      left join lateral (select * from contract k where k.contractor_sub = i.contractor_sub and k.employer_uuid = i.employer_uuid
        and k.status <> 'DISCARDED' order by k.status = 'ACTIVE' desc, k.created_at desc limit 1) k on true
    order by l.datetime_invited desc, l.invitation_uuid desc`
const counted = `select status, sum(contractors)::int n from contractor_count
  where employer_uuid = (select employer_uuid from employer where domain = $1) group by status`
app.get<{ Querystring: { search?: string } }>(
  '/contractors',
  { schema: { response: { 200: people } } },
  async ({ query }) => {
    const [found, all] = await Promise.all([
      pool.query({
        name: 'search',
        text: search,
        values: [BENCH.domain, `%${query.search ?? ''}%`],
      }),
      pool.query({ name: 'counted', text: counted, values: [BENCH.domain] }),
    ])
    return {
      items: found.rows.slice(0, 50),
      counts: Object.fromEntries(all.rows.map(({ status, n }) => [status, n])),
    }
  },
)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ origin, tokens: {} })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
