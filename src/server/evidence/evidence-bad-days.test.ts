/** The evidence of a cycle of which something came back, was given back or was paid the second time holds as well. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { testWorld, type World } from '#test/harness/world.ts'
import { checkPack } from '../../../scripts/check-pack.ts'
import {
  execute,
  type FilesStage,
  givenFiles,
  notified,
  release,
  take,
} from '../payments/bank-files.test-data.ts'
import { packOf, settleRest } from './evidence.test-data.ts'

type Dollars = { id: string; reference: string; item: string; minor: bigint }

let world: World
let admin: Admin
let due: FilesStage
let dollars: Dollars[]

/** The dollars of three contractors left by a bank's file and all came back; the rest was settled by hand. */
beforeAll(async () => {
  world = await testWorld()
  admin = await adminOf(world)
  due = await givenFiles(world, 3)
  const [batch] = await execute(world, due)
  await release(world, due.second, batch?.batch_uuid ?? '')
  dollars = await admin.rows<Dollars>(
    "select payment_uuid id, reference, line_item_uuid item, amount_minor minor from payment where currency = 'USD' order by 1",
  )
  const back = dollars.map(({ reference, minor }) => ({
    ...{
      reference,
      minor: BigInt(minor),
      code: 'AC04',
      direction: 'CRDT' as const,
      returned: true,
    },
  }))
  await take(world, due.second, due.channel, notified('back.xml', back))
  await settleRest(world, admin, due)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const mend = (action: 'give_back' | 'retry', id = '') =>
  call(world, due.operator, 'mendPayments', {
    body: { action, payment_uuids: [id], words: 'As they asked.', reference: '' },
  })
const statuses = () =>
  admin.rows(
    'select status, count(*)::int from line_item where cycle_uuid = $1 group by 1 order by 1',
    [due.id.cycle_uuid],
  )

it('holds with parts that came back, one that was given back, and one that was paid the second time', async () => {
  expect((await checkPack(await packOf(world, due))).problems).toEqual([])
  await mend('give_back', dollars[0]?.id)
  await mend('retry', dollars[1]?.id)
  const [batch] = await execute(world, { ...due, payment_uuids: [dollars[1]?.id ?? ''] })
  await release(world, due.second, batch?.batch_uuid ?? '')
  await settleRest(world, admin, due)
  expect(await statuses()).toEqual([
    { status: 'APPROVED', count: 1 },
    { status: 'PAID', count: 2 },
  ])
  expect(await world.broken()).toEqual([])
  const { problems, counts } = await checkPack(await packOf(world, due))
  expect(problems).toEqual([])
  expect(counts).toMatchObject({ payments: 6, payslips: 2, bank_files: 3 })
})
