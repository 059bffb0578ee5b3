/** Every field that an employer may write on a line item: a new one of the contract is tried without a line here. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EditedItem } from '#contract/payroll-shapes.ts'
import { approvalOf, call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 1)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

/** `words` say why the hours changed, and are no field of the item. */
type Field = Exclude<keyof typeof EditedItem.shape, 'words'>
const FIELDS = Object.keys(EditedItem.shape).filter(name => name !== 'words') as Field[]
const shown = async () => {
  const { items } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 50 },
  })
  const [item] = items
  if (!item) throw new Error('the stage has an item')
  return item
}
const edit = async (field: Field, value: unknown) => {
  const { line_item_uuid, hours } = await shown()
  const params = { ...stage.id, line_item_uuid }
  const body = EditedItem.parse({ ...EditedItem.encode({ hours }), [field]: value })
  return call(world, stage.employer, 'editLineItem', { params, body })
}
const audited = () =>
  admin.rows("select from audit_entry where entity = 'line_item' and action = 'edit'")

it.each(FIELDS)('%s is kept, shown, audited once, and part of what is approved', async field => {
  const before = await shown()
  const seen = await approvalOf(world, stage.employer, stage.id)
  const entries = (await audited()).length
  const value = typeof before[field] === 'number' ? 40 : 'Written anew'
  const after = await edit(field, value)
  expect(after[field]).not.toEqual(before[field])
  expect((await shown())[field]).toEqual(after[field])
  expect(after.approval_digest).not.toBe(before.approval_digest)
  expect(await edit(field, value)).toEqual(after)
  expect(await audited()).toHaveLength(entries + 1)
  await expect(
    call(world, stage.employer, 'approveCycle', { params: stage.id, body: seen }),
  ).rejects.toMatchObject({
    code: 'APPROVAL_STALE',
  })
  expect(await world.broken()).toEqual([])
})
