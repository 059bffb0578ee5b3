/** What a wallet holds against the books: by how much they differ, what that stops, and how many readings it takes. */
import { describe, expect, it } from 'vitest'
import {
  explainedOf,
  nextReading,
  ownGone,
  type WalletDifference,
  type WalletReading,
  type WalletSums,
  walletDifference,
} from './wallet-books.ts'

/** A thousand of our own, three hundred that came for companies and lie at an address, a hundred that were paid. */
const EVEN: WalletSums = {
  ...{ held: 900n, deposited: 300n, own: 1000n, received: 300n, paid: 100n },
  ...{ least_unsent: 0n, under_way: 0n, refunded: 0n, fees: 0n },
}

type Row = [name: string, sums: Partial<WalletSums>, missing: bigint, difference: WalletDifference]
const none = { minor: 0n, stops: false }
const rows: Row[] = [
  ['holds what it has to', {}, 0n, none],
  ['holds what was brought to it', { held: 1200n, deposited: 0n }, 0n, none],
  ['was topped up', { held: 905n }, 0n, { minor: 5n, stops: false }],
  ['was topped up, which two said', { held: 905n, own: 1005n }, 0n, none],
  ['lost something', { held: 890n }, 0n, { minor: -10n, stops: true }],
  ['lost what its rail calls missing', { held: 890n }, 10n, none],
  ['lost more than that', { held: 880n }, 10n, { minor: -10n, stops: true }],
  [
    'is to hold what came once and is booked twice',
    { received: 600n },
    0n,
    { minor: -300n, stops: true },
  ],
  ['pays what may have left', { held: 860n, under_way: 40n }, 0n, none],
  ['pays what may be there yet', { under_way: 40n }, 0n, none],
  [
    'lacks more than is under way',
    { held: 850n, under_way: 40n },
    0n,
    { minor: -10n, stops: true },
  ],
  [
    'is to have paid what never left',
    { paid: 150n, least_unsent: 50n },
    0n,
    { minor: 50n, stops: true },
  ],
  [
    "was paid out of by others than its rail, and has a stranger's next to nothing",
    { held: 851n, paid: 150n, least_unsent: 50n },
    0n,
    { minor: 1n, stops: false },
  ],
  [
    'was paid out of by others than its rail',
    { held: 850n, paid: 150n, least_unsent: 50n },
    0n,
    none,
  ],
  ['gave back', { deposited: 200n, refunded: 100n }, 0n, none],
  ['is to have given back', { refunded: 100n }, 0n, { minor: 100n, stops: false }],
  ['bore fees', { held: 897n, fees: 3n }, 0n, none],
]

describe('a wallet', () => {
  it.each(rows)('%s', (_, sums, missing, difference) =>
    expect(walletDifference({ ...EVEN, ...sums }, missing)).toEqual(difference),
  )

  it('loses of its own what two explain, but for what the books know otherwise', () => {
    expect(ownGone({ ...EVEN, held: 890n }, 10n)).toBe(10n)
    expect(ownGone({ ...EVEN, held: 890n, refunded: 10n }, 10n)).toBe(0n)
    expect(ownGone({ ...EVEN, held: 890n, refunded: 4n }, 10n)).toBe(6n)
    expect(ownGone({ ...EVEN, held: 800n }, 10n)).toBe(10n)
  })
})

describe('a difference', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 20, 10, minute))
  const read = (minors: readonly bigint[]) =>
    minors.reduce<WalletReading | undefined>(
      (before, minor, minute) => nextReading(before, { minor, stops: minor < 0n }, at(minute)),
      undefined,
    )

  it('is one once two readings in a row say it, since the first of them', () => {
    expect(read([0n, -5n])).toMatchObject({ ...none, since: null })
    expect(read([0n, -5n, -5n])).toMatchObject({ minor: -5n, stops: true, since: at(1) })
    expect(read([0n, -5n, 5n, -5n])).toMatchObject({ ...none, since: null })
  })

  it('stays until two readings say another, and is older than its last amount', () => {
    expect(read([0n, -5n, -5n, 0n])).toMatchObject({ minor: -5n, since: at(1) })
    expect(read([0n, -5n, -5n, -9n, -9n])).toMatchObject({ minor: -9n, since: at(1) })
    expect(read([0n, -5n, -5n, 0n, 0n])).toMatchObject({ ...none, since: null })
  })

  it('is one whatever the clock was set back by since the reading before', () => {
    const first = nextReading(undefined, { minor: -5n, stops: true }, at(50))
    expect(nextReading(first, { minor: -5n, stops: true }, at(1))).toMatchObject({ stops: true })
  })

  it("is what both of two readings hold, however it changes: a stranger's dust hides nothing", () => {
    expect(read([0n, -5n, -4n])).toMatchObject({ minor: -4n, stops: true, since: at(1) })
    expect(read([0n, -5n, -6n])).toMatchObject({ minor: -5n, stops: true })
    expect(read([0n, -5n, 6n, -5n])).toMatchObject(none)
    expect(read([0n, 5n, 6n])).toMatchObject({ minor: 5n, stops: false })
  })

  it('is none by two that read at one moment', () => {
    const first = read([0n, -5n])
    expect(nextReading(first, { minor: -5n, stops: true }, at(1))).toEqual(first)
  })
})

describe('what two accepted', () => {
  it.each([
    [-40n, -40n, -40n],
    [-40n, -30n, -30n],
    [-40n, -50n, -40n],
    [70n, 71n, 70n],
    [70n, 60n, 60n],
    [70n, -70n, 0n],
    [-40n, 0n, 0n],
    [0n, 5n, 0n],
  ])('of %i explains, where %i differs by now, %i', (accepted, now, explained) => {
    expect(explainedOf(accepted, now)).toBe(explained)
  })
})
