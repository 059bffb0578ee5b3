/** The hours of many items at once: looked at, saved all or none, told row by row, and met by what others do at the same moment. */
import { describe, expect, it } from 'vitest'
import { approvalOf, approveAll, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 3)
    await fund(first, made, '50000.00')
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

const items = async () =>
  (await call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50 } })).items
type Asked = NonNullable<NonNullable<Parameters<typeof call<'previewHours'>>[3]>['body']>
const look = (body: Asked) =>
  call(world, stage.employer, 'previewHours', { params: stage.id, body })
type Row = { line_item_uuid: string; version: number; hours: number }
const save = (rows: Row[], words = '', who: Person = stage.employer) =>
  call(world, who, 'saveHours', { params: stage.id, body: { rows, words } })
const rowsOf = async (hours: (at: number) => number): Promise<Row[]> =>
  (await items()).map(({ line_item_uuid, version }, at) => ({
    line_item_uuid,
    version,
    hours: hours(at),
  }))
const edits = async () =>
  (await admin.rows("select from audit_entry where entity = 'line_item' and action = 'edit'"))
    .length

describe('looking at hours', () => {
  it('says what each makes of its pay, and what is wrong with the others, and writes nothing', async () => {
    const [a, b, c] = await items()
    if (!a || !b || !c) throw new Error('the cycle has items')
    const typed = (item: typeof a, hours: string) => ({
      line_item_uuid: item.line_item_uuid,
      version: item.version,
      hours,
    })
    const read = await look({ rows: [typed(a, '90'), typed(b, '-1'), typed(c, '80,00')] })
    expect(read.rows.map(({ state, hours, said }) => [state, hours, said?.text])).toEqual([
      ['CHANGED', 9000, undefined],
      ['MEND', null, 'payroll.hoursGrid.said.tooLittle'],
      ['SAME', 8000, undefined],
    ])
    expect(read.rows[0]).toMatchObject({
      amount: { currency: 'USD', minor: (a.amount.minor * 9n) / 8n },
      item: { hours: 8000, amount: a.amount },
    })
    const [before] = read.before
    expect(read.after).toEqual([
      { currency: 'USD', minor: (before?.minor ?? 0n) + a.amount.minor / 8n },
    ])
    expect(read.counts).toEqual({ MEND: 1, CHANGED: 1, SAME: 1 })
    expect(await edits()).toBe(0)
  })

  it('answers a page of many with what it shows and what is to be mended, and counts all', async () => {
    const [a, b, c] = await items()
    if (!a || !b || !c) throw new Error('the cycle has items')
    const rows = [a, b, c].map(({ line_item_uuid, version }, at) => ({
      ...{ line_item_uuid, version, hours: ['90', '-1', '91'][at] ?? '' },
    }))
    const whole = await look({ rows })
    const page = await look({ rows, shown: [c.line_item_uuid] })
    expect(page).toEqual({ ...whole, rows: whole.rows.slice(1) })
    expect(page.counts).toEqual({ MEND: 1, CHANGED: 2, SAME: 0 })
  })

  it('reads a list by address and by name, and names each line that is wrong', async () => {
    const [a, b] = await items()
    const lines = [
      'Email;Name;Hours',
      `${a?.contractor_email};;70,5`,
      '',
      `;${b?.contractor_name};900`,
      'nobody@else.test;;80',
      `${a?.contractor_email};;71`,
    ]
    const { rows } = await look({ text: lines.join('\n') })
    expect(rows.map(row => [row.line, row.state, row.hours])).toEqual([
      [2, 'CHANGED', 7050],
      [4, 'MEND', 90_000],
      [5, 'MEND', 8000],
      [6, 'MEND', 7100],
    ])
  })

  it('puts a single column on the pays one after the other', async () => {
    const [, b, c] = await items()
    const { rows } = await look({ text: '71\n72\n73', from: b?.line_item_uuid ?? '' })
    expect(rows.map(row => [row.item?.line_item_uuid, row.hours])).toEqual([
      [b?.line_item_uuid, 7100],
      [c?.line_item_uuid, 7200],
      [undefined, 7300],
    ])
  })

  it.each(['71\n\n73\n', '71\r\n\r\n73\r\n\r\n', 'Hours\n71\n\n73', '\n\nHours\n71\n \n73'])(
    'an empty cell of a column is that of its pay, which stays as it is: %j',
    async text => {
      const [a, , c] = await items()
      const { rows } = await look({ text, from: a?.line_item_uuid ?? '' })
      expect(rows.map(row => [row.item?.line_item_uuid, row.hours])).toEqual([
        [a?.line_item_uuid, 7100],
        [c?.line_item_uuid, 7300],
      ])
      const after = await look({ text: '\n71', from: a?.line_item_uuid ?? '' })
      expect(after.rows.map(row => row.item?.line_item_uuid)).not.toEqual([a?.line_item_uuid])
    },
  )

  it.each([
    ['', 'people.problems.listEmpty'],
    ['1,Ada,80\n2,Bo,80', 'payroll.hoursGrid.said.whichColumn'],
    ['"Ada\t80', undefined],
  ])('a text that is no list is refused: %j', async (text, key) => {
    const answer = await look({ text }).catch(problem => problem)
    if (key) expect(answer).toMatchObject({ code: 'VALIDATION', text: key })
  })
})

