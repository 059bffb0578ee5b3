/** Who reads a mail to an address, and how they want to be told. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PreferenceRow } from './preference.store.ts'

export type Reader = PreferenceRow & { readonly sub: string; readonly email: string }

/** People by their addresses. Addresses of nobody, as of who is invited or of a client, are left out. */
export async function findReadersOf(tx: Tx, emails: readonly string[]): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select distinct on (p.email) p.sub, p.email, c.task_way, c.pay_way, c.news_way, c.quiet_from, c.quiet_until, c.daily_hour, c.time_zone
      from person p left join notification_preference c on c.person_sub = p.sub
      where p.email = any((select ${[...emails]}::text[])::text[])
      order by p.email, p.created_at`.execute(tx)
  return rows
}

/** The addresses of people who may still log in, by their subs. */
export async function findAddresses(tx: Tx, subs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sub: string; email: string }>`
    select sub, email from person where sub = any(${[...subs]}::text[]) and suspended_at is null`.execute(
    tx,
  )
  return new Map(rows.map(({ sub, email }) => [sub, email]))
}
