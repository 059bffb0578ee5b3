import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  cpaReturns,
  csvAnswers,
  nachaReturns,
  pain002,
  type Said,
} from './answers.test-data.ts'
import type { FileRead } from './bank-file.ts'
import { ACCOUNTS, CPA, INTERAC, MAPPING, NACHA, orders, SEPA } from './orders.test-data.ts'
import { readCpaReturns } from './read-cpa.ts'
import { readCsvAnswers } from './read-csv.ts'
import { readNachaReturns } from './read-nacha.ts'
import { readPain002 } from './read-pain-002.ts'
import { writeCpa } from './write-cpa.ts'
import { writeInterac } from './write-interac.ts'
import { writeNacha } from './write-nacha.ts'
import { writePain001 } from './write-pain-001.ts'

const keys = (read: FileRead<unknown>) =>
  'problems' in read
    ? read.problems.map(
        ({ line, element, text }) => `${line} ${element} ${text.text.replace('bank-files.', '')}`,
      )
    : []

const contentOf = <C>(read: FileRead<C>): C => {
  if ('content' in read) return read.content
  throw new Error(JSON.stringify(read.problems))
}

const ACH: readonly Said[] = [
  { reference: '021000020000001', minor: 268_050n, code: 'R03' },
  { reference: '021000020000002', minor: 5n, code: 'R99' },
]
const AFT: readonly Said[] = Array.from({ length: 7 }, (_, n) => ({
  reference: `C3D8E4F00000000000${n}`,
  minor: BigInt(n + 1) * 100n,
  code: n === 6 ? '900' : '905',
}))

describe('returns of ACH', () => {
  it('name the trace that we wrote, the amount and the reason', () => {
    const { outcomes, totals } = contentOf(readNachaReturns(bytesOf(nachaReturns(ACH))))
    expect(outcomes).toEqual([
      {
        of: 'PAYMENT',
        reference: '021000020000001',
        outcome: 'RETURNED',
        amount: { currency: 'USD', minor: 268_050n },
        date: '2026-11-25',
        reason: { code: 'R03', text: { text: 'bank-files.reasons.noAccount' } },
        bank_reference: '021000020000001',
      },
      expect.objectContaining({
        reason: {
          code: 'R99',
          text: { text: 'bank-files.reasons.unknown', params: { code: 'R99' } },
        },
      }),
    ])
    expect(totals).toEqual([
      { outcome: 'RETURNED', count: 2, amount: { currency: 'USD', minor: 268_055n } },
    ])
  })

  it('are told from corrections, which return nothing and say of which payment they are', () => {
    const file = nachaReturns(ACH).replace(
      /^799R99(.{15}).{6}(.{8}).{44}/m,
      `798C01$1      $2${'000123456788'.padEnd(44)}`,
    )
    const { outcomes } = contentOf(readNachaReturns(bytesOf(file)))
    expect(outcomes).toMatchObject([
      { outcome: 'RETURNED' },
      {
        ...{ outcome: 'ACCEPTED', reference: '021000020000002', amount: null },
        reason: { code: 'C01', text: { text: 'bank-files.reasons.corrected' } },
      },
    ])
    expect(keys(readNachaReturns(bytesOf(file.replace('798C01', '798X01'))))).toEqual([
      '6 return_code nacha.code',
    ])
  })

  it('are read as one text without ends of lines too, as mainframes write them', () => {
    const file = nachaReturns(ACH)
    const one = file.replaceAll('\n', '')
    expect(readNachaReturns(bytesOf(one))).toEqual(readNachaReturns(bytesOf(file)))
    expect(keys(readNachaReturns(bytesOf(one.slice(0, 600))))).toEqual(['1 null nacha.frame'])
  })

  it('are refused whole, with the line', () => {
    const file = nachaReturns(ACH)
    expect(keys(readNachaReturns(bytesOf(file.replace('0000268050', '0000268051'))))).toEqual([
      '7 total_credit fixed.differs',
      '8 total_credit fixed.differs',
    ])
    const lines = file.split('\n')
    const without = (at: number) => lines.filter((_, n) => n !== at).join('\n')
    expect(keys(readNachaReturns(bytesOf(without(0))))).toEqual(['1 null nacha.frame'])
    expect(keys(readNachaReturns(bytesOf(without(1)))).slice(0, 2)).toEqual([
      '2 null nacha.place',
      '3 null nacha.place',
    ])
    expect(keys(readNachaReturns(bytesOf(without(3))))).toContain('3 null nacha.noReturn')
    expect(keys(readNachaReturns(bytesOf(without(6))))).toContain('2 null nacha.open')
    expect(keys(readNachaReturns(bytesOf(file.replace(/^(8.*)1$/m, '$12'))))).toEqual([
      '7 batch_number fixed.differs',
    ])
    expect(keys(readNachaReturns(bytesOf(file.replace('799R03', '799X03'))))).toEqual([
      '4 return_code nacha.code',
    ])
  })

  it('are the same with other ends of lines, and without the spaces at their ends', () => {
    const file = nachaReturns(ACH)
    const whole = contentOf(readNachaReturns(bytesOf(file)))
    expect(contentOf(readNachaReturns(bytesOf(file.replaceAll('\n', '\r\n'))))).toEqual(whole)
    expect(contentOf(readNachaReturns(bytesOf(file.replace(/ +$/gm, ''))))).toEqual(whole)
  })
})

