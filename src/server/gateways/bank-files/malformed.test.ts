/**
 * Files as they come when something went wrong on the way: each of the samples, changed in one or two places by chance that is the same
 * each time. Whatever comes, a reader says in words what is wrong, or it reads what stands there and its sums agree.
 */
import { describe, expect, it } from 'vitest'
import { sayText } from '#server/kernel/words.ts'
import {
  type Booked,
  bytesOf,
  camt,
  cpaReturns,
  csvAnswers,
  nachaReturns,
  pain002,
} from './answers.test-data.ts'
import type { Answers, FileRead } from './bank-file.ts'
import { MAPPING } from './orders.test-data.ts'
import { readCamt } from './read-camt.ts'
import { readCpaReturns } from './read-cpa.ts'
import { readCsvAnswers } from './read-csv.ts'
import { readNachaReturns } from './read-nacha.ts'
import { readPain002 } from './read-pain-002.ts'

type Read = (bytes: Uint8Array) => FileRead<Answers>

const said = (code: string) =>
  [1, 2, 3].map(n => ({ reference: `AAAA00000${n}`, minor: BigInt(n) * 1_050n, code }))
const traces = said('R03').map(one => ({
  ...one,
  reference: one.reference.replace('AAAA', '021000020'),
}))
const booked: Booked[] = said('AC04').map((one, n) => ({
  ...one,
  direction: n === 2 ? 'CRDT' : 'DBIT',
  returned: n === 2,
}))

const SAMPLES: readonly (readonly [name: string, text: string, read: Read])[] = [
  ['pain.002', pain002(said('AC04')), readPain002],
  ['camt.053', camt(booked), readCamt],
  ['camt.054', camt(booked, 'camt.054.001.02'), readCamt],
  ['ACH', nachaReturns(traces), readNachaReturns],
  ['AFT', cpaReturns(said('905')), readCpaReturns],
  ['CSV', csvAnswers(said('AC04')), bytes => readCsvAnswers(bytes, MAPPING)],
]

/** Chance that is the same each time (Numerical Recipes' generator). */
function chanceOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Chance = ReturnType<typeof chanceOf>
type Mutation = (text: string, chance: Chance) => string | Uint8Array

const at = (text: string, chance: Chance) => chance(text.length + 1)
const insert = (text: string, place: number, more: string) =>
  text.slice(0, place) + more + text.slice(place)
const lineWise =
  (change: (lines: string[], n: number) => void): Mutation =>
  (text, chance) => {
    const lines = text.split('\n')
    change(lines, chance(lines.length - 1))
    return lines.join('\n')
  }
const bytesWise =
  (change: (bytes: Uint8Array, place: number, chance: Chance) => void): Mutation =>
  (text, chance) => {
    const bytes = bytesOf(text)
    change(bytes, chance(bytes.length), chance)
    return bytes
  }

const BOMB = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY b${n} "${`&b${n || ''};`.repeat(10)}">`).join('')}]>`

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  cut: (text, chance) => text.slice(0, at(text, chance)),
  'cut in front': (text, chance) => text.slice(at(text, chance)),
  'without a letter': (text, chance) => {
    const place = at(text, chance)
    return text.slice(0, place) + text.slice(place + 1)
  },
  'another byte': bytesWise((bytes, place, chance) => {
    bytes[place] = chance(256)
  }),
  'many other bytes': bytesWise((bytes, place, chance) => {
    for (let n = place; n < bytes.length; n += 1 + chance(97)) bytes[n] = chance(256)
  }),
  'a NUL': (text, chance) => insert(text, at(text, chance), '\0'),
  'another digit': (text, chance) => {
    const digits = [...text.matchAll(/\d/g)]
    const place = digits[chance(digits.length)]?.index ?? 0
    return text.slice(0, place) + String(chance(10)) + text.slice(place + 1)
  },
  'a letter for a digit': (text, chance) => {
    const digits = [...text.matchAll(/\d/g)]
    const place = digits[chance(digits.length)]?.index ?? 0
    return `${text.slice(0, place)}O${text.slice(place + 1)}`
  },
  'without a line': lineWise((lines, n) => lines.splice(n, 1)),
  'a line twice': lineWise((lines, n) => lines.splice(n, 0, lines[n] ?? '')),
  'lines that changed places': lineWise((lines, n) =>
    lines.splice(n, 2, ...lines.slice(n, n + 2).reverse()),
  ),
  'an empty line': lineWise((lines, n) => lines.splice(n, 0, '')),
  'a long line': lineWise((lines, n) => lines.splice(n, 0, 'x'.repeat(1_000_000))),
  'a part twice': (text, chance) => {
    const place = at(text, chance)
    return insert(text, place, text.slice(place, place + chance(3_000)))
  },
  'signs of programs': (text, chance) =>
    insert(
      text,
      at(text, chance),
      ['<', '>', '&', '"', "'", ';', ']]>', '<!--', '<?', '=1+1', '\x1a', '\uFFFE', '\u202E'][
        chance(13)
      ] ?? '',
    ),
  'another encoding': (text, chance) =>
    chance(2) === 0
      ? Buffer.from(text, 'utf16le')
      : Buffer.from(insert(text, at(text, chance), 'é'), 'latin1'),
  entities: (text, chance) => insert(text, at(text, chance), '&b9;'),
  'laughing a billion times': text =>
    text.replace(/(<Document|^)/, `${BOMB}$1`).replace(/AAAA/, '&b8;'),
  nested: (text, chance) => insert(text, at(text, chance), '<a>'.repeat(20_000)),
  'nested and closed': (text, chance) => {
    const place = text.indexOf('>', at(text, chance)) + 1
    return insert(text, place, '<a>'.repeat(100) + '</a>'.repeat(100))
  },
  'less than nothing': text =>
    text.replace(/(\d+[.,]\d\d)/, '-$1').replace(/0000001050/, '-000001050'),
  'more than anything': text =>
    text.replace(/(\d+)([.,]\d\d)/, `${'9'.repeat(40)}$2`).replace(/0000001050/, '9'.repeat(50)),
  'another currency': text => text.replace(/EUR|CAD/, 'eur'),
  'other names': text =>
    text
      .replaceAll('TxInfAndSts', '__proto__')
      .replaceAll('Ntry', 'constructor')
      .replaceAll('Code', '__proto__'),
}

