/** The baseline of the list: Fastify and pg, one query, no rules. The same columns of the same rows. */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 12 })
const app = fastify()
app.get('/list', async () => {
  const { rows } = await pool.query(`
    select p.payment_uuid, e.domain, e.corporation_name, person.first_name, person.last_name, p.contractor_sub, k.verification, p.pay_date, p.amount_minor,
        p.currency, p.source_minor, p.source_currency, p.network, p.destination_label, p.created_at, p.status, p.reference, p.line_item_uuid, p.cycle_uuid, c.policy_uuid
      from payment p join pay_cycle c on c.cycle_uuid = p.cycle_uuid join person on person.sub = p.contractor_sub
        join contractor k on k.sub = p.contractor_sub join employer e on e.employer_uuid = p.employer_uuid
      where p.status in ('SETTLED', 'CANCELLED') order by p.pay_date desc, p.payment_uuid desc limit 50`)
  return { items: rows }
})
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ origin, tokens: {} })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
