/** The list that operators work off: every payment that went wrong once, in order, page by page, as it is filtered. */
import { beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
eachInACopy(
  original => givenDuePayments(original, 3),
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
  },
)

const hours = (n: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + n * 3_600_000).toISOString())
const mend = (action: 'return' | 'lose', payment_uuids: string[]) =>
  call(world, due.operator, 'mendPayments', {
    body: { action, payment_uuids, words: 'Known.', reference: '', reason: 'OTHER' },
  })
const list = (query: object = {}) =>
  call(world, due.operator, 'listWork', { query: { limit: 50, sort: 'age', ...query } })

let ids: string[] = []
beforeEach(async () => {
  const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
  ids = (
    await admin.rows<{ id: string }>('select payment_uuid id from payment order by payment_uuid')
  ).map(({ id }) => id)
  await mend('return', ids.slice(0, 2))
  hours(30)
  await mend('return', ids.slice(2, 4))
  await mend('lose', ids.slice(4))
})

it('goes by kind, then by age or by what it is worth, and page by page misses none', async () => {
  const { items, counts } = await list()
  expect(items.map(item => item.kind)).toEqual([
    ...['UNKNOWN', 'UNKNOWN', 'RETURNED', 'RETURNED', 'RETURNED', 'RETURNED'],
  ])
  expect(items.slice(2).map(item => item.overdue)).toEqual([true, true, false, false])
  expect(items[2]?.hours).toBe(30)
  expect(counts.map(of => [of.kind, of.payments, of.overdue])).toEqual([
    ['UNKNOWN', 2, 0],
    ['RETURNED', 4, 2],
  ])
  for (const sort of ['age', 'amount'] as const) {
    const whole = (await list({ sort })).items.map(item => item.payment_uuid)
    const pages: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await list({ sort, limit: 1, ...(cursor ? { cursor } : {}) })
      pages.push(...page.items.map(item => item.payment_uuid))
      cursor = page.next_cursor
      if (cursor === null) break
    }
    expect(pages).toEqual(whole)
  }
  const worth = (await list({ sort: 'amount', kind: 'RETURNED' })).items.map(of => of.source.minor)
  expect(worth).toEqual(worth.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)))
})

it('is narrowed by kind, rail and name, and its CSV is what it shows', async () => {
  expect((await list({ kind: 'UNKNOWN' })).items).toHaveLength(2)
  expect((await list({ kind: 'FAILED' })).items).toEqual([])
  const [first] = (await list()).items
  const named = await list({ search: first?.contractor_name })
  expect(named.items.every(item => item.contractor_name === first?.contractor_name)).toBe(true)
  const answer = await call(world, due.operator, 'getWorkCsv', { query: { sort: 'age' } })
  const decoder = new TextDecoder()
  let csv = ''
  for await (const piece of answer.pieces) csv += decoder.decode(piece)
  expect(csv.trim().split('\n')).toHaveLength(7)
  expect(csv).toContain('Known.')
  const none = await call(world, due.operator, 'getWorkCsv', {
    query: { kind: 'FAILED', sort: 'age' },
  })
  const [head] = csv.split('\n')
  expect(Buffer.concat(await Array.fromAsync(none.pieces)).toString()).toBe(`\ufeff${head}\n`)
})

it('is read by every operator, and acted on by those who move money', async () => {
  const waiting = await call(world, due.operator, 'getWaiting')
  expect(waiting.counts['/operations/transactions']).toBe(6)
  const wrong = await call(world, due.operator, 'countWrong')
  expect(wrong.map(of => [of.status, of.payments])).toEqual([
    ['UNKNOWN', 2],
    ['RETURNED', 4],
  ])
})
