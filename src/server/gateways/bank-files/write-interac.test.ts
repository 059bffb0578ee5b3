import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMinor } from '#domain/kernel/money.ts'
import {
  ACCOUNTS,
  ANY_NAMES,
  attemptOf,
  INTERAC,
  NAMES,
  named,
  orders,
  orderTo,
  refusals,
  textOfFile,
} from './orders.test-data.ts'
import { writeInterac } from './write-interac.ts'

/** The cells of a CSV by RFC 4180, letter by letter. */
function read(text: string, delimiter = ','): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === delimiter) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += letter
  }
  expect([row, cell, quoted]).toEqual([[], '', false])
  return rows
}

describe('a bulk file of Interac', () => {
  it('has the columns of its bank, quoted where they need it', () => {
    const order = named(orderTo(ACCOUNTS.interac, 268_050n, { n: 1 }), 'Silva, Maria')
    expect(read(textOfFile(writeInterac([order], INTERAC)))).toEqual([
      INTERAC.columns.map(({ title }) => title),
      [
        'Silva, Maria',
        'maria@bank.test',
        '2680.50',
        'CAD',
        '0192F1C07A1B7C3D8E4F000000000001',
        'Northwind, November 2026',
        'en',
        '',
        '',
        '2026-11-25',
      ],
    ])
    const other = { ...INTERAC, titles: false, delimiter: ';', line_end: '\n' } as const
    expect(textOfFile(writeInterac([order], other))).toBe(
      'Silva, Maria;maria@bank.test;2680.50;CAD;0192F1C07A1B7C3D8E4F000000000001;Northwind, November 2026;en;;;2026-11-25\n',
    )
  })

  it('leaves no cell that a spreadsheet runs, and refuses an address that begins like a formula', () => {
    const prepared = writeInterac(
      [
        named(orderTo(ACCOUNTS.interac, 1n, { n: 1, remittance: '+1 for November' }), '-Maria'),
        orderTo({ ...ACCOUNTS.interac, interac_email: '=cmd@bank.test' }, 1n, { n: 2 }),
      ],
      INTERAC,
    )
    const [, row] = read(textOfFile(prepared))
    expect([row?.[0], row?.[5]]).toEqual(["'-Maria", "'+1 for November"])
    expect(refusals(prepared)).toEqual([['account.interac_email: texts.formula']])
  })

  it('refuses what it cannot carry', () => {
    const secrets = new Map([
      [attemptOf(5), { question: '', answer: 'ab' }],
      [attemptOf(6), { question: 'Which river?', answer: 'Humber' }],
    ])
    const prepared = writeInterac(
      [
        orderTo(ACCOUNTS.canadian, 1n, { n: 1 }),
        orderTo(ACCOUNTS.iban, 1n, { n: 2 }),
        orderTo(ACCOUNTS.interac, 2_500_001n, { n: 3 }),
        named(orderTo(ACCOUNTS.interac, 1n, { n: 4 }), 'Ольга'),
        orderTo(ACCOUNTS.interac, 1n, { n: 5 }),
        orderTo(ACCOUNTS.interac, 1n, { n: 6 }),
        orderTo(ACCOUNTS.interac, 1n, { n: 7 }),
      ],
      { ...INTERAC, most_rows: 1, secrets },
    )
    expect(refusals(prepared)).toEqual([
      ['account.interac_email: orders.noInterac'],
      ['currency: orders.currency', 'account.interac_email: orders.noInterac'],
      ['amount: orders.tooMuch'],
      ['account_name: texts.script'],
      ['question: orders.question', 'answer: orders.answer'],
      ['amount: orders.full'],
    ])
    expect(read(textOfFile(prepared))[1]?.slice(7, 9)).toEqual(['Which river?', 'Humber'])
  })

  it('asks for the columns without which nobody is paid', () => {
    const columns = INTERAC.columns.filter(({ value }) => value !== 'email' && value !== 'amount')
    const { setup } = writeInterac([], { ...INTERAC, columns })
    expect(setup).toEqual([
      {
        field: 'columns',
        text: { text: 'bank-files.setup.columns', params: { columns: 'email, amount' } },
      },
    ])
  })

  it('agrees with itself, whatever the names and amounts', () => {
    fc.assert(
      fc.property(orders([ACCOUNTS.interac], fc.oneof(NAMES, ANY_NAMES), 2_500_000n), given => {
        const prepared = writeInterac(given, INTERAC)
        expect(prepared.payments.length + prepared.refused.length).toBe(given.length)
        if (!prepared.file) return
        const amounts = new Map(given.map(order => [order.attempt_uuid, order.amount.minor]))
        const [, ...rows] = read(textOfFile(prepared))
        expect(rows.map(row => [row[4], parseMinor(row[2] ?? '', 2)])).toEqual(
          prepared.payments.map(({ attempt_uuid, reference }) => [
            reference,
            amounts.get(attempt_uuid),
          ]),
        )
        expect(rows.flat().filter(cell => /^[=+\-@\t\r]/.test(cell))).toEqual([])
      }),
    )
  })
})
