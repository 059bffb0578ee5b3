import { CsvError, type Options, parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { csvProblem, type Written } from './csv-problem.ts'

function refused(text: string, options: Options = {}, written: Partial<Written> = {}) {
  try {
    parse(text, { delimiter: ',', ...options })
  } catch (cause) {
    if (cause instanceof CsvError) return csvProblem(cause, text, { delimiter: ',', ...written })
  }
  return undefined
}

it.each([
  ['left open to the end', 'a,b\n1,2\n"3,4\n5,6', {}, 'openQuote', 3],
  ['followed by more', 'a,b\n1,2\n"3" more,4\n5,6', {}, 'openQuote', 3],
  ['in the middle of a cell', 'a,b\n1,2"3\n', {}, 'openQuote', 2],
  ['cells that are too few', 'a,b\n1,2\n3\n', {}, 'cells', 3],
  ['cells of a titled list', 'a,b\n1,2\n3\n', { columns: true }, 'cells', 3],
  ['a row without an end', `a,b\n${'x'.repeat(300)},2\n`, { max_record_size: 100 }, 'long', 2],
] as const)('%s is told by what it is and its line', (_, text, options, key, line) => {
  expect(refused(text, options)).toEqual({ text: `kernel.csv.${key}`, params: { line } })
})

it('what stands before the titles opens nothing', () => {
  const text = '"Bank, list of\na,b\n1,2\n"3,4\n'
  const found = refused(text, { from_line: 2 }, { lines_before: 1 })
  expect(found).toEqual({ text: 'kernel.csv.openQuote', params: { line: 4 } })
})
