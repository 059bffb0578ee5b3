import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaymentOrder } from '#domain/payments/payment-order.ts'
import {
  ACCOUNTS,
  ANY_NAMES,
  NACHA,
  NAMES,
  named,
  orders,
  orderTo,
  refusals,
  textOfFile,
} from './orders.test-data.ts'
import { writeNacha } from './write-nacha.ts'

const SAVINGS = { ...ACCOUNTS.states, account_type: 'SAVINGS', bank_code: '011401533' } as const

/**
 * A reader by the columns that moov-io/ach prints in `docs/file-structure.md`, which knows nothing of our tables: it counts and sums anew
 * whatever a control says.
 */
function read(text: string) {
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.map(line => line.length)).toEqual(lines.map(() => 94))
  expect(lines.length % 10).toBe(0)
  const last = lines.findLastIndex(line => line !== '9'.repeat(94))
  const [header = '', ...body] = lines.slice(0, last)
  const control = lines[last] ?? ''
  const entries: Record<string, string>[] = []
  let batch: string[] = []
  let head = ''
  for (const line of body) {
    if (line[0] === '5') {
      head = line
      batch = []
    } else if (line[0] === '6') {
      batch.push(line)
      entries.push({
        entry_class: head.slice(50, 53),
        code: line.slice(1, 3),
        routing: line.slice(3, 12),
        account: line.slice(12, 29).trim(),
        amount: line.slice(29, 39),
        id: line.slice(39, 54).trim(),
        name: line.slice(54, 76).trim(),
        trace: line.slice(79, 94),
      })
    } else {
      expect(line.slice(1, 4)).toBe('220')
      expect(line.slice(4, 10)).toBe(String(batch.length).padStart(6, '0'))
      expect(line.slice(10, 54)).toBe(`${sums(batch)}${head.slice(40, 50)}`)
      expect(line.slice(79, 94)).toBe(head.slice(79, 94))
    }
  }
  const all = body.filter(line => line[0] === '6')
  const batches = body.filter(line => line[0] === '5').length
  expect(control.slice(0, 55)).toBe(
    `9${pad(batches, 6)}${pad(lines.length / 10, 6)}${pad(all.length, 8)}${sums(all)}`,
  )
  return { header, heads: body.filter(line => line[0] === '5'), entries }
}

const pad = (value: number | bigint, length: number) => String(value).padStart(length, '0')

/** Hash, debits and credits. */
function sums(entries: readonly string[]): string {
  const hash = entries.reduce((sum, line) => sum + BigInt(line.slice(3, 11)), 0n)
  const credit = entries.reduce((sum, line) => sum + BigInt(line.slice(29, 39)), 0n)
  return `${pad(hash % 10_000_000_000n, 10)}${pad(0, 12)}${pad(credit, 12)}`
}