describe('returns of AFT', () => {
  it('name the cross reference that we wrote; what was turned away was never paid', () => {
    const { outcomes, totals, file_number } = contentOf(readCpaReturns(bytesOf(cpaReturns(AFT))))
    expect(outcomes[0]).toEqual({
      of: 'PAYMENT',
      reference: 'C3D8E4F000000000000',
      outcome: 'RETURNED',
      amount: { currency: 'CAD', minor: 100n },
      date: '2026-11-25',
      reason: { code: '905', text: { text: 'bank-files.reasons.accountClosed' } },
      bank_reference: '0000000000000000000007',
    })
    expect(totals.map(({ outcome, count, amount }) => [outcome, count, amount.minor])).toEqual([
      ['RETURNED', 6, 2_100n],
      ['REJECTED', 1, 700n],
    ])
    expect(file_number).toBe(42)
  })

  it('are the same without ends of lines, and without spaces at theirs', () => {
    const file = cpaReturns(AFT)
    const whole = contentOf(readCpaReturns(bytesOf(file)))
    expect(contentOf(readCpaReturns(bytesOf(file.replaceAll('\r\n', ''))))).toEqual(whole)
    expect(contentOf(readCpaReturns(bytesOf(file.replace(/ +\r\n/g, '\n'))))).toEqual(whole)
  })

  it('are refused whole, with the line and the item', () => {
    const file = cpaReturns(AFT)
    expect(keys(readCpaReturns(bytesOf(file.replace('9050000000100', '9050000000101'))))).toEqual([
      '4 credit_total fixed.differs',
    ])
    expect(keys(readCpaReturns(bytesOf(file.replace('9050000000100', '4500000000100'))))).toEqual([
      '2 1: transaction_code cpa.code',
      '4 credit_total fixed.differs',
      '4 credit_count fixed.differs',
    ])
    expect(keys(readCpaReturns(bytesOf(file.replace('\r\nI', '\r\nC')))).at(0)).toBe(
      '2 null cpa.record',
    )
    expect(
      keys(readCpaReturns(bytesOf(file.replace('C3D8E4F000000000001', ' '.repeat(19))))).at(0),
    ).toBe('2 2: cross_reference fixed.missing')
    expect(keys(readCpaReturns(bytesOf(file.replace('I000000003', 'I000000004'))))).toEqual([
      '3 record_count fixed.differs',
    ])
    expect(keys(readCpaReturns(bytesOf(file.replace(/(Z.{19})0042/, '$10043'))))).toEqual([
      '4 file_number fixed.differs',
    ])
    expect(keys(readCpaReturns(bytesOf(file.slice(0, 1_466))))).toEqual(['1 null cpa.frame'])
  })
})

const LIST: readonly Said[] = [
  { reference: 'AAAA000001', minor: 123_456n, code: '' },
  { reference: 'AAAA000002', minor: 5n, code: 'AC01' },
]

