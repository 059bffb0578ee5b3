/** Several statements of one day: pages, parts, copies and corrections. Totals hold, nothing is matched or booked twice, and what differs is work. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import type { World } from '#test/harness/world.ts'
import { type AtTheBank, eachAtTheBank, monday, tuesday } from './bank.test-data.ts'
import type { Line } from './statements.test-data.ts'

let world: World
let admin: Admin
let noor: Person
let bank: AtTheBank['bank']

eachAtTheBank(at => {
  ;({ world, admin, noor, bank } = at)
})

const A: Line = { cents: 10_000, at: 'B-1' }
const B: Line = { cents: -2_500, at: 'B-2' }
const C: Line = { cents: 700, at: 'B-3' }
/** What of bank and books differs, but for days without a statement. */
const kinds = async () => (await bank.kinds()).filter(([kind]) => kind !== 'MISSING')
const closingOf = async (day = 0) => (await bank.days())[day]?.bank.minor
const entries = () =>
  admin.rows('select line, minor::int minor from bank_entry order by statement_uuid, line')

describe('a day', () => {
  it('of which a part lacks in between is refused until that is read', async () => {
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    expect((await bank.read(monday([A]))).matched).toBe(2)
    const refused = bank.read(monday([C], 7_500))
    await expect(refused).rejects.toMatchObject({
      ...{ code: 'CONFLICT', detail: expect.stringContaining('Read the statement between them') },
    })
    await bank.read(monday([B], 10_000))
    await bank.read(monday([C], 7_500))
    expect(await closingOf()).toBe(8_200n)
    await bank.wellTold()
  })

  it('goes on where the part before ended, and the next day where the last did', async () => {
    await bank.read(monday([B], 10_000))
    await bank.read(monday([A]))
    await bank.read(monday([C], 7_500))
    await bank.read(tuesday([], 8_200))
    expect((await kinds()).map(([kind]) => kind)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN'])
    expect([await closingOf(), await closingOf(1)]).toEqual([8_200n, 8_200n])
    const again = await bank.read(monday([C], 7_500))
    expect([again.again, (await entries()).length]).toEqual([true, 3])
    await bank.wellTold()
  })

  it('told by pages is one statement, in one file or in several', async () => {
    const pages = [
      { ...monday([A]), page: [1, 3] as const },
      { ...monday([B], 10_000), page: [2, 3] as const },
      { ...monday([C], 7_500), page: [3, 3] as const },
    ]
    const silent = pages.map(page => ({ ...page, between: false as const }))
    expect(await outcome(bank.read(...silent.slice(0, 2)))).toBe('VALIDATION')
    const { statements } = await bank.read(...silent)
    expect(statements).toMatchObject([{ entries: 3, closing: { minor: 8_200n } }])
    for (const page of pages) expect((await bank.read(page)).again).toBe(true)
    const next = pages.map(page => ({
      ...{ ...page, day: '2026-11-24', opening: page.opening + 8_200 },
    }))
    for (const page of next) expect((await bank.read(page)).again).toBe(false)
    expect((await bank.read(...next)).again).toBe(true)
    expect([await closingOf(), (await entries()).length]).toEqual([16_400n, 6])
    await bank.wellTold()
  })

  it('told anew adds what it has more, by whoever and however often it is sent', async () => {
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    await bank.read(monday([A]))
    const whole = monday([A, B, C])
    const answers = await Promise.all([
      bank.read(whole),
      bank.read(whole),
      bank.read({ ...whole, id: 'COPY' }),
    ])
    expect(answers.filter(({ again }) => !again)).toHaveLength(1)
    expect((await entries()).length).toBe(3)
    expect(await kinds()).toEqual([
      ['UNKNOWN', expect.anything()],
      ['UNKNOWN', expect.anything()],
    ])
    expect(await closingOf()).toBe(8_200n)
    // Receipts of both files are booked once.
    for (const { statement_uuid: id } of answers.flatMap(({ statements }) => statements))
      await call(world, noor, 'bookStatementReceipts', { params: { id } })
    expect(await kinds()).toEqual([['UNKNOWN', -2_500]])
    await bank.wellTold()
  })
})

describe('a correction', () => {
  const later = { made: '2026-11-24T06:00:00Z' }
  it('takes back what nobody booked, and its new entry is the work that is left', async () => {
    await bank.read(monday([{ cents: 9_000, at: 'B-1' }, B]))
    expect(await outcome(bank.read(monday([A, B])))).toBe('CONFLICT')
    await bank.read({ ...monday([A, B]), ...later })
    expect((await bank.read({ ...monday([A, B]), ...later, id: 'COPY' })).again).toBe(true)
    expect((await kinds()).toSorted()).toEqual([
      ['UNKNOWN', -2_500],
      ['UNKNOWN', 10_000],
    ])
    expect(await closingOf()).toBe(7_500n)
    await bank.wellTold()
    // The next day begins where the corrected one ended; the one of before is not taken for it.
    await bank.read(tuesday([], 7_500))
    expect((await kinds()).map(([kind]) => kind)).not.toContain('GAP')
    expect(await outcome(bank.read(monday([{ cents: 9_000, at: 'B-1' }, C, B])))).toBe('CONFLICT')
    await bank.wellTold()
  })

  it('is what is booked of the day from then on, whichever of both is asked for', async () => {
    const { statements } = await bank.read(monday([{ cents: 9_000, at: 'B-1' }, C]))
    await bank.read({ ...monday([A, C]), ...later })
    const params = { id: statements[0]?.statement_uuid ?? '' }
    const { booked, suspended } = await call(world, noor, 'bookStatementReceipts', { params })
    expect(booked + suspended).toBe(2)
    expect([await kinds(), await closingOf()]).toEqual([[], 10_700n])
    await bank.wellTold()
  })

  it('of what the books have is work until the booking is taken back', async () => {
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    await bank.read(monday([A]))
    expect(await kinds()).toEqual([])
    await bank.read({ ...monday([{ ...A, cents: 9_000 }]), ...later })
    const found = (await bank.differences()).filter(({ kind }) => kind !== 'MISSING')
    expect(found.map(({ amount, title }) => [amount.minor, title]).toSorted()).toEqual([
      [-10_000n, 'The bank shows an entry no more that it showed before'],
      [9_000n, 'Came in, and no book knows it'],
    ])
    expect(await closingOf()).toBe(9_000n)
    await bank.wellTold()
  })
})
