import { describe, expect, it } from 'vitest'
import { type RaisedItem, raisesOwed } from './raise.ts'

/** March 2 to 15, 2026, 80 hours at 42.50; from the 9th on something is raised. */
const item: RaisedItem = {
  line_item_uuid: 'i',
  status: 'PAID',
  earned: { first: '2026-03-02', last: '2026-03-15' },
  raised: { first: '2026-03-09', last: '2026-03-15' },
  hours_hundredths: 8000,
  hourly_rate_minor: 4250,
  added: [],
}
const from = (first: string, last: string, before_minor: number, rate_minor: number) => ({
  ...{ first, last, before_minor, rate_minor },
})
const owed = (of: Partial<RaisedItem>, rate: bigint) =>
  raisesOwed({ currency: 'USD', hourly_rate_minor: rate }, [{ ...item, ...of }], () => false).map(
    ({ days, hours_hundredths, before_minor, rate_minor, amount_minor }) =>
      [days.first, days.last, hours_hundredths, before_minor, rate_minor, amount_minor].join(' '),
  )

describe('what is owed of a raise', () => {
  it('is what the days lack of the new rate, once they are paid', () => {
    expect(owed({}, 6500n)).toEqual(['2026-03-09 2026-03-15 4000 4250 6500 90000'])
    expect(owed({ status: 'APPROVED' }, 6500n)).toEqual([])
    expect(owed({}, 4250n)).toEqual([])
  })

  it('is above what was added, and what of the way up was taken off again', () => {
    const first = from('2026-03-09', '2026-03-15', 4250, 6500)
    const second = from('2026-03-09', '2026-03-15', 6500, 8000)
    expect(owed({ added: [first] }, 6500n)).toEqual([])
    expect(owed({ added: [first] }, 8000n)).toEqual(['2026-03-09 2026-03-15 4000 6500 8000 60000'])
    expect(owed({ added: [second, first] }, 8000n)).toEqual([])
    expect(owed({ added: [second] }, 9000n)).toEqual([
      '2026-03-09 2026-03-15 4000 4250 6500 90000',
      '2026-03-09 2026-03-15 4000 8000 9000 40000',
    ])
    expect(owed({ added: [second] }, 7000n)).toEqual(['2026-03-09 2026-03-15 4000 4250 6500 90000'])
    expect(owed({ added: [first, second] }, 7000n)).toEqual([])
  })

  it('is told apart where some of the days have more by now', () => {
    const some = from('2026-03-11', '2026-03-12', 4250, 8000)
    expect(owed({ added: [some] }, 6500n)).toEqual([
      '2026-03-09 2026-03-10 1600 4250 6500 36000',
      '2026-03-13 2026-03-15 800 4250 6500 18000',
    ])
    expect(owed({ added: [some] }, 9000n)).toEqual([
      '2026-03-09 2026-03-10 1600 4250 9000 76000',
      '2026-03-11 2026-03-12 1600 8000 9000 16000',
      '2026-03-13 2026-03-15 800 4250 9000 38000',
    ])
    // What was added of other days of the item is nothing to these.
    expect(owed({ added: [from('2026-03-02', '2026-03-06', 4250, 9000)] }, 6500n)).toEqual([
      '2026-03-09 2026-03-15 4000 4250 6500 90000',
    ])
  })
})
