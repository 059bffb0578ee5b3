import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageOf, shortageOf } from './shortage.ts'

const of = (own: bigint, through: bigint, available: bigint, announced: bigint) => {
  const { short, on_its_way, to_send } = shortageOf(
    { own, through },
    { available, announced, asked: true },
  )
  return [short, on_its_way, to_send].map(Number)
}

describe('what a pay lacks', () => {
  it('is what the pays before it left missing, and of that what was announced is not asked for again', () => {
    expect(of(100n, 100n, 100n, 0n)).toEqual([0, 0, 0])
    expect(of(100n, 100n, 40n, 0n)).toEqual([60, 0, 60])
    expect(of(100n, 100n, 40n, 60n)).toEqual([60, 60, 0])
    expect(of(100n, 100n, 40n, 25n)).toEqual([60, 25, 35])
    expect(of(100n, 100n, 40n, 500n)).toEqual([60, 60, 0])
    // The pay before wants 300 of it first.
    expect(of(100n, 400n, 40n, 260n)).toEqual([100, 0, 100])
    expect(of(100n, 400n, 40n, 300n)).toEqual([100, 40, 60])
  })

  it('asks who is not verified for nothing, since none is taken in: it stays short', () => {
    const funds = { available: 40n, announced: 25n, asked: false }
    const lacks = shortageOf({ own: 100n, through: 100n }, funds)
    expect(lacks).toEqual({ short: 60n, on_its_way: 25n, to_send: 0n })
  })

  it.each([
    // own, through, available; need, what is there for it, after, short
    ['covered alone', 100n, 100n, 140n, [100, 140, 40, 0]],
    ['short alone', 100n, 100n, 40n, [100, 40, 0, 60]],
    ['covered after the pays before it', 100n, 400n, 450n, [100, 150, 50, 0]],
    ['short after the pays before it', 100n, 400n, 340n, [100, 40, 0, 60]],
    ['left nothing by the pays before it', 100n, 400n, 250n, [100, 0, 0, 100]],
    ['without need', 0n, 300n, 200n, [0, 0, 0, 0]],
  ] as const)('is what its own page shows: %s', (_case, own, through, available, shown) => {
    const funds = { available, announced: 0n, asked: true }
    const { need, available: there, after, short } = coverageOf({ own, through }, funds)
    expect([need, there, after, short].map(Number)).toEqual(shown)
    expect(short).toBe(shortageOf({ own, through }, funds).short)
  })

  it('adds up over pays in their order, whatever is there and was announced', () => {
    const minor = fc.bigInt({ min: 0n, max: 10_000n })
    fc.assert(
      fc.property(fc.array(minor), minor, minor, (wants, available, announced) => {
        let through = 0n
        const all = wants.map(own => {
          through += own
          return shortageOf({ own, through }, { available, announced, asked: true })
        })
        const sum = (pick: (of: (typeof all)[number]) => bigint) =>
          all.reduce((total, one) => total + pick(one), 0n)
        const lacking = (there: bigint) => (through > there ? through - there : 0n)
        expect(sum(one => one.short)).toBe(lacking(available))
        expect(sum(one => one.to_send)).toBe(lacking(available + announced))
        for (const one of all) expect(one.short).toBe(one.on_its_way + one.to_send)
      }),
    )
  })
})