describe('saving hours', () => {
  it('changes all of them with an entry each, told by itself, and sent again nothing', async () => {
    const seen = await approvalOf(world, stage.employer, stage.id)
    const rows = await rowsOf(at => 9000 + at * 100)
    expect(await save(rows, 'Late shifts')).toEqual({ changed: 3, same: 0 })
    expect((await items()).map(item => [item.hours, item.entries.at(-1)])).toMatchObject([
      [9000, { kind: 'ADJUSTMENT', hours: 1000, words: 'Late shifts' }],
      [9100, { hours: 1100 }],
      [9200, { hours: 1200 }],
    ])
    expect(await edits()).toBe(3)
    expect(await save(rows, 'Late shifts')).toEqual({ changed: 0, same: 3 })
    expect(await edits()).toBe(3)
    // What was seen before is not what would be approved.
    await expect(
      call(world, stage.employer, 'approveCycle', { params: stage.id, body: seen }),
    ).rejects.toMatchObject({ code: 'APPROVAL_STALE' })
    expect(await world.broken()).toEqual([])
  })

  it('is all or nothing: each row that is wrong is named, and nothing is written', async () => {
    const rows = await rowsOf(() => 9000)
    const [a, b, c] = rows
    if (!a || !b || !c) throw new Error('the cycle has items')
    await call(world, stage.employer, 'archiveLineItem', {
      params: { ...stage.id, line_item_uuid: c.line_item_uuid },
      body: {},
    })
    await call(world, stage.employer, 'editLineItem', {
      params: { ...stage.id, line_item_uuid: b.line_item_uuid },
      body: { hours: 8500 },
    })
    const before = await edits()
    const wrong = [a, b, c, { ...a, hours: 0 }]
    await expect(save(wrong)).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [
        { loc: ['body', 'rows', 1, 'hours'], text: 'payroll.hoursGrid.said.changed' },
        { loc: ['body', 'rows', 2, 'hours'], text: 'payroll.hoursGrid.said.notWaiting' },
        { loc: ['body', 'rows', 3, 'hours'], text: 'payroll.hoursGrid.said.again' },
      ],
    })
    await expect(save([a, { ...b, line_item_uuid: newUuid() }])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await edits()).toBe(before)
    expect((await items())[0]?.hours).toBe(8000)
  })

  it('meets an approval, an edit and the archive of one item: all rows or none, one after the other', async () => {
    for (const n of rounds) {
      const rows = await rowsOf(at => 8100 + n * 10 + at)
      const [a] = rows
      const params = { ...stage.id, line_item_uuid: a?.line_item_uuid ?? '' }
      const [saved, ...others] = await Promise.all([
        outcome(save(rows)),
        outcome(
          n % 2
            ? approveAll(world, stage.employer, stage.id)
            : call(world, stage.employer, 'archiveLineItem', { params, body: {} }),
        ),
        outcome(call(world, stage.employer, 'editLineItem', { params, body: { hours: 7000 + n } })),
        outcome(save(rows)),
      ])
      expect(['done', 'VALIDATION']).toContain(saved)
      for (const one of others)
        expect(['done', 'VALIDATION', 'APPROVAL_STALE', 'TRANSITION_NOT_ALLOWED']).toContain(one)
      const hours = (await items()).map(item => item.hours)
      const wanted = rows.map(row => row.hours)
      // The first may have been edited after; of the others all have what was saved, or none.
      expect(hours.slice(1).map((of, at) => of === wanted[at + 1])).toEqual(
        saved === 'done' ? [true, true] : expect.anything(),
      )
      expect(new Set(hours.slice(1).map((of, at) => of === wanted[at + 1])).size).toBe(1)
      expect(await world.broken()).toEqual([])
      await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
      await call(world, stage.employer, 'unarchiveCycle', { params: stage.id, body: {} })
    }
  })
})
