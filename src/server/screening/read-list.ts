/** A list's files, read as a stream: however long they are, some hundred entries are in memory. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import type { Read, Skipped } from '#domain/screening/list-formats.ts'

/** The longest line of a list by far is below this. */
const MOST_LINE_BYTES = 4_000_000
const BATCH = 500
/** What OFAC's files end with. */
const END_OF_FILE = '\u001a'

/** SHA-256 of files, one after another. */
export async function digestOfFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** What the lines of a file of one JSON value each say, some hundred at a time; `skip` hears why a line has none. VALIDATION names the line that is none. */
export async function* readLines<T>(
  path: string,
  read: (line: string) => Read<T>,
  skip: (why: Skipped) => void = () => {},
): AsyncGenerator<T[]> {
  let batch: T[] = []
  let nth = 0
  for await (const bytes of linesOf(path)) {
    nth += 1
    const line = textIn(bytes)
    if (line?.trim() === '') continue
    const found = line === undefined ? { wrong: textOf('screening.lines.notText') } : read(line)
    if ('wrong' in found) throw wrongLine(path, nth, found.wrong)
    if ('entry' in found) batch.push(found.entry)
    if ('none' in found) skip(found.none)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let bytes = 0
  let nth = 1
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)])
      from = at + 1
      rest = []
      bytes = 0
      nth += 1
    }
    rest.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > MOST_LINE_BYTES) throw wrongLine(path, nth, textOf('screening.lines.tooLong'))
  }
  yield Buffer.concat(rest)
}

function textIn(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Like `readLines`, of a CSV file without a head. */
export async function* readRows<T>(
  path: string,
  read: (row: readonly string[]) => Read<T>,
  skip: (why: Skipped) => void = () => {},
): AsyncGenerator<T[]> {
  const rows = pipeline(
    createReadStream(path),
    parse({ bom: true, info: true, relax_column_count: true, max_record_size: MOST_LINE_BYTES }),
    () => {},
  ) as AsyncIterable<{ record: string[]; info: { lines: number } }>
  let batch: T[] = []
  try {
    for await (const { record, info } of rows) {
      if (record.length === 1 && record[0] === END_OF_FILE) continue
      const found = read(record)
      if ('wrong' in found) throw wrongLine(path, info.lines, found.wrong)
      if ('entry' in found) batch.push(found.entry)
      if ('none' in found) skip(found.none)
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw wrongLine(path, Number(error.lines ?? 0), textOf('screening.lines.quote'))
  }
  yield batch
}

function wrongLine(path: string, line: number, why: Text): Problem {
  return new Problem('VALIDATION', 'screening.problems.line', {
    params: { file: basename(path), line, why },
  })
}
