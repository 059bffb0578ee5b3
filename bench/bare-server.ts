/**
 * The baseline of the list: Fastify and pg as one would write them with care and without rules. One named statement that cuts the
 * page along its index before it joins, and a schema by which the answer is written. The same columns of the same rows.
 */
import fastify from 'fastify'
import pg from 'pg'

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
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ origin, tokens: {} })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
