/** Funding files: every row or none, each reference once, and every bad row named. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let operator: Person
let employer: Person
let domain: string
let serial = 0

beforeAll(async () => {
  world = await plainWorld('2026-03-17T10:00:00Z', { fresh: true })
  admin = await adminOf(world)
  operator = await givenOperator(world)
  employer = await givenEmployer(world, operator)
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
})
afterAll(async () => {
  await admin.close()
  await world.close()
})
beforeEach(() => {
  serial++
})

const HEADER = 'employer_domain,currency,amount,reference,received_on'
const row = (change: Partial<Record<string, string>> = {}, n = 0) => {
  const fields = {
    domain,
    currency: 'USD',
    amount: '10.00',
    reference: `T${serial}-${n}`,
    on: '2026-03-01',
    ...change,
  }
  return [fields.domain, fields.currency, fields.amount, fields.reference, fields.on].join(',')
}
const book = (content: string | Buffer) =>
  call(world, operator, 'putBalances', {
    body: { file_name: 'wires.csv', bytes: Buffer.from(content) },
  })
const file = (...rows: string[]) => [HEADER, ...rows].join('\n')
const booked = async () => {
  const [found] = await admin.rows<{ fundings: number; minor: string }>(
    'select count(*)::int fundings, coalesce(sum(amount_minor), 0)::text minor from funding',
  )
  return found
}
const available = async () =>
  (await call(world, employer, 'getEmployerBalances')).balances.map(
    ({ currency, available: minor }) => [currency, minor],
  )

describe('a funding file', () => {
  it('is booked once, however often it is sent, also at the same time', async () => {
    const content = file(row({}, 1), row({ amount: '5.5' }, 2))
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(content)))
    expect(answers.flatMap(answer => answer.booked)).toHaveLength(2)
    expect(answers.flatMap(answer => answer.already_booked)).toHaveLength(38)
    expect(await book(content)).toEqual({
      booked: [],
      suspended: 0,
      already_booked: [`T${serial}-1`, `T${serial}-2`],
    })
    expect(await available()).toEqual([['USD', 1550n]])
    expect(await world.broken()).toEqual([])
  })

  it('tells a reference by its letters and not by their size', async () => {
    await book(file(row({ reference: `wire-${serial}` })))
    const again = await book(file(row({ reference: `WIRE-${serial}` })))
    expect(again.booked).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  // The database and the program disagree about these: of a word in capitals the last sigma is another, and a dotted I has two small letters.
  it.each([
    ['ΠΛΗΡΩΜΗΣ', 'πληρωμησ', 'πληρωμης'],
    ['İ 7', 'i 7', 'İ 7'],
    ['\u212a 7', 'k 7', 'K 7'],
  ])('moves money for what it records alone: %s', async (first, ...others) => {
    await book(file(row({ reference: first })))
    for (const reference of others) {
      await outcome(book(file(row({ reference }))))
      await outcome(book(file(row({ reference, amount: '77.00' }))))
      expect(await world.broken()).toEqual([])
    }
  })

  it('takes the ten thousand rows that it says it takes', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => row({}, n))
    expect((await book(file(...rows))).booked).toHaveLength(10_000)
    expect(await world.broken()).toEqual([])
  })

  it('takes the receipt of a day that has begun in the east', async () => {
    expect((await book(file(row({ on: '2026-03-18' })))).booked).toHaveLength(1)
  })

  it('books no sum that could not be told afterwards', async () => {
    const most = Array.from({ length: 91 }, (_, n) =>
      row({ currency: 'CLP', amount: '100000000000000' }, n),
    )
    await expect(book(file(...most))).rejects.toMatchObject({ code: 'VALIDATION' })
    await book(file(...most.slice(0, 90)))
    expect((await call(world, employer, 'getEmployerBalances')).balances).toContainEqual(
      expect.objectContaining({ currency: 'CLP', available: 9_000_000_000_000_000n }),
    )
    await expect(
      book(file(row({ currency: 'CLP', amount: '100000000000000' }, 99))),
    ).rejects.toMatchObject({ code: 'VALIDATION' })
    expect(await world.broken()).toEqual([])
  })

  it('books what is new of files that overlap', async () => {
    const before = await booked()
    await Promise.all([
      book(file(row({}, 1), row({}, 2), row({}, 3))),
      book(file(row({}, 3), row({}, 2), row({}, 4))),
      book(file(row({}, 4), row({}, 1))),
    ])
    expect((await booked())?.fundings).toBe((before?.fundings ?? 0) + 4)
    expect(await world.broken()).toEqual([])
  })

  it('may begin with a byte order mark, end lines as Windows does, and name the columns in any order', async () => {
    const text = `\ufeffreference,amount,currency,received_on,employer_domain\r\nT${serial}-1,12.00,CAD,2026-03-01,${domain}\r\n\r\n`
    expect((await book(text)).booked).toMatchObject([{ amount: { currency: 'CAD', minor: 1200n } }])
    expect((await book(file(row({ currency: 'JPY', amount: '1200' })))).booked).toMatchObject([
      { amount: { currency: 'JPY', minor: 1200n } },
    ])
  })

  it('with wrong rows books nothing and names every one of them by its line', async () => {
    const before = await booked()
    const content = file(
      row({}, 1),
      row({ domain: 'nobody' }, 2),
      row({ currency: 'XXX' }, 3),
      row({ amount: '1e3' }, 4),
      row({ amount: '-5' }, 5),
      row({ reference: '=cmd()' }, 6),
      row({ on: '2026-02-30' }, 7),
      row({ on: '2027-01-01' }, 8),
      row({}, 1),
    )
    const refused = await book(content).catch(error => error)
    expect(refused).toMatchObject({ code: 'FUNDING_FILE_NOT_VALID' })
    expect(refused.fields.map((field: { loc: unknown[] }) => field.loc.slice(2))).toEqual([
      [3, 'employer_domain'],
      [4, 'currency'],
      [5, 'amount'],
      [6, 'amount'],
      [7, 'reference'],
      [8, 'received_on'],
      [9, 'received_on'],
      [10, 'reference'],
    ])
    expect(await booked()).toEqual(before)
  })

  it('cannot give a booked reference another amount, currency or employer', async () => {
    await book(file(row()))
    const other = await givenEmployer(world, operator, `other${serial}@rival.test`)
    const theirs = (await call(world, other, 'getEmployer')).domain ?? ''
    const before = await booked()
    for (const change of [{ amount: '10.01' }, { currency: 'CAD' }, { domain: theirs }])
      await expect(book(file(row(change)))).rejects.toMatchObject({
        code: 'FUNDING_FILE_NOT_VALID',
      })
    expect(await booked()).toEqual(before)
    expect(await world.broken()).toEqual([])
  })
})

describe('malformed files', () => {
  const files: readonly (readonly [name: string, content: () => string | Buffer])[] = [
    ['nothing', () => ''],
    ['a blank', () => ' '],
    ['blank lines', () => '\n\n\n'],
    ['only a mark', () => '\ufeff'],
    ['only a header', () => HEADER],
    ['a header without an end', () => `${HEADER}\n`],
    ['no header', () => row()],
    ['another header', () => `a,b,c\n1,2,3`],
    ['a header in capitals', () => `${HEADER.toUpperCase()}\n${row()}`],
    ['a missing column', () => `employer_domain,currency,amount,reference\n${domain},USD,1.00,R`],
    ['a column too few', () => file(`${domain},USD,10.00,R1`)],
    ['a column too many', () => file(`${row()},more`)],
    ['semicolons', () => file(row()).replaceAll(',', ';')],
    ['tabs', () => file(row()).replaceAll(',', '\t')],
    ['an open quote', () => file(`"${row()}`)],
    ['a quote in a field', () => file(row({ reference: 'a"b' }))],
    ['a comma in the amount', () => file(row({ amount: '"1,000.00"' }))],
    ['a decimal comma', () => file(row({ amount: '"10,00"' }))],
    ['a currency sign', () => file(row({ amount: '$10' }))],
    ['a plus', () => file(row({ amount: '+10' }))],
    ['a minus', () => file(row({ amount: '-10' }))],
    ['a zero', () => file(row({ amount: '0.00' }))],
    ['an exponent', () => file(row({ amount: '1e9' }))],
    ['a hexadecimal', () => file(row({ amount: '0x10' }))],
    ['not a number', () => file(row({ amount: 'NaN' }))],
    ['infinity', () => file(row({ amount: 'Infinity' }))],
    ['three decimals', () => file(row({ amount: '10.001' }))],
    ['decimals of yen', () => file(row({ currency: 'JPY', amount: '10.5' }))],
    ['a point alone', () => file(row({ amount: '.' }))],
    ['a space in the amount', () => file(row({ amount: '1 000' }))],
    ['an amount beyond what JSON holds', () => file(row({ amount: '90071992547409.92' }))],
    ['an amount beyond what the database holds', () => file(row({ amount: '9'.repeat(40) }))],
    ['Arabic digits', () => file(row({ amount: '١٠' }))],
    ['full-width digits', () => file(row({ amount: '１０' }))],
    ['no amount', () => file(row({ amount: '' }))],
    ['no currency', () => file(row({ currency: '' }))],
    ['a currency in small letters', () => file(row({ currency: 'usd' }))],
    ['a currency that is none', () => file(row({ currency: 'AAA' }))],
    ['no employer', () => file(row({ domain: '' }))],
    ['an employer in capitals', () => file(row({ domain: domain.toUpperCase() }))],
    ['no reference', () => file(row({ reference: '' }))],
    ['a formula', () => file(row({ reference: '=HYPERLINK("http://x")' }))],
    ['a reference of 101 letters', () => file(row({ reference: 'x'.repeat(101) }))],
    ['a NUL in the reference', () => file(row({ reference: 'a\u0000b' }))],
    ['a line break in the reference', () => file(row({ reference: '"a\nb"' }))],
    ['no date', () => file(row({ on: '' }))],
    ['an American date', () => file(row({ on: '03/01/2026' }))],
    ['a date that is none', () => file(row({ on: '2026-02-29' }))],
    ['the day after tomorrow', () => file(row({ on: '2026-03-19' }))],
    ['the year nought', () => file(row({ on: '0000-01-01' }))],
    ['the last year before Christ', () => file(row({ on: '0000-12-31' }))],
    ['a column twice', () => `${HEADER},amount\n${domain},USD,1.00,T,2026-03-01,999.00`],
    ['an unknown column', () => `${HEADER},note\n${row()},more`],
    [
      'the same reference twice but for capitals',
      () => file(row({ reference: 'wire-a' }), row({ reference: 'WIRE-A' })),
    ],
    ['an instant', () => file(row({ on: '2026-03-01T00:00:00Z' }))],
    ['Latin-1', () => Buffer.from(file(row({ reference: 'caf\u00e9' })), 'latin1')],
    ['UTF-16', () => Buffer.from(file(row()), 'utf16le')],
    ['random bytes', () => Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919) % 256))],
    ['a PDF', () => '%PDF-1.7\n1 0 obj\n'],
    ['JSON', () => JSON.stringify([{ employer_domain: domain, amount: '1.00' }])],
    ['a row too many', () => file(...Array.from({ length: 10_001 }, (_, n) => row({}, n)))],
    ['the same reference twice', () => file(row({}, 1), row({}, 1))],
  ]

  it.each(files)('with %s book nothing', async (_name, content) => {
    const before = await booked()
    const refused = await book(content()).catch(error => error)
    expect(refused).toMatchObject({ code: 'FUNDING_FILE_NOT_VALID', fields: expect.any(Array) })
    expect(refused.fields.length).toBeGreaterThan(0)
    expect(await booked()).toEqual(before)
  })

  it('leave the books in order', async () => {
    expect(await world.broken()).toEqual([])
  })
})
