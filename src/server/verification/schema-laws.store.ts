import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { sha256 } from '../kernel/ids.ts'

/** Our groups of logins. */
const GROUPS = sql.join(
  ['corridor_app', 'corridor_operations', 'corridor_services'].map(name => sql.lit(name)),
)

export type Law = {
  /** Its kind and its name. */
  readonly law: string
  /** What it says, as this version of PostgreSQL writes it. */
  readonly says: string
}

/**
 * The laws that the schema keeps: constraints, triggers, policies, functions, who may do what, and, where there are any, what none of
 * ours is: rules, event triggers, groups within groups, and logins that no policy holds. The demo's inbox is where the demo is.
 */
export async function readLaws(tx: Tx): Promise<Law[]> {
  const { rows } = await sql<Law>`
    select 'constraint ' || c.conrelid::regclass || ' ' || c.conname || case when c.convalidated then '' else ' not valid' end law, pg_get_constraintdef(c.oid) says
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'public' and c.contype in ('c', 'x', 'u', 'p', 'f')
    union all
    select 'unique ' || i.indrelid::regclass || ' ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class k on k.oid = i.indrelid
      join pg_namespace n on n.oid = k.relnamespace where n.nspname = 'public' and i.indisunique
    union all
    select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname || ' ' || t.tgenabled::text, pg_get_triggerdef(t.oid) from pg_trigger t
      join pg_class k on k.oid = t.tgrelid join pg_namespace n on n.oid = k.relnamespace where n.nspname = 'public' and not t.tgisinternal
    union all
    select 'security ' || k.oid::regclass || case when k.relforcerowsecurity then ' forced' else '' end, '' from pg_class k
      join pg_namespace n on n.oid = k.relnamespace where n.nspname = 'public' and k.relrowsecurity
    union all
    select 'policy ' || p.polrelid::regclass || ' ' || p.polname,
        concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[]::text, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) from pg_policy p
    union all
    select 'function ' || f.oid::regprocedure || ' ' || md5(coalesce(f.prosrc, '')), concat_ws(' ', f.prosecdef, f.proconfig::text, f.proleakproof, f.provolatile, l.lanname)
      from pg_proc f join pg_namespace n on n.oid = f.pronamespace join pg_language l on l.oid = f.prolang where n.nspname = 'app'
    union all
    select 'view ' || k.oid::regclass, pg_get_viewdef(k.oid) from pg_class k join pg_namespace n on n.oid = k.relnamespace
      where n.nspname = 'public' and k.relkind = 'v'
    union all
    select 'rule ' || r.tablename || ' ' || r.rulename, r.definition from pg_rules r where r.schemaname = 'public'
    union all
    select 'event ' || e.evtname, '' from pg_event_trigger e
    union all
    select 'grant ' || k.oid::regclass || ' ' || g.grantee::regrole || ' ' || string_agg(g.what, ',' order by g.what), ''
      from pg_class k join pg_namespace n on n.oid = k.relnamespace,
        lateral (select a.grantee, a.privilege_type, a.privilege_type what from aclexplode(k.relacl) a
          union all
          select a.grantee, a.privilege_type, a.privilege_type || ' ' || c.attname from pg_attribute c, aclexplode(c.attacl) a where c.attrelid = k.oid) g
      where n.nspname = 'public' and k.relname <> 'dev_mail' and g.grantee <> k.relowner and (g.privilege_type <> 'SELECT' or g.grantee::regrole::text in (${GROUPS}))
      group by k.oid, g.grantee
    union all
    select 'group ' || m.member::regrole || ' in ' || m.roleid::regrole, '' from pg_auth_members m where m.member::regrole::text in (${GROUPS})
    union all
    select 'login ' || r.rolname || ' is held by no policy', '' from pg_roles r
      where r.rolcanlogin and (r.rolbypassrls or r.rolsuper)
        and exists (select from pg_auth_members m where m.member = r.oid and m.roleid::regrole::text in (${GROUPS}) and not m.admin_option)
    order by 1`.execute(tx)
  return rows
}

/**
 * One text for what these laws say, and for the event triggers that a database's keeper may have: what an anchor outside the database
 * holds.
 */
export function digestOfLaws(found: readonly Law[], laws: ReadonlySet<string>): string {
  const held = found.filter(({ law }) => laws.has(law) || law.startsWith('event '))
  return sha256(JSON.stringify(held))
}
