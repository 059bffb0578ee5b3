/** Batches that are sent in wrong, twice, at the same moment, or by who may not: what is answered says how to mend it, and nothing is lost or paid twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { fund, testWorld, type World } from '#test/harness/world.ts'
import { givenPayers, submitBatch } from './batches.test-data.ts'

let world: World
let operator: Person
let employer: Person & { readonly employer_uuid: string }
let ana: Person

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  const given = await givenPayers(world, 'ana@corridor.test')
  operator = given.operator
  employer = given.employer
  ana = given.paid[0] as Person
  await fund(world, { operator, employer }, '100000.00')
})
afterAll(() => world?.close())

const HEAD = 'email,amount,currency,reference'
let references = 0
const line = (reference = `X-${++references}`, amount = '10.00') =>
  `${ana.email},${amount},USD,${reference}`
const fileOf = (...lines: string[]) => [HEAD, ...lines].join('\n')
const WHOLE = { mends: [], without: [] }

const preview = (text: string, more: object = {}) =>
  call(world, employer, 'previewPaymentBatch', { body: { text, ...WHOLE, ...more } })
const submit = (text: string, more: object = {}, batch_uuid = newUuid()) =>
  submitBatch(world, employer, text, { ...more, batch_uuid })
const cancel = (batch_uuid: string) =>
  call(world, employer, 'cancelPaymentBatch', { params: { batch_uuid } })
const get = (batch_uuid: string) =>
  call(world, employer, 'getPaymentBatch', { params: { batch_uuid } })
const cycleOf = (batch_uuid: string) => ({ policy_uuid: batch_uuid, cycle_uuid: batch_uuid })
const unusualOf = async (batch_uuid: string) => {
  const { preview: seen } = await call(world, employer, 'getCycle', {
    params: cycleOf(batch_uuid),
    query: { limit: 50, show: 'all' },
  })
  return seen.unusual_kinds.filter(({ code }) => code === 'DUPLICATE').map(({ items }) => items)
}

/** The rows that are kept of people of these names. */
async function kept(names: readonly string[]) {
  const rows = names.map((name, at) => `a${at}@example.test,${name},1.00,USD,K${at}`)
  const { batch_uuid } = await submit(['email,name,amount,currency,reference', ...rows].join('\n'))
  const params = { batch_uuid }
  return call(world, employer, 'listPaymentBatchRows', { params, query: { limit: 10 } })
}

