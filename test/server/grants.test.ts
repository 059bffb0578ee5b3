/**
 * The rights of the two logins that see business rows, held against the statements of the stores: what no statement needs is not
 * granted. That nothing is missing is what every other test shows.
 */
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { cloneDatabase } from '#test/harness/world.ts'

/** Rights that no statement names by its table, and where they are used. */
const UNNAMED: Readonly<Record<string, string>> = {
  'DELETE cycle_digest': 'the triggers that keep what is said of a cycle (0021)',
  'DELETE item_review': 'the triggers of 0021',
  'INSERT cycle_count': 'the triggers of 0021',
  'INSERT review_due': 'the triggers of 0021',
  'SELECT former_member': 'the policy of people (0305)',
  'SELECT first_payment_reminder': 'its insertion, which answers what is new of it',
  'SELECT told_head': 'what an insertion that counts on answers (0107)',
  'UPDATE cycle_count': 'the triggers of 0021',
}

let admin: Admin
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  admin = await adminOf(clone)
})
afterAll(async () => {
  await admin.close()
  await drop()
})

type Verb = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/** What the sources do to each table, as `VERB table`. */
function used(): Set<string> {
  const found = new Set<string>()
  const add = (verb: Verb, table: string | undefined) => table && found.add(`${verb} ${table}`)
  for (const path of globSync('src/server/**/*.ts')) {
    if (path.endsWith('.test.ts')) continue
    const text = readFileSync(path, 'utf8')
    const all = (pattern: RegExp, verb: Verb) => {
      for (const [, table] of text.matchAll(pattern)) add(verb, table)
    }
    all(/(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)/g, 'SELECT')
    all(/\b(?:from|join)\s+(\w+)/g, 'SELECT')
    all(/insertInto\(\s*'(\w+)'/g, 'INSERT')
    all(/insert into (\w+)/g, 'INSERT')
    all(/updateTable\(\s*'(\w+)'/g, 'UPDATE')
    all(/\bupdate (\w+)(?: (?:as )?\w+)?\s+set\b/g, 'UPDATE')
    all(/deleteFrom\(\s*'(\w+)'/g, 'DELETE')
    all(/delete from (\w+)/g, 'DELETE')
    // Locking rows takes the right to change one of their columns, and so does inserting what is there already.
    if (
      /forUpdate\(|forShare\(|for (?:no key )?(?:update|share)|doUpdateSet|do update/.test(text)
    ) {
      all(/(?:selectFrom|innerJoin|leftJoin|insertInto)\(\s*'(\w+)/g, 'UPDATE')
      all(/\b(?:from|join|into)\s+(\w+)/g, 'UPDATE')
    }
  }
  return found
}

describe('the rights of tenants and operators', () => {
  it.each(['corridor_app', 'corridor_operations'])('%s: none is needless', async role => {
    const granted = await admin.rows<{ right: string }>(
      `select distinct privilege_type || ' ' || table_name "right" from (
          select privilege_type, table_name from information_schema.role_table_grants where grantee = $1 and table_schema = 'public'
          union select privilege_type, table_name from information_schema.role_column_grants where grantee = $1 and table_schema = 'public') g
        order by 1`,
      [role],
    )
    expect(granted.length).toBeGreaterThan(20)
    const needed = used()
    const needless = granted.map(({ right }) => right).filter(right => !needed.has(right))
    expect(needless.filter(right => !(right in UNNAMED))).toEqual([])
  })

  it('let nobody change what is only ever added to', async () => {
    const rows = await admin.rows(
      `select table_name, privilege_type from information_schema.role_table_grants
        where grantee in ('corridor_app', 'corridor_operations') and privilege_type in ('TRUNCATE', 'TRIGGER', 'REFERENCES')
          or grantee in ('corridor_app', 'corridor_operations') and privilege_type in ('UPDATE', 'DELETE')
            and table_name in ('audit_entry', 'ledger_transfer', 'ledger_account', 'contract_signature', 'agreement', 'file_read', 'moved_alone')`,
    )
    expect(rows).toEqual([])
  })
})
