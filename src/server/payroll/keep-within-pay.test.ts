/** A deduction that was agreed to gives way where its contract ends and the days that are left do not bear it. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { type CycleStage, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
/** Two items of 3400.00 USD for March 2 to 15 wait; of the first 200.00 and 3000.00 are deducted, to which its contractor agreed. */
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 2)
    const own = await itemOf(first, made)
    for (const minor of [20_000n, 300_000n]) {
      const entry_uuid = newUuid()
      await call(first, made.employer, 'addEntry', {
        params: { ...made.id, line_item_uuid: own.line_item_uuid, entry_uuid },
        body: { kind: 'DEDUCTION', amount_in_smallest_unit: minor, words: 'An advance.' },
      })
      await call(first, made.contractors[0] as Person, 'answerDeduction', {
        params: { deduction_uuid: entry_uuid },
        body: { agrees: true },
      })
      await first.deliver()
    }
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

async function itemOf(on: World, of: CycleStage) {
  const { items } = await call(on, of.employer, 'getCycle', {
    params: of.id,
    query: { limit: 50 },
  })
  const own = items.find(({ contractor_sub }) => contractor_sub === of.contractors[0]?.sub)
  if (!own) throw new Error('the contractor has an item')
  return own
}
const item = () => itemOf(world, stage)
const end = async (day: string) => {
  await call(world, stage.employer, 'completeContract', {
    params: { id: (await item()).contract_uuid ?? '' },
    body: { desired_completion_date: day, reason: '' },
  })
  await world.deliver()
}
const change = async (verb: 'archiveLineItem' | 'unarchiveLineItem', line_item_uuid: string) =>
  call(world, stage.employer, verb, { params: { ...stage.id, line_item_uuid }, body: {} })

it('what the days that are left bear is deducted, and the rest is not', async () => {
  expect((await item()).amount.minor).toBe(20_000n)
  const { pays } = await call(world, stage.employer, 'getLastPay', {
    params: { id: (await item()).contract_uuid ?? '' },
    query: { last_day_on: '2026-03-03' },
  })
  await end('2026-03-03')
  const after = await item()
  // Two of the ten business days.
  expect(after).toMatchObject({
    ...{ hours: 1600, amount: { minor: 48_000n } },
    entries: [{ kind: 'SCHEDULED_TIME' }, { kind: 'DEDUCTION', amount: { minor: -20_000n } }],
    deductions: [{ state: 'AGREED', amount: { minor: 300_000n } }],
  })
  expect(pays.map(pay => pay.after)).toEqual([after.amount])
  expect(await world.broken()).toEqual([])
})

it('who asked is told, and the history of the pay says it', async () => {
  await waitingMails(world, admin)
  await end('2026-03-03')
  const told = (await waitingMails(world, admin)).map(({ to, subject }) => `${to}: ${subject}`)
  expect(told.filter(mail => mail.includes('deduction'))).toEqual([
    'boss@northwind.test: A deduction of 3000.00 USD came too late',
  ])
  const { history } = await call(world, stage.employer, 'getLineItem', {
    params: { ...stage.id, line_item_uuid: (await item()).line_item_uuid },
  })
  expect(history.map(({ text }) => text)).toContain('took off a deduction of 3000.00 USD')
})

it('a pay that comes back after its contract ended is fitted without what it does not bear', async () => {
  const { line_item_uuid } = await item()
  await change('archiveLineItem', line_item_uuid)
  await end('2026-03-03')
  await change('unarchiveLineItem', line_item_uuid)
  await world.deliver()
  expect(await item()).toMatchObject({ status: 'PENDING_APPROVAL', amount: { minor: 48_000n } })
  expect(await world.broken()).toEqual([])
})
