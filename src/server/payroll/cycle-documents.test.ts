/** A cycle on paper and as a table: who, how much, where and at which rate, as it is at that moment. */
import { describe, expect, it } from 'vitest'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { addPolicy, approveAll, call, type Person } from '#db/seed/cast.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/open-world.ts'
import {
  biweekly,
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
} from '#test/harness/world.ts'

let world: World
let told: CycleStage & { rival: Person }
/** Three items of 3400.00 USD wait for March 20. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first, 3)
    const rival = await givenEmployer(first, stage.operator, 'boss@rival.test')
    return { ...stage, rival }
  },
  copy => {
    world = copy.world
    told = copy.told
  },
)

const whole = async ({ pieces }: FileInPieces) => {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all).toString()
}
/** A comma that an even number of quotes follows. */
const OUTSIDE_QUOTES = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/
const csv = async (who: Person = told.employer) => {
  const text = await whole(await call(world, who, 'getCycleCsv', { params: told.id }))
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map(line =>
    Object.fromEntries(line.split(OUTSIDE_QUOTES).map((value, at) => [names[at] ?? '', value])),
  )
}
const report = async (who: Person = told.employer) => {
  const file = await call(world, who, 'getReport', {
    params: { policy: told.id.policy_uuid, cycle: told.id.cycle_uuid },
  })
  const text = await whole(file)
  return { file_name: file.file_name, data: JSON.parse(text.slice(text.indexOf('{'))) }
}
const items = async () =>
  (await call(world, told.employer, 'getCycle', { params: told.id, query: { limit: 9 } })).items
const archive = async (at: number) => {
  const id = (await items())[at]?.line_item_uuid ?? ''
  await call(world, told.employer, 'archiveLineItem', {
    params: { ...told.id, line_item_uuid: id },
    body: {},
  })
}
const paid = async () => {
  await fund(world, told, '10200.00')
  await approveAll(world, told.employer, told.id)
  world.clock.set('2026-03-20T10:00:00Z')
  const { payment_uuids } = await call(world, told.operator, 'getChecklist', { query: {} })
  const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  await call(world, told.operator, 'bulkSettle', {
    body: { payment_uuids, reference: '=1+1' },
  })
}

describe('the table of a cycle', () => {
  it('has a row for each item while it waits, and for each part once it is planned', async () => {
    const before = await csv()
    expect(before.map(row => [row.gross, row.currency, row.status, row.part_gross])).toEqual(
      [1, 2, 3].map(() => ['3400.00', 'USD', 'PENDING_APPROVAL', '']),
    )
    await paid()
    const after = await csv()
    expect(after).toHaveLength(6)
    expect(after.filter(row => row.network === 'solana').map(row => row.net)).toEqual(
      [1, 2, 3].map(() => '1020.000000'),
    )
    expect(after[0]).toMatchObject({
      part_percentage: '70',
      part_gross: '2380.00',
      payment_status: 'SETTLED',
      reference: "'=1+1",
      simulated: 'simulated',
      hours: '80.00',
    })
    const sum = after.reduce((total, row) => total + Number(row.part_gross), 0)
    expect(sum).toBe(10_200)
  })

  it('says of whom nothing is paid that they are archived', async () => {
    await archive(0)
    expect((await csv()).map(row => row.status).sort()).toEqual([
      'ARCHIVED',
      'PENDING_APPROVAL',
      'PENDING_APPROVAL',
    ])
  })

  it('names its columns alike where nobody is paid in it', async () => {
    const head = async (id: CycleStage['id']) =>
      (await whole(await call(world, told.employer, 'getCycleCsv', { params: id }))).split('\n')
    const policy = await addPolicy(world, told.employer, 'Empty', biweekly('2026-03-13'))
    await world.byTheClock()
    const { items } = await call(world, told.employer, 'listCycles', {
      query: { view: 'current', limit: 50 },
    })
    const empty = items.find(({ policy_uuid }) => policy_uuid === policy)
    const [names = '', ...rows] = await head(told.id)
    expect(rows).toHaveLength(4)
    expect(await head({ policy_uuid: policy, cycle_uuid: empty?.cycle_uuid ?? '' })).toEqual([
      names,
      '',
    ])
  })
})

describe('the report of a cycle with few people', () => {
  it('is there at once, adds up what is live, and says how each part was converted', async () => {
    await archive(0)
    const { data, file_name } = await report()
    expect(file_name).toBe('Biweekly-2026-03-20.pdf')
    expect(data.totals).toEqual([{ amount: '6800.00', currency: 'USD' }])
    const asked = await call(world, told.employer, 'askForReport', {
      params: { policy: told.id.policy_uuid, cycle: told.id.cycle_uuid },
    })
    expect(asked.state).toBe('AT_ONCE')
  })

  it('once paid tells what arrived, and is the same each time', async () => {
    await paid()
    const one = await report()
    expect(await report()).toEqual(one)
    const text = JSON.stringify(one.data)
    expect(text).toContain('1020.00')
    expect(text).toContain('USDC')
    expect(one.data.totals).toEqual([{ amount: '10200.00', currency: 'USD' }])
  })
})

it('both are one’s own', async () => {
  await expect(csv(told.rival)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(report(told.rival)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    call(world, told.rival, 'askForReport', {
      params: { policy: told.id.policy_uuid, cycle: told.id.cycle_uuid },
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
