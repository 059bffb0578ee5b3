/** What a bank sends again, late, older or corrected: nothing is doubled, nothing is undone, and each work that is left can be finished. */
import { describe, expect, it } from 'vitest'
import { reconciliation } from '#contract/reconciliation.ts'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { outcome } from '#test/harness/races.ts'
import type { World } from '#test/harness/world.ts'
import { httpWorld } from '#test/server/http-world.ts'
import { savePlatformLimit } from '../approvals/index.ts'
import { type AtTheBank, eachAtTheBank, monday, tuesday, wednesday } from './bank.test-data.ts'
import { type Line, statementOf, type Told } from './statements.test-data.ts'

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
const OUT: Line = { cents: -10_000, at: 'B-4' }
const FEE: Line = { cents: -50, at: '' }
const later = (hour: number) => ({ made: `2026-11-24T${String(hour).padStart(2, '0')}:00:00Z` })
const work = async () =>
  (await bank.kinds())
    .filter(([kind]) => kind !== 'MISSING')
    .toSorted(([, one], [, other]) => one - other)
const closings = async () => (await bank.days()).map(day => Number(day.bank.minor)).toReversed()
/** What stands of the bank's entries, in its words. */
const kept = async () =>
  (
    await admin.rows<{
      minor: number
    }>(`select e.minor::int minor from bank_entry e where e.takes_back is null
      and not exists (select from bank_entry b where b.takes_back = e.entry_uuid) order by e.minor`)
  ).map(({ minor }) => minor)
const lines = async () => (await admin.rows('select from bank_entry')).length
const receipts = (id = '') => call(world, noor, 'bookStatementReceipts', { params: { id } })

describe('what comes to nothing', () => {
  it('is kept and booked once, as a page, as a day and as a week, however often it comes', async () => {
    const pages: Told[] = [
      { ...monday([B], 10_000), page: [1, 2] },
      { ...monday([A, OUT], 7_500), page: [2, 2] },
    ]
    for (const page of pages) expect((await bank.read(page)).again).toBe(false)
    const { statements } = await bank.read({
      ...tuesday([C, { ...C, cents: -700, at: 'B-5' }], 7_500),
    })
    const week = { ...wednesday([], 7_500), id: 'WEEK', ...later(9) }
    const all: Told = {
      ...{ ...week, from: '2026-11-23', opening: 10_000 },
      lines: [
        ...[B, A, OUT].map(line => ({ ...line, day: '2026-11-23' })),
        ...[C, { ...C, cents: -700, at: 'B-5' }].map(line => ({ ...line, day: '2026-11-24' })),
      ],
    }
    await bank.read(all)
    await receipts(statements[0]?.statement_uuid)
    for (const [at, told] of [
      ...pages,
      tuesday([{ ...C, cents: -700, at: 'B-5' }, C], 7_500),
      all,
    ].entries())
      expect([at, (await bank.read({ ...told, file: `again ${at}` })).again]).toEqual([at, true])
    expect(await kept()).toEqual([-10_000, -2_500, -700, 700, 10_000])
    expect(await lines()).toBe(5)
    const { booked, suspended } = await receipts(statements[0]?.statement_uuid)
    expect(booked + suspended).toBe(0)
    expect(await admin.rows('select from bank_movement')).toHaveLength(1)
    await bank.wellTold()
  })

  it('and may go on or correct is refused in words, which the day whole and named resolves', async () => {
    await bank.read(monday([{ ...A, at: '', words: 'x', reference: 'E-1' }, OUT]))
    const late = { ...monday([C]), ...later(6) }
    const said = await bank.read(late).catch((problem: unknown) => problem)
    expect(said).toMatchObject({ code: 'CONFLICT', detail: expect.stringContaining('whole') })
    await bank.read({ ...monday([OUT, C]), ...later(7) })
    expect(await kept()).toEqual([-10_000, 700])
    await bank.wellTold()
  })
})