describe('a file of many rows', () => {
  it('names the one that is wrong among ten thousand, and is sent in without it or mended', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `p${at}@example.test,1.00,USD,M${at}`)
    rows[7_122] = 'p7122@example.test,1.0O,USD,M7122'
    const text = fileOf(...rows)
    const { good, wrong_rows, totals } = await preview(text)
    expect([good, totals]).toEqual([9_999, [{ currency: 'USD', minor: 999_900n }]])
    expect(wrong_rows).toMatchObject([{ row: 7_124, typed: { amount: '1.0O' } }])
    await expect(submit(text)).rejects.toMatchObject({
      code: 'VALIDATION',
      fields: [{}, { loc: ['body', 'rows', 7_124, 'amount'] }],
    })
    const mends = [{ row: 7_124, field: 'amount' as const, typed: ' 1.00 ' }]
    expect(await preview(text, { mends })).toMatchObject({ good: 10_000, wrong: 0 })
    const made = await submit(text, { leave_out_wrong: true })
    expect(made).toMatchObject({ rows: 9_999, left_out: 1, state: 'JOINING' })
    expect(await cancel(made.batch_uuid)).toMatchObject({
      state: 'CANCELLED',
      progress: { joining: 0, cancelled: 9_999 },
    })
  })

  it('knows a reference again that a program makes small otherwise than the database', async () => {
    for (const [first, again] of [
      ['ΠΛΗΡΩΜΗΣ', 'ΠΛΗΡΩΜΗΣ'],
      ['ΟΔΟΣ', 'οδοσ'],
      ['İŞ 7', 'İŞ 7'],
    ] as const) {
      await submit(fileOf(line(first)))
      const { twice_rows } = await preview(fileOf(line(again), line()))
      expect(twice_rows).toMatchObject([{ said: [{ said: { text: 'batches.file.sentBefore' } }] }])
    }
  })

  it('that comes to more than ever arrives at once is refused in words', async () => {
    const rows = (many: number) =>
      Array.from({ length: many }, (_, at) => `p${at}@example.test,9999999999.00,USD,L${at}`)
    expect(await preview(fileOf(...rows(100)))).toMatchObject({ good: 100 })
    const refused = { code: 'VALIDATION', fields: [{ text: 'batches.problems.tooMuch' }] }
    await expect(preview(fileOf(...rows(10_000)))).rejects.toMatchObject(refused)
    await expect(submit(fileOf(...rows(101)))).rejects.toMatchObject(refused)
  })

  it('is read with mends and without what is taken out, which is kept as it was typed', async () => {
    const text = fileOf(line('OUT'), line('IN', '"1,5"'), line('STAYS'))
    const more = { without: [2], mends: [{ row: 3, field: 'amount' as const, typed: '1.50' }] }
    expect(await preview(text, more)).toMatchObject({ good: 2, wrong: 0, without: 1 })
    const made = await submit(text, more)
    expect(made).toMatchObject({ rows: 2, left_out: 1, totals: [{ minor: 1_150n }] })
    const { items } = await call(world, employer, 'listPaymentBatchLeftOut', {
      params: { batch_uuid: made.batch_uuid },
      query: { limit: 5 },
    })
    expect(items).toMatchObject([
      { row: 2, typed: { reference: 'OUT' }, said: [{ said: { text: 'batches.file.leftOut' } }] },
    ])
  })

  it('takes hostile cells for what they are: text that is refused, or that runs nothing', async () => {
    const hostile = ['=1+1', '+A1', '-1', '@SUM(A1)', '\t=1', "'; drop table payment--", '']
    const { wrong_rows } = await preview(
      fileOf(...hostile.map(cell => `${ana.email},1.00,USD,"${cell}"`)),
    )
    expect(wrong_rows).toHaveLength(hostile.length)
    const names = [
      '=HYPERLINK("http://x")',
      'https://evil.example',
      'Ana <b>',
      'Ana\u202e',
      'محمد',
      'O’Brien-Łukasz',
      'An\u0430',
    ]
    const read = await preview(
      [
        'email,name,amount,currency,reference',
        ...names.map(
          (name, at) => `a${at}@example.test,"${name.replaceAll('"', '""')}",1.00,USD,N${at}`,
        ),
      ].join('\n'),
    )
    expect(read.wrong_rows.map(({ row }) => row)).toEqual([2, 3, 8])
    const { items } = await kept(names.slice(2, -1))
    expect(items.map(({ name }) => name)).toEqual(['Ana <b>', 'Ana', 'محمد', 'O’Brien-Łukasz'])
  })

  it.each([
    ['1.001', 'USD', 'decimals'],
    ['1.5', 'JPY', 'decimals'],
    ['0.0000001', 'USDC', 'decimals'],
    ['0.000000001', 'BTC', 'decimals'],
    ['1e3', 'USD', 'amount'],
    ['0x10', 'USD', 'amount'],
    ['१२', 'USD', 'amount'],
    ['99999999999999999999', 'USD', 'large'],
    ['0', 'USD', 'nothing'],
    ['1.00', 'XAU', 'currency'],
    ['1.00', 'ETH', 'currency'],
  ])('%s %s is %s', async (amount, currency, why) => {
    const { wrong_rows } = await preview(fileOf(`${ana.email},${amount},${currency},R`))
    expect(wrong_rows.flatMap(({ said }) => said.map(of => of.said.text))).toContain(
      `batches.file.${why}`,
    )
  })
})

