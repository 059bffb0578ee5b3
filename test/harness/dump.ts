/** Everything that lies at rest: all tables of all schemas, and all files below a folder, as one haystack to look for needles in. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Admin } from './admin.ts'

export type Haystack = ReadonlyMap<string, Buffer>

/** All rows of all tables, as text, by `schema.table`; nothing is left out but what `except` names. */
export async function dumpTables(admin: Admin, except: readonly string[]): Promise<Haystack> {
  const tables = await admin.rows<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) "name" from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  )
  const dump = new Map<string, Buffer>()
  for (const { name } of tables) {
    if (except.includes(name)) continue
    const rows = await admin.rows<{ row: string }>(`select t::text "row" from ${name} t`)
    dump.set(name, Buffer.from(rows.map(({ row }) => row).join('\n')))
  }
  return dump
}

/** The bytes of every file below a folder, by path. */
export function dumpFiles(dir: string): Haystack {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(path => join(dir, path))
  const files = paths.filter(path => statSync(path).isFile())
  return new Map(files.map(path => [path, readFileSync(path)]))
}

/** Where a needle lies: as it is, in hexadecimal as `bytea` is printed, or in base64 at any offset, also without regard to case. */
export function placesOf(needle: string, haystack: Haystack): string[] {
  const forms = [needle, Buffer.from(needle).toString('hex'), ...base64Forms(needle)]
  return [...haystack]
    .filter(([, bytes]) => {
      const text = bytes.toString('latin1')
      const plain = text.toLowerCase()
      return (
        forms.some(form => text.includes(Buffer.from(form).toString('latin1'))) ||
        plain.includes(Buffer.from(needle.toLowerCase()).toString('latin1'))
      )
    })
    .map(([name]) => name)
}

/** What base64 makes of the needle behind 0, 1 or 2 other bytes, without the letters that its neighbours decide. */
function base64Forms(needle: string): string[] {
  return [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(needle)]).toString('base64')
    return text.slice(before === 0 ? 0 : before + 1).replace(/.{0,2}=+$|.$/, '')
  })
}