describe('a list by a saved mapping', () => {
  it('says what its columns mean', () => {
    const file = csvAnswers(LIST).replace('"1234,56"', '"1.234,56"')
    expect(contentOf(readCsvAnswers(bytesOf(file), MAPPING)).outcomes).toEqual([
      {
        of: 'PAYMENT',
        reference: 'AAAA000001',
        outcome: 'SETTLED',
        amount: { currency: 'EUR', minor: 123_456n },
        date: '2026-11-25',
        reason: null,
        bank_reference: null,
      },
      expect.objectContaining({
        outcome: 'RETURNED',
        reason: { code: 'AC01', text: { text: 'bank-files.reasons.noAccount' } },
      }),
    ])
  })

  it('passes over rows that are nobody’s, however often', () => {
    const drafts = ';;Draft;;;;\r\n;;draft;;;;\r\n'
    const { outcomes } = contentOf(readCsvAnswers(bytesOf(csvAnswers(LIST) + drafts), MAPPING))
    expect(outcomes.length).toBe(2)
  })

  it('is refused whole, every row with what is wrong in it', () => {
    const file = csvAnswers(LIST)
      .replace('Paid', 'Perhaps')
      .replace('"0,05"', '"0.05"')
      .replace('25/11/2026;AC01', '31/11/2026;AC01')
    expect(keys(readCsvAnswers(bytesOf(file), MAPPING))).toEqual([
      '3 Status csv.outcome',
      '4 Amount csv.amount',
      '4 Date csv.date',
    ])
    expect(keys(readCsvAnswers(bytesOf('x\nReference;Reference\n1;2'), MAPPING))).toEqual([
      'null null csv.columns',
    ])
    expect(keys(readCsvAnswers(bytesOf(csvAnswers([])), MAPPING))).toEqual(['null null csv.noRows'])
    const [first] = LIST
    expect(keys(readCsvAnswers(bytesOf(csvAnswers(first ? [first, first] : [])), MAPPING))).toEqual(
      ['4 Reference files.twice'],
    )
    expect(
      keys(readCsvAnswers(bytesOf(csvAnswers(LIST).replace(';AC01', ';AC01;more')), MAPPING)),
    ).toEqual(['4 null csv.cells'])
    expect(
      keys(
        readCsvAnswers(
          bytesOf(csvAnswers(LIST).replace('"Silva; Maria"', '"Silva; Maria')),
          MAPPING,
        ),
      ).at(0),
    ).toMatch(/csv\.openQuote$/)
  })
})

describe('what we wrote', () => {
  const drawn = fc.array(fc.nat(3), { minLength: 40, maxLength: 40 })

  it.each([
    [
      'pain.001 and pain.002',
      'AC04',
      [ACCOUNTS.iban],
      (given: Orders) => writePain001(given, SEPA),
      (said: readonly Said[]) => readPain002(bytesOf(pain002(said))),
    ],
    [
      'ACH',
      'R02',
      [ACCOUNTS.states],
      (given: Orders) => writeNacha(given, NACHA),
      (said: readonly Said[]) => readNachaReturns(bytesOf(nachaReturns(said))),
    ],
    [
      'AFT',
      '905',
      [ACCOUNTS.canadian],
      (given: Orders) => writeCpa(given, CPA),
      (said: readonly Said[]) => readCpaReturns(bytesOf(cpaReturns(said))),
    ],
    [
      'Interac and a list',
      'AC04',
      [ACCOUNTS.interac],
      (given: Orders) => writeInterac(given, INTERAC),
      (said: readonly Said[]) => readCsvAnswers(bytesOf(csvAnswers(said)), MAPPING),
    ],
  ] as const)(
    '%s: comes back under the references that we wrote, with every cent',
    (_, code, accounts, write, read) => {
      fc.assert(
        fc.property(orders(accounts, undefined, 2_500_000n), drawn, (given, chosen) => {
          const { payments } = write(given)
          const amounts = new Map(given.map(order => [order.attempt_uuid, order.amount.minor]))
          const back = payments
            .filter((_one, at) => chosen[at] !== 0)
            .map(({ attempt_uuid, reference }) => ({
              reference,
              minor: amounts.get(attempt_uuid) ?? 0n,
              code,
            }))
          if (back.length === 0) return
          const { outcomes, totals } = contentOf<
            Pick<
              Extract<ReturnType<typeof readPain002>, { content: unknown }>['content'],
              'outcomes' | 'totals'
            >
          >(read(back))
          expect(outcomes.map(({ reference, amount }) => [reference, amount?.minor])).toEqual(
            back.map(({ reference, minor }) => [reference, minor]),
          )
          expect(totals.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(
            back.reduce((sum, { minor }) => sum + minor, 0n),
          )
        }),
      )
    },
  )
})

type Orders = Parameters<typeof writeNacha>[0]
