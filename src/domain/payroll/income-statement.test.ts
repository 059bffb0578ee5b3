import { describe, expect, it } from 'vitest'
import {
  type PaidSum,
  type StatementContent,
  saysTheSame,
  saysWhatWasPaid,
  statementOf,
} from './income-statement.ts'

const sum = (of: Partial<PaidSum>): PaidSum => ({
  employer_name: 'Northwind',
  employer_uuid: of.employer_name ?? 'Northwind',
  month: '2026-03-01',
  currency: 'USD',
  minor: 100n,
  simulated: false,
  ...of,
})
/** What was paid, by companies that are called otherwise by now. */
const called = (name: (was: string) => string) =>
  sums.map(one => ({ ...one, employer_name: name(one.employer_name) }))
const sums = [
  sum({ employer_name: 'Okafor', minor: 5n }),
  sum({ month: '2026-02-01', currency: 'EUR', minor: 7n }),
  sum({}),
]

/** As the database keeps it. */
const swapped = ({ name, totals }: StatementContent['employers'][number]) => ({
  totals: totals.map(({ currency, minor }) => ({ minor, currency })),
  name,
})

describe('a statement of a year', () => {
  it('keeps nothing but the sums unless more was chosen', () => {
    const content = statementOf(sums, { shows_employers: false, shows_months: false })
    expect(content).toEqual({
      totals: [
        { currency: 'EUR', minor: '7' },
        { currency: 'USD', minor: '105' },
      ],
      employers: [],
      months: [],
      simulated: false,
    })
    expect(JSON.stringify(content)).not.toContain('Northwind')
  })

  it('adds up companies and months as chosen', () => {
    const { employers, months } = statementOf(sums, { shows_employers: true, shows_months: true })
    expect(employers.map(({ name, totals }) => [name, totals.map(of => of.minor)])).toEqual([
      ['Northwind', ['7', '100']],
      ['Okafor', ['5']],
    ])
    expect(months.map(({ month, totals }) => [month, totals.map(of => of.minor)])).toEqual([
      ['2026-02-01', ['7']],
      ['2026-03-01', ['105']],
    ])
  })

  it('names two companies of one name as two, and holds as companies come to be called alike', () => {
    const shows = { shows_employers: true, shows_months: false }
    const alike = statementOf(
      called(() => 'Acme'),
      shows,
    )
    expect(alike.employers.map(({ name, totals }) => [name, totals.map(of => of.minor)])).toEqual([
      ['Acme', ['7', '100']],
      ['Acme', ['5']],
    ])
    expect(saysWhatWasPaid(statementOf(sums, shows), alike)).toBe(true)
    expect(saysWhatWasPaid(alike, statementOf(sums, shows))).toBe(true)
  })

  it('holds that was issued before and has companies of one name as one', () => {
    const shows = { shows_employers: true, shows_months: false }
    const [one, two] = statementOf(sums, shows).employers
    const content = statementOf(sums, { ...shows, shows_employers: false })
    const merged = { ...content, employers: [{ name: 'Acme', totals: content.totals }] }
    expect([one?.name, two?.name]).toEqual(['Northwind', 'Okafor'])
    expect(
      saysWhatWasPaid(
        merged,
        statementOf(
          called(() => 'Acme'),
          shows,
        ),
      ),
    ).toBe(true)
    expect(saysWhatWasPaid(merged, statementOf(sums, shows))).toBe(false)
  })

  it('says the same only as long as what was paid is the same', () => {
    const shows = { shows_employers: true, shows_months: true }
    const content = statementOf(sums, shows)
    expect(saysTheSame(JSON.parse(JSON.stringify(content)), content)).toBe(true)
    expect(saysTheSame(statementOf(sums.slice(1), shows), content)).toBe(false)
  })

  it('says what was paid whatever a company is called, in whatever order', () => {
    const shows = { shows_employers: true, shows_months: false }
    const content = statementOf(sums, shows)
    const renamed = sums.map(one =>
      one.employer_name === 'Okafor' ? { ...one, employer_name: 'A New Name' } : one,
    )
    const kept = { ...content, employers: content.employers.map(swapped) }
    expect(saysTheSame(statementOf(renamed, shows), content)).toBe(false)
    expect(saysWhatWasPaid(kept, statementOf(renamed, shows))).toBe(true)
    expect(saysWhatWasPaid(kept, statementOf(renamed.slice(1), shows))).toBe(false)
  })
})
