/**
 * The ceiling: the same payroll as plain SQL on the same server, from one connection without HTTP, rules or checks. It makes the
 * same rows: items, payments, attempts, transfers on kept balances, audit rows in a hash chain.
 */
import type pg from 'pg'

const SCHEMA = `
  create schema plain;
  create table plain.item (id uuid primary key, employer uuid not null, contractor text not null, amount bigint not null, status text not null, version int not null default 1);
  create table plain.payment (id uuid primary key, item uuid not null references plain.item, employer uuid not null, amount bigint not null, status text not null, version int not null default 1);
  create index on plain.payment (item);
  create table plain.attempt (id uuid primary key, payment uuid not null references plain.payment, amount bigint not null, outcome text);
  create table plain.account (id bigint primary key, balance bigint not null);
  create table plain.transfer (id uuid primary key, from_account bigint not null, to_account bigint not null, amount bigint not null, at timestamptz not null default now());
  create table plain.audit (seq bigint primary key, action text not null, ids uuid[] not null, hash bytea not null);
  insert into plain.account select n, case n when 2 then 1000000000000 else 0 end from generate_series(1, 4) n;
  insert into plain.audit values (0, 'start', '{}', '');`

/** Creates, approves, executes and marks `items` paid; answers the seconds that it took. */
export async function plainPayroll(client: pg.Client, items: number): Promise<number> {
  await client.query(SCHEMA)
  const start = performance.now()
  await commit(
    client,
    'create',
    `insert into plain.item (id, employer, contractor, amount, status)
    select uuidv7(), '00000000-0000-7000-8000-000000000001', 'c' || n, (3000 + n % 2000) * 80, 'PENDING_APPROVAL' from generate_series(1, ${items}) n`,
    'item',
  )
  await commit(
    client,
    'approve',
    `update plain.item set status = 'APPROVED', version = version + 1 where status = 'PENDING_APPROVAL'`,
    'item',
  )
  await commit(
    client,
    'plan',
    `insert into plain.payment select uuidv7(), id, employer, amount, 'SCHEDULED', 1 from plain.item`,
    'payment',
  )
  await move(client, 2, 3, 'item')
  await commit(
    client,
    'execute',
    `update plain.payment set status = 'EXECUTING', version = version + 1`,
    'payment',
  )
  await client.query(
    'insert into plain.attempt select uuidv7(), id, amount, null from plain.payment',
  )
  await move(client, 3, 4, 'payment')
  await commit(
    client,
    'send',
    `update plain.payment set status = 'SENT', version = version + 1`,
    'payment',
  )
  await client.query(`update plain.attempt set outcome = 'SENT'`)
  await commit(
    client,
    'settle',
    `update plain.payment set status = 'SETTLED', version = version + 1`,
    'payment',
  )
  await move(client, 4, 1, 'payment')
  await commit(
    client,
    'paid',
    `update plain.item set status = 'PAID', version = version + 1`,
    'item',
  )
  return (performance.now() - start) / 1000
}

async function commit(
  client: pg.Client,
  action: string,
  statement: string,
  table: string,
): Promise<void> {
  await client.query(`begin; ${statement};
    insert into plain.audit select last.seq + 1, '${action}', ids, sha256(last.hash || convert_to(ids::text, 'UTF8'))
      from (select array_agg(id) ids from plain.${table}) i, (select seq, hash from plain.audit order by seq desc limit 1) last; commit`)
}

async function move(client: pg.Client, from: number, to: number, table: string): Promise<void> {
  await client.query(`begin; insert into plain.transfer (id, from_account, to_account, amount) select uuidv7(), ${from}, ${to}, amount from plain.${table};
    update plain.account set balance = balance - (select sum(amount) from plain.${table}) where id = ${from};
    update plain.account set balance = balance + (select sum(amount) from plain.${table}) where id = ${to}; commit`)
}
