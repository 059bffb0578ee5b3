import { expect, it } from 'vitest'
import { readLines } from './list-text.ts'

const read = (text: string) => readLines(text, { most: 100 })
const GOOD = ['email,name', 'a@example.test,"Ana\nMaria ""Nina"" Silva"', '"b@example.test" ,B']

it.each([
  ['at the end', ['"c@example.test,C', 'd@example.test,D'], 5],
  ['before cells that are quoted', ['"c@example.test,C', '"d@example.test",D'], 5],
  ['in another column', ['c@example.test, "C', 'd@example.test,D', 'e@example.test,E'], 5],
  ['with more behind its end', ['c@example.test,"ACME" Ltd', 'd@example.test,"D'], 5],
  ['after a cell that says a mark', ['c@example.test,6" pipes', 'd@example.test,"D'], 6],
])('a quotation mark that is left open is named by the line it opens in: %s', (_, rows, line) => {
  for (const end of ['\n', '\r\n']) {
    const text = [...GOOD, ...rows].join('\n').replaceAll('\n', end)
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        fields: [expect.objectContaining({ params: expect.objectContaining({ line }) })],
      }),
    )
  }
})

it('quoted cells of several lines are read, as are marks within a cell', () => {
  expect(read([...GOOD, 'c@example.test,6" pipes'].join('\n')).map(({ line }) => line)).toEqual([
    1, 3, 4, 5,
  ])
})
