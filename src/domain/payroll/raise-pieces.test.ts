/** A raise that is made in pieces comes to what it does at once, held against exact fractions. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '#domain/kernel/plain-date.ts'
import { isBusinessDay } from './pay-dates.ts'
import { type AddedRaise, type RaisedItem, raisesOwed } from './raise.ts'

const FIRST = '2026-03-02'
const DAYS = 31
const LAST = addDays(FIRST, DAYS - 1)

const revision = fc.record({
  /** From which day of the item, and how much of the way up. */
  from: fc.nat(DAYS - 1),
  share: fc.integer({ min: 1, max: 10 }),
  /** Which of what it owes is added. */
  added: fc.infiniteStream(fc.boolean()),
})
const cases = fc.record({
  hours: fc.integer({ min: 1, max: 30_000 }),
  rate: fc.integer({ min: 1, max: 20_000 }),
  more: fc.integer({ min: 1, max: 20_000 }),
  feasts: fc.uniqueArray(fc.nat(DAYS - 1), { maxLength: 5 }),
  revisions: fc.array(revision, { maxLength: 8 }),
})

it.each(['USD', 'JPY'])('in %s', currency => {
  fc.assert(
    fc.property(cases, ({ hours, rate, more, feasts, revisions }) => {
      const off = new Set(feasts.map(day => addDays(FIRST, day)))
      const item = (first: string, added: readonly AddedRaise[]): RaisedItem => ({
        ...{ line_item_uuid: 'i', status: 'PAID', added },
        earned: { first: FIRST, last: LAST },
        raised: { first, last: LAST },
        ...{ hours_hundredths: hours, hourly_rate_minor: rate },
      })
      const owed = (first: string, to: number, added: readonly AddedRaise[]) =>
        raisesOwed({ currency, hourly_rate_minor: BigInt(to) }, [item(first, added)], day =>
          off.has(day),
        )
      const sum = (of: readonly { amount_minor: bigint }[]) =>
        of.reduce((total, { amount_minor }) => total + amount_minor, 0n)
      const added: AddedRaise[] = []
      let paid = 0n
      const add = (raises: ReturnType<typeof owed>) => {
        paid += sum(raises)
        for (const { days, before_minor, rate_minor } of raises)
          added.push({
            ...days,
            before_minor: Number(before_minor),
            rate_minor: Number(rate_minor),
          })
        return raises.length
      }
      let pieces = 0
      for (const { from, share, added: which } of revisions) {
        const to = rate + Math.floor((more * share) / 10)
        const raises = owed(addDays(FIRST, from), to, added)
        pieces += add(raises.filter(() => which.next().value))
      }
      pieces += add(owed(FIRST, rate + more, added))
      const whole = sum(owed(FIRST, rate + more, []))
      // A piece that is worth about the smallest unit or less may round to less than nothing, and is left out.
      const all = Array.from({ length: DAYS }, (_, n) => addDays(FIRST, n))
      const counted = all.filter(day => isBusinessDay(day, of => off.has(of))).length
      const leastOfADay = (more / 10 / 100) * (hours / counted)
      if (leastOfADay > 3) expect(paid).toBe(whole)
      expect(paid - whole).toBeGreaterThanOrEqual(0n)
      expect(paid - whole).toBeLessThanOrEqual(BigInt(2 * pieces))
      // The whole item at the new rate, as a fraction of 100: item and raise come to it within half of the smallest unit, each rounded once.
      const twice = 2n * (whole * 100n - BigInt(more) * BigInt(hours))
      expect(twice <= 200n && twice >= -200n).toBe(true)
      expect(owed(FIRST, rate + more, added).filter(of => of.amount_minor > 2n)).toEqual([])
    }),
    { numRuns: 300 },
  )
})