describe('at the same moment', () => {
  it('two files with the same rows are two batches, and of each that is looked at later the rows are unusual', async () => {
    const [same, other] = [line('BOTH'), line()]
    const [a, b] = await Promise.all([submit(fileOf(same)), submit(fileOf(same, other))])
    const seen = [await unusualOf(a.batch_uuid), await unusualOf(b.batch_uuid)]
    expect(seen.flat()).toContain(1)
    const { twice_rows } = await preview(fileOf(same))
    expect(twice_rows).toMatchObject([{ row: 2 }])
  })

  it('cancelling and approving: one of both holds, and what was approved is paid', async () => {
    for (let round = 0; round < 4; round++) {
      const { batch_uuid } = await submit(fileOf(line(), line()))
      const [cancelled, approved] = await Promise.allSettled([
        cancel(batch_uuid),
        approveAll(world, employer, cycleOf(batch_uuid)),
      ])
      const { state, progress } = await get(batch_uuid)
      if (state === 'CANCELLED') expect(progress).toMatchObject({ cancelled: 2, paying: 0 })
      else {
        expect([state, progress.paying, approved.status]).toEqual(['PAYING', 2, 'fulfilled'])
        expect(cancelled).toMatchObject({ reason: { code: 'TRANSITION_NOT_ALLOWED' } })
      }
    }
    expect(await world.broken()).toEqual([])
  })

  it('the same file for another day is no second batch', async () => {
    const text = fileOf(line())
    const { batch_uuid } = await submit(text)
    await expect(submit(text, { pay_date: '2026-03-23' })).rejects.toMatchObject({
      code: 'CONFLICT',
      text: 'batches.problems.sentForAnother',
    })
    expect(await submit(text)).toMatchObject({ batch_uuid })
    world.clock.set('2026-03-21T10:00:00Z')
    expect(await submit(text)).toMatchObject({ batch_uuid })
    await expect(submit(fileOf(line()))).rejects.toMatchObject({ text: 'batches.problems.payDate' })
    world.clock.set('2026-03-02T10:00:00Z')
  })
})

describe('what nobody approved', () => {
  it('is cancelled while the rest goes on, and is told of when it is sent in again', async () => {
    const stranger = `never${newUuid()}@example.test`
    const mine = line()
    const text = fileOf(mine, `${stranger},5.00,USD,S-1`)
    const { batch_uuid } = await submit(text)
    await approveAll(world, employer, cycleOf(batch_uuid))
    expect(await cancel(batch_uuid)).toMatchObject({
      state: 'PAYING',
      progress: { paying: 1, cancelled: 1, joining: 0 },
      allowed_actions: [],
    })
    await expect(cancel(batch_uuid)).resolves.toMatchObject({ state: 'PAYING' })
    const { twice_rows } = await preview(text)
    expect(twice_rows.map(({ row }) => row)).toEqual([2])
    const anew = await submit(text)
    expect(anew.batch_uuid).not.toBe(batch_uuid)
    expect(await unusualOf(anew.batch_uuid)).toEqual([1])
    expect(await world.broken()).toEqual([])
  })
})

describe('the list', () => {
  it('says of each batch what its state says, whichever is asked for', async () => {
    const states = ['APPROVING', 'PAYING', 'JOINING', 'SETTLED', 'CANCELLED'] as const
    const list = (query: object) =>
      call(world, employer, 'listPaymentBatches', {
        query: { limit: 100, sandbox: 'false', ...query },
      })
    const { items } = await list({})
    expect(new Set(items.map(({ state }) => state)).size).toBeGreaterThan(2)
    for (const state of states) {
      const ofState = await list({ state })
      expect(ofState.items.map(of => of.batch_uuid)).toEqual(
        items.filter(of => of.state === state).map(of => of.batch_uuid),
      )
    }
    expect((await list({ search: 'payouts' })).items).toHaveLength(items.length)
    expect((await list({ search: '%' })).items).toEqual([])
  })
})