describe('what is older', () => {
  it('undoes no correction, whole, as a part, or made between', async () => {
    await bank.read(monday([A, B]))
    await bank.read({ ...monday([B]), ...later(9) })
    expect(await kept()).toEqual([-2_500])
    for (const made of ['2026-11-23T22:00:00Z', later(6).made, later(9).made]) {
      const again = await bank.read({ ...monday([B, A]), made }).then(
        of => of.again,
        () => true,
      )
      expect([made, again]).toEqual([made, true])
    }
    expect(await kept()).toEqual([-2_500])
    expect(await closings()).toEqual([-2_500])
    await bank.wellTold()
  })

  it('takes nothing back and adds nothing as a part that the bank makes again', async () => {
    const first = { ...monday([A]), id: 'PART-1', made: '2026-11-23T12:00:00Z' }
    await bank.read(first)
    await bank.read({ ...monday([B], 10_000), id: 'PART-2', made: '2026-11-23T18:00:00Z' })
    await bank.read({ ...monday([{ ...A, cents: 9_000 }, B]), ...later(6) })
    for (const made of [first.made, later(9).made])
      expect((await bank.read({ ...first, made, file: 'again' })).again).toBe(true)
    expect(await kept()).toEqual([-2_500, 9_000])
    await bank.wellTold()
  })
})

describe('a hole', () => {
  it('is filled by the statement that goes over it, and sums hold', async () => {
    await bank.read(monday([A]))
    await bank.read(wednesday([C], 7_500))
    expect(await work()).toContainEqual(['GAP', -2_500])
    const day = (line: Line, at: string) => ({ ...line, day: at })
    await bank.read({
      ...{ ...wednesday([], 0), from: '2026-11-23', id: 'ALL', made: '2026-11-25T23:00:00Z' },
      lines: [day(A, '2026-11-23'), day(B, '2026-11-24'), day(C, '2026-11-25')],
    })
    expect(await kept()).toEqual([-2_500, 700, 10_000])
    expect((await work()).map(([kind]) => kind)).not.toContain('GAP')
    expect(await closings()).toEqual([10_000, 8_200])
    await bank.wellTold()
  })

  it('between the parts of a day is said, also where what the third shows looks known', async () => {
    await bank.read(monday([A, FEE]))
    const third = bank.read({ ...monday([FEE], 4_000), made: '2026-11-23T23:00:00Z' })
    await expect(third).rejects.toMatchObject({
      ...{ code: 'CONFLICT', detail: expect.stringContaining('Read the statement between them') },
    })
    await bank.read({
      ...monday([{ cents: -5_950, at: 'B-9' }], 9_950),
      made: '2026-11-23T22:30:00Z',
    })
    await bank.read({ ...monday([FEE], 4_000), made: '2026-11-23T23:00:00Z' })
    expect(await kept()).toEqual([-5_950, -50, -50, 10_000])
    await bank.wellTold()
  })
})

describe('a correction', () => {
  it('of a day leaves the next one a gap, which its next telling closes', async () => {
    await bank.read(monday([A]))
    await bank.read(tuesday([C], 10_000))
    const moved = { ...tuesday([C], 9_000), made: '2026-11-25T07:00:00Z' }
    expect(await outcome(bank.read(moved))).toBe('CONFLICT')
    await bank.read({ ...monday([{ ...A, cents: 9_000 }]), made: '2026-11-25T06:00:00Z' })
    expect(await work()).toContainEqual(['GAP', 1_000])
    expect((await bank.read(moved)).again).toBe(false)
    expect(await work()).toEqual([
      ['UNKNOWN', 700],
      ['UNKNOWN', 9_000],
    ])
    expect(await closings()).toEqual([9_000, 9_700])
    expect((await bank.read({ ...moved, file: 'again' })).again).toBe(true)
    await bank.read(wednesday([B], 9_700))
    expect(await closings()).toEqual([9_000, 9_700, 7_200])
    await bank.wellTold()
  })

  it('of a charge that was booked is finished by booking what took it back', async () => {
    const book = async (cents: number) => {
      const found = (await bank.differences()).find(({ amount }) => amount.minor === BigInt(cents))
      expect(found?.allowed_actions).toContain('book_as')
      const { waiting } = await call(world, noor, 'bookBankEntry', {
        params: { id: found?.entry_uuid ?? '' },
        body: { booked_as: 'COST', words: 'By its advice.' },
      })
      await bank.approve(waiting?.step_uuid)
    }
    await bank.read(monday([B]))
    await book(-2_500)
    await bank.read({ ...monday([]), ...later(6) })
    expect(await work()).toEqual([['UNKNOWN', 2_500]])
    await book(2_500)
    expect(await work()).toEqual([])
    await bank.wellTold()
  })

  it('of a receipt that was booked is found by its reversal, though the bank shows another sum', async () => {
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    await bank.read(monday([A]))
    await bank.read({ ...monday([{ ...A, cents: 9_000 }]), ...later(6) })
    const [transfer] = await admin.rows<{ id: string }>(
      'select transfer_uuid id from bank_movement',
    )
    const { waiting } = await call(world, noor, 'reverseFunding', {
      params: { id: transfer?.id ?? '' },
      body: { reason: 'The bank corrected it.' },
    })
    await bank.approve(waiting?.step_uuid)
    await call(world, noor, 'compareBank')
    expect((await work()).map(([, minor]) => minor)).toEqual([9_000])
    await bank.wellTold()
  })

  it('that is corrected back leaves no work of what the books have', async () => {
    await bank.bookCsv('100.00', 'B-1', '2026-11-23')
    await bank.read(monday([A, B]))
    await bank.read({ ...monday([{ ...A, cents: 9_000 }, B]), ...later(6) })
    expect(await work()).toHaveLength(3)
    await bank.read({ ...monday([A, B]), ...later(9) })
    expect(await work()).toEqual([['UNKNOWN', -2_500]])
    expect(await kept()).toEqual([-2_500, 10_000])
    await bank.wellTold()
  })
})

