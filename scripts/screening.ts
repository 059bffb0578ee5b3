/**
 * `npm run screening -- import FILE --source NAME [--version V] [--alt ALT.CSV] [--add ADD.CSV] [--fewer]`: puts a list of sanctions in
 * force in place of the older one of its source: OpenSanctions' entities in FollowTheMoney, one JSON a line, or OFAC's sdn.csv with
 * alt.csv and add.csv, which are taken from beside it. `npm run screening -- status` says which are in force. Uses DATABASE_URL, else
 * the database that a running `npm start` wrote down.
 */
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from '#domain/kernel/problem.ts'
import { ageInDays, OLD_FROM_DAYS } from '#domain/screening/screening-hit.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase, SYSTEM, type Tx, transact } from '#server/kernel/db.ts'
import { runningDatabase } from '#server/kernel/embedded-or-given.ts'
import { sayText } from '#server/kernel/words.ts'
import { importList, type ListFiles, selectLists } from '#server/screening/index.ts'
import { told } from './told.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    source: { type: 'string' },
    version: { type: 'string' },
    alt: { type: 'string' },
    add: { type: 'string' },
    fewer: { type: 'boolean', default: false },
  },
})
const [verb, path = ''] = positionals
const now = new Date()
const work = verb === 'status' ? status : verb === 'import' ? importing(filesOf(path)) : usage()
const { logins, stop } = await runningDatabase(readConfig('start', process.env)).catch(told)
const database = openDatabase(logins, { max: 1 })
try {
  console.log(await transact(database, SYSTEM, work))
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(sayText(error))
  process.exitCode = 1
} finally {
  await database.close()
  await stop()
}

function importing(files: ListFiles) {
  return async (tx: Tx): Promise<string> => {
    const done = await importList(tx, files, now)
    const { list } = done
    const of = `${list.source}, version ${list.version}: ${list.entries} entries, SHA-256 ${list.sha256}.`
    if (!done.imported) return `Nothing new: this file is in force already.\n${of}`
    const { kind, nameless } = done.skipped
    return `${of}\nPassed over: ${kind} that are about something else, such as ships and addresses, and ${nameless} without a name.\nEverybody is looked for on it from now on, which the running server does.`
  }
}

async function status(tx: Tx): Promise<string> {
  const lists = await selectLists(tx)
  if (lists.length === 0) return 'No list is loaded: nobody is screened.'
  return lists
    .map(list => {
      const days = ageInDays(list.imported_at, now)
      const old = days >= OLD_FROM_DAYS ? ' This is old: import it anew.' : ''
      return `${list.source}, version ${list.version}: ${list.entries} entries, imported ${days} days ago.${old}`
    })
    .join('\n')
}

function filesOf(file: string): ListFiles {
  const { source = '', version = now.toISOString().slice(0, 10), alt, add, fewer } = values
  if (!file || !/^[a-z0-9-]{1,40}$/.test(source) || !existsSync(file)) return usage()
  const csv = extname(file).toLowerCase() === '.csv'
  const beside = (name: string) => {
    const other = join(dirname(file), name)
    return csv && existsSync(other) ? other : undefined
  }
  return {
    source,
    version,
    path: file,
    format: csv ? 'ofac' : 'ftm',
    alt: alt ?? beside('alt.csv'),
    add: add ?? beside('add.csv'),
    fewer,
  }
}

function usage(): never {
  console.error(
    'Use: npm run screening -- import FILE --source NAME [--version V] [--alt ALT.CSV] [--add ADD.CSV] [--fewer], or status',
  )
  process.exit(2)
}
