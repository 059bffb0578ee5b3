import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/**
 * The laws that the schema keeps, by name: constraints, triggers, policies, functions with what they do, who may do what beyond reading,
 * and, where there are any, those of our logins that policies do not hold. The demo's inbox is where the demo is.
 */
export async function readLaws(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ law: string }>`
    select 'constraint ' || c.conrelid::regclass || ' ' || c.conname || case when c.convalidated then '' else ' not valid' end law
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'public' and c.contype in ('c', 'x', 'u', 'p', 'f')
    union all
    select 'unique ' || i.indrelid::regclass || ' ' || i.indexrelid::regclass from pg_index i join pg_class k on k.oid = i.indrelid
      join pg_namespace n on n.oid = k.relnamespace where n.nspname = 'public' and i.indisunique
    union all
    select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname || ' ' || t.tgenabled::text from pg_trigger t
      join pg_class k on k.oid = t.tgrelid join pg_namespace n on n.oid = k.relnamespace where n.nspname = 'public' and not t.tgisinternal
    union all
    select 'security ' || k.oid::regclass || case when k.relforcerowsecurity then ' forced' else '' end from pg_class k
      join pg_namespace n on n.oid = k.relnamespace where n.nspname = 'public' and k.relrowsecurity
    union all
    select 'policy ' || p.polrelid::regclass || ' ' || p.polname from pg_policy p
    union all
    select 'function ' || f.oid::regprocedure || ' ' || md5(coalesce(f.prosrc, ''))
      from pg_proc f join pg_namespace n on n.oid = f.pronamespace where n.nspname = 'app'
    union all
    select 'grant ' || k.oid::regclass || ' ' || g.grantee::regrole || ' ' || string_agg(g.what, ',' order by g.what)
      from pg_class k join pg_namespace n on n.oid = k.relnamespace,
        lateral (select a.grantee, a.privilege_type, a.privilege_type what from aclexplode(k.relacl) a
          union all
          select a.grantee, a.privilege_type, a.privilege_type || ' ' || c.attname from pg_attribute c, aclexplode(c.attacl) a where c.attrelid = k.oid) g
      where n.nspname = 'public' and k.relname <> 'dev_mail' and g.grantee <> k.relowner and (g.privilege_type <> 'SELECT' or g.grantee::regrole::text like 'corridor%')
      group by k.oid, g.grantee
    union all
    select 'login ' || r.rolname || ' is held by no policy' from pg_roles r
      where r.rolcanlogin and (r.rolbypassrls or r.rolsuper) and exists (select from pg_auth_members m where m.member = r.oid and m.roleid::regrole::text like 'corridor%')
    order by 1`.execute(tx)
  return rows.map(row => row.law)
}
