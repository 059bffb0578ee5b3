import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfJulian, julian } from './cpa-records.ts'
import {
  ACCOUNTS,
  ANY_NAMES,
  CPA,
  NAMES,
  named,
  orders,
  orderTo,
  refusals,
  textOfFile,
} from './orders.test-data.ts'
import { writeCpa } from './write-cpa.ts'

/**
 * A reader by the positions of Payments Canada's Standard 005 as Treasury Software prints them ("CPA 005 1464 byte, description of EFT
 * record formats"), which knows nothing of our tables.
 */
function read(text: string) {
  const lines = text.split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines.map(line => Buffer.byteLength(line))).toEqual(lines.map(() => 1464))
  const at = (line: string, from: number, to: number) => line.slice(from - 1, to)
  const [header = '', ...details] = lines
  const trailer = details.pop() ?? ''
  expect([at(header, 1, 10), trailer[0]]).toEqual(['A000000001', 'Z'])
  lines.forEach((line, n) => {
    expect(at(line, 2, 10)).toBe(String(n + 1).padStart(9, '0'))
    expect(at(line, 11, 24)).toBe(at(header, 11, 24))
  })
  const payments = details.flatMap((line, n) => {
    expect(line[0]).toBe('C')
    const segments = [0, 1, 2, 3, 4, 5].map(segment =>
      line.slice(24 + 240 * segment, 264 + 240 * segment),
    )
    const full = segments.filter(segment => segment.trim() !== '')
    // Only the last record may have room left, behind what it has.
    expect(full.length === 6 || n === details.length - 1).toBe(true)
    expect(segments.slice(0, full.length)).toEqual(full)
    return full.map(segment => ({
      code: at(segment, 1, 3),
      amount: BigInt(at(segment, 4, 13)),
      due: at(segment, 14, 19),
      bank: at(segment, 20, 28),
      account: at(segment, 29, 40).trim(),
      trace: at(segment, 41, 65),
      names: [at(segment, 66, 80), at(segment, 81, 110), at(segment, 111, 140)].map(name =>
        name.trimEnd(),
      ),
      user: at(segment, 141, 150),
      reference: at(segment, 151, 169),
      back: at(segment, 170, 190).trim(),
      rest: at(segment, 191, 240),
    }))
  })
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n)
  expect(at(trailer, 25, 112)).toBe(
    `${'0'.repeat(22)}${String(total).padStart(14, '0')}${String(payments.length).padStart(8, '0')}${'0'.repeat(44)}`,
  )
  return { header, payments }
}

describe('an AFT file', () => {
  it('has each field where the standard has it', () => {
    const { header, payments } = read(
      textOfFile(
        writeCpa([named(orderTo(ACCOUNTS.canadian, 268_050n, { n: 1 }), 'Zoë D’Arcy')], CPA),
      ),
    )
    expect(header.trimEnd()).toBe(`A0000000010123456789004202632800320${' '.repeat(20)}CAD`)
    expect(payments).toEqual([
      {
        code: '450',
        amount: 268_050n,
        due: '026329',
        bank: '000300012',
        account: '1234567',
        trace: '0'.repeat(25),
        names: ['CORRIDOR', "ZOE D'ARCY", 'CORRIDOR PAYMENTS INC.'],
        user: '0123456789',
        reference: 'C3D8E4F000000000001',
        back: '0003000121002003',
        rest: `${' '.repeat(39)}${'0'.repeat(11)}`,
      },
    ])
  })

  it('counts days by the year', () => {
    expect(['2026-01-01', '2026-12-31', '2028-12-31'].map(julian)).toEqual([
      '026001',
      '026365',
      '028366',
    ])
    expect(['026001', '028366', '026366', '026000', '26001'].map(dateOfJulian)).toEqual([
      '2026-01-01',
      '2028-12-31',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('refuses what it cannot carry, and names the field', () => {
    const prepared = writeCpa(
      [
        orderTo(ACCOUNTS.interac, 5n, { n: 1 }),
        orderTo(ACCOUNTS.states, 5n, { n: 2 }),
        orderTo({ ...ACCOUNTS.canadian, account_number: '1234567890123' }, 5n, { n: 3 }),
        orderTo(ACCOUNTS.canadian, 10_000_000_000n, { n: 4 }),
        named(orderTo(ACCOUNTS.canadian, 5n, { n: 5 }), 'أحمد'),
        named(orderTo(ACCOUNTS.canadian, 5n, { n: 6 }), 'M'.repeat(31)),
      ],
      CPA,
    )
    expect(refusals(prepared)).toEqual([
      ['account.transit_number: orders.notCanadian'],
      ['currency: orders.currency', 'account.transit_number: orders.notCanadian'],
      ['account.account_number: payments.accounts.canadianNumber'],
      ['amount: orders.tooMuch'],
      ['account_name: texts.script'],
      ['account_name: texts.tooLong'],
    ])
    expect(prepared.file).toBeNull()
  })

  it('takes days within the window alone, and numbers of four digits', () => {
    const problems = (over: Partial<typeof CPA>) =>
      writeCpa([orderTo(ACCOUNTS.canadian, 5n)], { ...CPA, ...over }).setup.map(
        ({ field }) => field,
      )
    expect(problems({ due_on: '2027-05-16' })).toEqual([])
    expect(problems({ due_on: '2027-05-17' })).toEqual(['due_on'])
    expect(problems({ due_on: '2026-10-25' })).toEqual([])
    expect(problems({ due_on: '2026-10-24' })).toEqual(['due_on'])
    expect(problems({ due_on: '2026-02-30', file_number: 10_000 })).toEqual([
      'file_number',
      'due_on',
    ])
  })

  it('agrees with itself, whatever the names, amounts and counts', () => {
    fc.assert(
      fc.property(orders([ACCOUNTS.canadian], fc.oneof(NAMES, ANY_NAMES)), given => {
        const prepared = writeCpa(given, CPA)
        expect(prepared.payments.length + prepared.refused.length).toBe(given.length)
        if (!prepared.file) return
        const amounts = new Map(given.map(order => [order.attempt_uuid, order.amount.minor]))
        expect(
          read(textOfFile(prepared)).payments.map(({ reference, amount, names }) => [
            reference,
            amount,
            names[1],
          ]),
        ).toEqual(
          prepared.payments.map(({ attempt_uuid, reference, name }) => [
            reference,
            amounts.get(attempt_uuid),
            name,
          ]),
        )
      }),
    )
  })
})
