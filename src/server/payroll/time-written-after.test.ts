/** Hours that are written on a pay after its reported time was answered: both sides read what is paid, and answering again pays what is answered. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, givenApprovableCycle, type World } from '#test/harness/world.ts'
import { timeActs } from './time-acts.test-data.ts'

let world: World
let admin: Admin
let stage: CycleStage
eachInACopy(
  first => givenApprovableCycle(first, 2),
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

const { period, item, report, accept, correct, waiting, mailsTo, contractor } = timeActs(() => ({
  world,
  stage,
  admin,
}))
const edit = async (hours: number, words = '') => {
  const { line_item_uuid } = await item()
  await call(world, stage.employer, 'editLineItem', {
    params: { ...stage.id, line_item_uuid },
    body: { hours, words },
  })
}
const takeOff = async () => {
  const { line_item_uuid, entries } = await item()
  const entry_uuid = entries.find(({ kind }) => kind === 'ADJUSTMENT')?.entry_uuid ?? ''
  const params = { ...stage.id, line_item_uuid, entry_uuid }
  await call(world, stage.employer, 'removeEntry', { params })
}
/** What the contractor reads, once their employer reads the same. */
const read = async () => {
  const { timesheet, pay } = await period()
  const { state, corrected_hours, reason, answered_by } = timesheet
  const own = await item()
  expect(own.timesheet).toMatchObject({ state, corrected_hours, reason, answered_by })
  expect(pay?.hours).toBe(own.hours)
  return [state, corrected_hours, reason, pay?.hours]
}

it('a correction that was taken off is read as accepted, and is paid when it is made again', async () => {
  await report()
  await correct(7000)
  expect(await read()).toEqual(['CORRECTED', 7000, 'Friday was a holiday.', 7000])
  await takeOff()
  expect(await read()).toEqual(['ACCEPTED', null, '', 7750])
  await correct(7000)
  expect(await read()).toEqual(['CORRECTED', 7000, 'Friday was a holiday.', 7000])
  expect(await world.broken()).toEqual([])
})

/** Why the contractor was told that other hours are paid, the first mail first. */
const told = async () => {
  await world.deliver()
  const mails = await mailsTo(contractor(), 'time-corrected')
  return mails.map(({ reason, paid }: { reason?: string; paid?: string }) => [reason, paid])
}

it('other hours are read as what is paid instead, with what was said of them, and give way to an answer', async () => {
  await report()
  await accept()
  expect(await read()).toEqual(['ACCEPTED', null, '', 7750])
  await edit(7600, 'A half day less.')
  expect(await read()).toEqual(['CORRECTED', 7600, 'A half day less.', 7600])
  await correct(7000)
  expect(await read()).toEqual(['CORRECTED', 7000, 'Friday was a holiday.', 7000])
})

it('other hours than were answered need a reason, and the contractor is told it as of any correction', async () => {
  await report()
  await edit(7600)
  await report()
  await accept()
  const reason = { code: 'VALIDATION', text: 'payroll.time.problems.reason' }
  await expect(edit(7600)).rejects.toMatchObject(reason)
  await expect(edit(7600, ' ')).rejects.toMatchObject(reason)
  expect(await read()).toEqual(['ACCEPTED', null, '', 7750])
  await edit(7600, 'A half day less.')
  await edit(7600, 'The same again.')
  expect(await read()).toEqual(['CORRECTED', 7600, 'A half day less.', 7600])
  expect(await told()).toEqual([['A half day less.', '76.00']])
  // Corrected time as well; what was reported needs none.
  await expect(edit(7500)).rejects.toMatchObject(reason)
  await edit(7750)
  expect(await read()).toEqual(['ACCEPTED', null, '', 7750])
  expect(await told()).toHaveLength(1)
})

it('also of many at once: each that was answered is named, and none is saved without a reason', async () => {
  await report()
  await accept()
  const query = { limit: 50 }
  const { items } = await call(world, stage.employer, 'getCycle', { params: stage.id, query })
  const save = (words: string) =>
    call(world, stage.employer, 'saveHours', {
      params: stage.id,
      body: {
        words,
        rows: items.map(({ line_item_uuid, version }) => ({
          line_item_uuid,
          version,
          hours: 7600,
        })),
      },
    })
  const at = items.findIndex(({ contractor_sub }) => contractor_sub === contractor().sub)
  await expect(save('')).rejects.toMatchObject({
    code: 'VALIDATION',
    fields: [{ loc: ['body', 'rows', at, 'hours'], text: 'payroll.hoursGrid.said.reason' }],
  })
  expect(await read()).toEqual(['ACCEPTED', null, '', 7750])
  expect(await save('A short month.')).toEqual({ changed: 2, same: 0 })
  expect(await read()).toEqual(['CORRECTED', 7600, 'A short month.', 7600])
  expect(await told()).toEqual([['A short month.', '76.00']])
  expect((await waiting()).items).toEqual([])
  expect(await world.broken()).toEqual([])
})

it('the same correction again changes nothing while it is what is paid', async () => {
  await report()
  await correct(7000)
  const before = await item()
  await correct(7000)
  expect(await item()).toEqual(before)
})