describe('at the same moment', () => {
  const settled = (...told: Told[]) => Promise.all(told.map(of => outcome(bank.read(of))))
  it('two parts of a day are both read, and no one of them twice', async () => {
    const [one, two] = [monday([A]), monday([B], 10_000)]
    expect(await settled(one, two, one, two, { ...two, id: 'COPY' })).toEqual(Array(5).fill('done'))
    expect(await kept()).toEqual([-2_500, 10_000])
    await bank.wellTold()
  })

  it('of several tellings of a day the newest stands, whoever is first', async () => {
    const tellings = [
      monday([A, B]),
      { ...monday([A]), ...later(6) },
      { ...monday([A, C]), ...later(9) },
    ]
    const answers = await settled(...tellings, ...tellings)
    for (const answer of answers) expect(['done', 'CONFLICT']).toContain(answer)
    expect([answers[2], answers[5]]).toEqual(['done', 'done'])
    expect(await kept()).toEqual([700, 10_000])
    expect(await closings()).toEqual([10_700])
    await bank.wellTold()
  })
})

describe('receipts that wait for a second operator', () => {
  it('are stale once the day was told anew, and nothing is booked', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1n, ctx.now))
    const { statements } = await bank.read(monday([A, C]))
    const asked = await receipts(statements[0]?.statement_uuid)
    expect(asked.waiting).toBeDefined()
    await bank.read({ ...monday([{ ...A, cents: 9_000 }, C]), ...later(6) })
    expect(await outcome(bank.approve(asked.waiting?.step_uuid))).toBe('STEP_STALE')
    expect(await admin.rows('select from funding_file')).toEqual([])
    const again = await receipts(statements[0]?.statement_uuid)
    await bank.approve(again.waiting?.step_uuid)
    expect(await work()).toEqual([])
    await bank.wellTold()
  })

  it('are booked where what came in is what it was', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1n, ctx.now))
    const { statements } = await bank.read(monday([A]))
    const asked = await receipts(statements[0]?.statement_uuid)
    await bank.read({ ...monday([A, B]), ...later(6) })
    await bank.approve(asked.waiting?.step_uuid)
    expect(await work()).toEqual([['UNKNOWN', -2_500]])
    await bank.wellTold()
  })
})

describe('over HTTP', () => {
  it('a copy answers that it was read, and what is older is refused in words', async () => {
    const http = await httpWorld(world)
    const token = await http.tokenOf(noor)
    const put = async (told: Told) => {
      const { file_name, bytes } = statementOf(told)
      const file = { field: 'statement', name: file_name, bytes }
      return http.ask(reconciliation.readBankStatement, { token, file })
    }
    expect(await put(monday([A, B]))).toMatchObject({ status: 200, body: { again: false } })
    expect(await put({ ...monday([B]), ...later(9) })).toMatchObject({ body: { again: false } })
    expect(await put({ ...monday([B, A]), id: 'COPY' })).toMatchObject({
      ...{ status: 200, body: { again: true, matched: 0 } },
    })
    expect(await put({ ...monday([B, A, C]), id: 'OLD' })).toMatchObject({
      ...{ status: 409, body: { detail: expect.stringContaining('nothing was read now') } },
    })
    expect(await put({ ...monday([B]), ...later(9), id: 'COPY' })).toMatchObject({
      ...{ status: 200, body: { again: true, matched: 0 } },
    })
    await http.close()
  })
})
