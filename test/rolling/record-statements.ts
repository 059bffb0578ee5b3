/**
 * Loaded first (`--import`) in every process that `npm run record-release` starts, tests, servers and scripts alike: writes down
 * each statement that a login of ours sends, once per process. Statements of the database's owner and of the tests' own connections
 * are none of ours.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const into = process.env.CORRIDOR_RECORD_STATEMENTS
const LOGIN = /_(app|operations|services)_login$/

if (into) {
  const seen = new Set<string>()
  const file = join(into, `${process.pid}.jsonl`)
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
    const login = LOGIN.exec(this.user ?? '')?.[1]
    if (login && text && /^\s*(select|with|insert|update|delete)\b/i.test(text)) {
      const line = JSON.stringify({ login, text })
      if (!seen.has(line)) appendFileSync(file, `${line}\n`)
      seen.add(line)
    }
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}