describe('an ACH file', () => {
  it('has each field where the standard has it', () => {
    const company = orderTo(SAVINGS, 268_000n, { n: 255 })
    const { header, heads, entries } = read(
      textOfFile(
        writeNacha(
          [
            named(orderTo(ACCOUNTS.states, 5n, { n: 1 }), 'Zoë Weiß'),
            { ...company, payee: { ...company.payee, kind: 'COMPANY' } },
          ],
          NACHA,
        ),
      ),
    )
    expect(header).toBe(
      '101 02100002112345678902611240930A094101JPMORGAN CHASE         CORRIDOR PAYMENTS INC.         ',
    )
    expect(heads).toEqual([
      `5220CORRIDOR${' '.repeat(28)}1234567890PPDCONTRACTOR      261125   1021000020000001`,
      `5220CORRIDOR${' '.repeat(28)}1234567890CCDCONTRACTOR      261125   1021000020000002`,
    ])
    expect(entries).toEqual([
      {
        entry_class: 'PPD',
        code: '22',
        routing: '021000021',
        account: '000123456789',
        amount: '0000000005',
        id: 'E4F000000000001',
        name: 'ZOE WEISS',
        trace: '021000020000001',
      },
      {
        entry_class: 'CCD',
        code: '32',
        routing: '011401533',
        account: '000123456789',
        amount: '0000268000',
        id: 'E4F0000000000FF',
        name: 'MARIA SILVA',
        trace: '021000020000002',
      },
    ])
  })

  it('answers the traces, by which returns name payments', () => {
    const prepared = writeNacha(
      [orderTo(ACCOUNTS.states, 5n, { n: 1 }), orderTo(ACCOUNTS.states, 6n, { n: 2 })],
      { ...NACHA, first_trace: 9_999_998 },
    )
    expect(prepared.payments.map(({ reference }) => reference)).toEqual([
      '021000029999998',
      '021000029999999',
    ])
  })

  it('refuses what it cannot carry, and names the field', () => {
    const company: PaymentOrder = named(
      orderTo(ACCOUNTS.states, 5n, { n: 6 }),
      'Fernandes & Oliveira Consulting Ltda',
    )
    const prepared = writeNacha(
      [
        orderTo(ACCOUNTS.canadian, 5n, { n: 1 }),
        orderTo({ ...ACCOUNTS.states, bank_code: '021000022' }, 5n, { n: 2 }),
        orderTo({ ...ACCOUNTS.states, account_number: '12345678901234567890' }, 5n, { n: 3 }),
        orderTo(ACCOUNTS.states, 10_000_000_000n, { n: 4 }),
        named(orderTo(ACCOUNTS.states, 5n, { n: 5 }), '李小龍'),
        { ...company, payee: { ...company.payee, kind: 'COMPANY' } },
        {
          ...company,
          attempt_uuid: company.attempt_uuid.replace('6', '7'),
          payee: { ...company.payee, kind: 'COMPANY', short_name: 'Fernandes & Oliveira' },
        },
        named(orderTo(ACCOUNTS.states, 5n, { n: 8 }), 'Maria Fernanda Gonzalez Rodriguez'),
      ],
      NACHA,
    )
    expect(refusals(prepared)).toEqual([
      ['currency: orders.currency', 'account.bank_country: orders.notStates'],
      ['account.bank_code: payments.localAccounts.code.digits'],
      ['account.account_number: payments.localAccounts.number.US'],
      ['amount: orders.tooMuch'],
      ['account_name: texts.script'],
      ['account_name: texts.tooLong'],
    ])
    expect(prepared.payments.map(({ name }) => name)).toEqual([
      'FERNANDES & OLIVEIRA',
      'MARIA F G RODRIGUEZ',
    ])
  })

  it('fills its last block, whatever the number of records', () => {
    for (let count = 1; count <= 30; count++) {
      const given = Array.from({ length: count }, (_, n) => orderTo(ACCOUNTS.states, 5n, { n }))
      expect(read(textOfFile(writeNacha(given, NACHA))).entries.length).toBe(count)
    }
  })

  it('keeps the ten last digits of a hash, and takes no more than its sums hold', () => {
    const bank = { ...ACCOUNTS.states, bank_code: '325070760' }
    const many = Array.from({ length: 400 }, (_, n) => orderTo(bank, 5n, { n }))
    expect(read(textOfFile(writeNacha(many, NACHA))).entries.length).toBe(400)
    const most = Array.from({ length: 102 }, (_, n) => orderTo(bank, 9_999_999_999n, { n }))
    const prepared = writeNacha(most, NACHA)
    expect(prepared.payments.length).toBe(100)
    expect(refusals(prepared)).toEqual([['amount: orders.full'], ['amount: orders.full']])
    read(textOfFile(prepared))
  })

  it('pays an attempt once', () => {
    const order = orderTo(ACCOUNTS.states, 5n)
    const prepared = writeNacha([order, order], NACHA)
    expect(prepared.payments.length).toBe(1)
    expect(refusals(prepared)).toEqual([['attempt_uuid: orders.twice']])
  })

  it('writes nothing with a set-up that is wrong', () => {
    const prepared = writeNacha([orderTo(ACCOUNTS.states, 5n)], {
      ...NACHA,
      odfi: '0210000',
      company_name: 'Corridor Payments Inc.',
      created_at: '2026-11-24',
    })
    expect([prepared.file, prepared.setup.map(({ field }) => field)]).toEqual([
      null,
      ['odfi', 'created_at', 'company_name'],
    ])
  })

  it('agrees with itself, whatever the names, amounts and counts', () => {
    fc.assert(
      fc.property(orders([ACCOUNTS.states, SAVINGS], fc.oneof(NAMES, ANY_NAMES)), given => {
        const prepared = writeNacha(given, NACHA)
        expect(prepared.payments.length + prepared.refused.length).toBe(given.length)
        if (!prepared.file) return
        const { entries } = read(textOfFile(prepared))
        const written = new Map(given.map(order => [order.attempt_uuid, order.amount.minor]))
        expect(entries.map(({ trace }) => trace).sort()).toEqual(
          prepared.payments.map(({ reference }) => reference).sort(),
        )
        expect(entries.reduce((sum, { amount = '' }) => sum + BigInt(amount), 0n)).toBe(
          prepared.payments.reduce(
            (sum, { attempt_uuid }) => sum + (written.get(attempt_uuid) ?? 0n),
            0n,
          ),
        )
      }),
    )
  })
})
