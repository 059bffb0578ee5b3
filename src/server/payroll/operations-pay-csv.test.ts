/** What operators save of an employer's pay says what their page says, of each currency a row. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { eachInItsCycle } from '#test/harness/copies.ts'
import { wholeFile } from '#test/harness/whole-file.ts'
import { givenDue, type World } from '#test/harness/world.ts'

let world: World
const givenCycle = eachInItsCycle(copy => {
  world = copy.world
})

it('is a row for each currency of each cycle, of all or of one type, and of no other employer', async () => {
  const stage = await givenCycle(2)
  const due = await givenDue(world, stage)
  const { employer_uuid: id } = due.employer
  const pages = await call(world, due.operator, 'listOperationsPayCycles', {
    params: { id },
    query: { summary: 'true' },
  })
  const saved = async (payroll_type?: (typeof pages)[number]['payroll_type']) => {
    const file = await call(world, due.operator, 'getOperationsPayCsv', {
      params: { id },
      query: { payroll_type },
    })
    const [head = '', ...lines] = (await wholeFile(file)).toString().trim().split('\n')
    expect(file.rows).toBe(lines.length)
    const names = head.replace(/^\ufeff/, '').split(',')
    return lines.map(line =>
      Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])),
    )
  }
  const rows = await saved()
  const [cycle] = pages
  expect(rows).toHaveLength(pages.flatMap(({ totals }) => totals).length)
  expect(rows.find(({ cycle_uuid }) => cycle_uuid === cycle?.cycle_uuid)).toMatchObject({
    pay_date: cycle?.pay_date,
    status: 'APPROVED',
    contractors: '2',
    currency: 'USD',
    owed: '6800.00',
    paid: '0.00',
    left: '6800.00',
    missing: '0.00',
  })
  const types = new Set(pages.map(({ payroll_type }) => payroll_type))
  for (const type of types) {
    const own = pages.filter(({ payroll_type }) => payroll_type === type)
    expect(await saved(type)).toHaveLength(own.flatMap(({ totals }) => totals).length)
  }
  await expect(
    call(world, due.operator, 'getOperationsPayCsv', { params: { id: 'nobody.test' }, query: {} }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