/** What has to be read as if nothing had happened. */
const HARMLESS: Readonly<Record<string, Mutation>> = {
  'a byte order mark': text => `\uFEFF${text}`,
  'ends of lines of Windows': text => text.replace(/\r?\n/g, '\r\n'),
  'ends of lines of UNIX': text => text.replaceAll('\r\n', '\n'),
  'more lines at the end': text => `${text}\n\n`,
  'UTF-16': text =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(text.replace('encoding="UTF-8"', 'encoding="UTF-16"'), 'utf16le'),
    ]),
}

const asBytes = (file: string | Uint8Array) => (typeof file === 'string' ? bytesOf(file) : file)

function judge(read: FileRead<Answers>): 'refused' | 'read' {
  if ('problems' in read) {
    expect(read.problems.length).toBeLessThanOrEqual(100)
    for (const { text, line } of read.problems) {
      expect(sayText(text).length).toBeGreaterThan(10)
      expect(line === null || line > 0).toBe(true)
    }
    return 'refused'
  }
  const { outcomes, totals } = read.content
  const of = outcomes.filter(({ amount }) => amount)
  expect(totals.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(
    of.reduce((sum, { amount }) => sum + (amount?.minor ?? 0n), 0n),
  )
  for (const { reference, amount, date } of outcomes) {
    expect(reference).not.toBe('')
    expect(amount === null || amount.minor >= 0n).toBe(true)
    expect(date === null || /^\d{4}-\d\d-\d\d$/.test(date)).toBe(true)
  }
  return 'read'
}

const SEEDS = [1, 2, 3, 4, 5]

describe.each(SAMPLES)('%s', (_name, text, read) => {
  it('is read as it stands', () => {
    expect(judge(read(bytesOf(text)))).toBe('read')
  })

  it.each(Object.entries(HARMLESS))('is the same with %s', (_mutation, mutate) => {
    expect(read(asBytes(mutate(text, chanceOf(1))))).toEqual(read(bytesOf(text)))
  })

  it.each(Object.entries(MUTATIONS))(
    'with %s is refused in words, or read as it stands',
    (_mutation, mutate) => {
      for (const seed of SEEDS) judge(read(asBytes(mutate(text, chanceOf(seed * 7_919)))))
    },
  )

  it('is refused with two things wrong as with one', () => {
    const mutations = Object.values(MUTATIONS)
    for (let seed = 1; seed <= 60; seed++) {
      const chance = chanceOf(seed * 104_729)
      const [one, two] = [mutations[chance(mutations.length)], mutations[chance(mutations.length)]]
      const first = one?.(text, chance) ?? ''
      judge(read(asBytes(typeof first === 'string' && two ? two(first, chance) : first)))
    }
  })

  it('is refused where it is nothing, or too much', () => {
    for (const much of [
      '',
      ' ',
      '\n',
      '\n'.repeat(4_000_000),
      'x'.repeat(17_000_000),
      '<a>'.repeat(3_000_000),
      '9'.repeat(5_000_000),
      `<a ${Array.from({ length: 400_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
      ',"\n'.repeat(1_000_000),
    ])
      expect(judge(read(bytesOf(much)))).toBe('refused')
  })
})

it('tries more than three hundred', () => {
  expect(SAMPLES.length * (Object.keys(MUTATIONS).length * SEEDS.length + 60)).toBeGreaterThan(300)
})
