/** Batches of payments: read, sent in once, joined, approved by people, and paid like every other pay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { approveAll, call, callAs, type Person } from '#db/seed/cast.ts'
import { SYSTEM_ACTOR } from '#server/kernel/actor.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { fund, givenContractor, givenEmployer, testWorld, type World } from '#test/harness/world.ts'
import { checkPack } from '../../../scripts/check-pack.ts'
import { acceptInvitation, givenPayers, submitBatch } from './batches.test-data.ts'

type Employer = Person & { readonly employer_uuid: string }

let world: World
let operator: Person
let employer: Employer
let other: Employer
let paid: readonly Person[]

beforeAll(async () => {
  world = await testWorld('2026-03-02T10:00:00Z')
  const given = await givenPayers(world, 'ana@corridor.test', 'ben@corridor.test')
  operator = given.operator
  employer = given.employer
  paid = given.paid
  other = await givenEmployer(world, operator, 'boss@contoso.test')
})
afterAll(() => world?.close())

let references = 0
const HEAD = 'email,name,amount,currency,reference'
const lineOf = (person: { email: string }, amount = '125.50', reference = `R-${++references}`) =>
  `${person.email},Ana,${amount},USD,${reference}`
const fileOf = (...lines: string[]) => [HEAD, ...lines].join('\n')
const twoRows = () => fileOf(...paid.map(person => lineOf(person)))

const WHOLE = { mends: [], without: [] }
const preview = (text: string, more: object = {}) =>
  call(world, employer, 'previewPaymentBatch', { body: { text, ...WHOLE, ...more } })
const submit = (text: string, batch_uuid = newUuid(), by: Person = employer, more: object = {}) =>
  submitBatch(world, by, text, { ...more, batch_uuid })
const list = (query: object = {}, by: Person = employer) =>
  call(world, by, 'listPaymentBatches', { query: { limit: 50, sandbox: 'false', ...query } })
const get = (batch_uuid: string, by: Person = employer) =>
  call(world, by, 'getPaymentBatch', { params: { batch_uuid } })
const states = ({ counts }: Awaited<ReturnType<typeof get>>) =>
  Object.fromEntries(counts.map(({ state, rows }) => [state, rows]))

type Told = Awaited<ReturnType<typeof preview>>['wrong_rows']
const toldOf = (rows: Told) =>
  rows.flatMap(({ row, said }) => said.map(of => [row, of.field, of.said.text.slice(13)]))

describe('a file', () => {
  it('is read with its sums, and keeps nothing', async () => {
    const read = await preview(
      `﻿Amount;Currency;Recipient;Payment ID\r\n10.00;usd;${paid[0]?.email};A 1\r\n7;JPY;New@Example.test;A 2\r\n`,
    )
    expect(read).toMatchObject({
      ...{ good: 2, wrong: 0, twice: 0, already: null },
      totals: [
        { currency: 'JPY', minor: 7n },
        { currency: 'USD', minor: 1000n },
      ],
      people: { joined: 1, invited: 0, declined: 0, strangers: 1 },
    })
    expect((await list()).items).toEqual([])
  })

  it('names every row that is wrong, by its row, its column and what to write', async () => {
    const { good, wrong, wrong_rows } = await preview(
      fileOf(
        'ana@example.test,Ana,"1,250.00",USD,A1',
        'ana@example.test,Ana,0.00,USD,A2',
        'ana@example.test,Ana,1.005,USD,A3',
        'nobody,Ana,-5,XXX,=HYPERLINK(1)',
        'ana@example.test,Ana,12',
        'ana@example.test,Ana,12.00,USD,A4',
      ),
    )
    expect([good, wrong]).toEqual([1, 5])
    expect(toldOf(wrong_rows)).toEqual([
      [2, 'amount', 'comma'],
      [3, 'amount', 'nothing'],
      [4, 'amount', 'decimals'],
      [5, 'email', 'email'],
      [5, 'amount', 'amount'],
      [5, 'currency', 'currency'],
      [5, 'reference', 'reference'],
      [6, 'currency', 'noCurrency'],
      [6, 'reference', 'noReference'],
    ])
  })

  it('warns of a payment that stands in it twice, or was sent in before', async () => {
    const text = fileOf(lineOf({ email: 'ana@example.test' }, '5.00', 'TWICE'))
    await submit(text)
    const { good, twice_rows } = await preview(
      `${text}\n${lineOf({ email: 'ana@example.test' }, '5.00', 'TWICE')}`,
    )
    expect(good).toBe(2)
    expect(toldOf(twice_rows)).toEqual([
      [2, 'reference', 'sentBefore'],
      [3, 'reference', 'sameRow'],
      [3, 'reference', 'sentBefore'],
    ])
  })

  it.each([
    ['', 'people.problems.listEmpty'],
    ['email,amount\na@example.test,5', 'batches.file.columnsMissing'],
    [HEAD, 'batches.file.noRows'],
    [`${HEAD}\n"a@example.test,Ana,5`, 'kernel.csv.openQuote'],
    [`${HEAD},amount\na@example.test,Ana,5,USD,R,6`, 'batches.file.columnsTwice'],
  ])('%j is refused as a whole', async (text, why) => {
    await expect(preview(text)).rejects.toMatchObject({ code: 'VALIDATION', text: why })
  })

  it('of more rows than a batch has is refused', async () => {
    const rows = Array.from({ length: 10_001 }, (_, at) => `a@example.test,A,5.00,USD,R${at}`)
    await expect(preview(fileOf(...rows))).rejects.toMatchObject({
      text: 'people.problems.listTooLong',
    })
  })
})

describe('a batch', () => {
  it('becomes items that wait for approval, and people are invited who are strangers', async () => {
    const stranger = { email: `stranger${newUuid()}@example.test` }
    const { batch_uuid, ...made } = await submit(
      fileOf(...paid.map(of => lineOf(of)), lineOf(stranger)),
    )
    expect(made).toMatchObject({ state: 'APPROVING', rows: 3, source: 'FILE' })
    expect(states(await get(batch_uuid))).toEqual({ UNINVITED: 1, WAITING: 2 })
    await world.deliver()
    expect(states(await get(batch_uuid))).toEqual({ INVITED: 1, WAITING: 2 })
    const { items } = await call(world, employer, 'listPaymentBatchRows', {
      params: { batch_uuid },
      query: { limit: 2 },
    })
    expect(items.map(({ row, state }) => [row, state])).toEqual([
      [2, 'WAITING'],
      [3, 'WAITING'],
    ])
    expect(await world.broken()).toEqual([])
  })

  it('is sent in once, whether twice at once, again, or under another id', async () => {
    const text = twoRows()
    const id = newUuid()
    const answers = await Promise.all([submit(text, id), submit(text, newUuid()), submit(text, id)])
    const again = await submit(text, newUuid())
    expect(new Set([...answers, again].map(({ batch_uuid }) => batch_uuid)).size).toBe(1)
    expect(states(again)).toEqual({ WAITING: 2 })
    expect(await world.broken()).toEqual([])
  })

  it('has an id of its own: another content is CONFLICT', async () => {
    const { batch_uuid } = await submit(twoRows())
    await expect(submit(twoRows(), batch_uuid)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(submit(twoRows(), batch_uuid, other)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is refused for one wrong row, or sent in without it', async () => {
    const text = fileOf(...paid.map(of => lineOf(of)), 'nobody,Ana,5.00,USD,B1')
    await expect(submit(text)).rejects.toMatchObject({
      code: 'VALIDATION',
      text: 'batches.problems.wrongRows',
      fields: [{}, { loc: ['body', 'rows', 4, 'email'] }],
    })
    const made = await submit(text, newUuid(), employer, { leave_out_wrong: true })
    expect(made).toMatchObject({ rows: 2, left_out: 1 })
    const { items } = await call(world, employer, 'listPaymentBatchLeftOut', {
      params: { batch_uuid: made.batch_uuid },
      query: { limit: 5 },
    })
    expect(items).toMatchObject([{ row: 4, typed: { email: 'nobody' } }])
    expect(toldOf(items)).toEqual([[4, 'email', 'email']])
  })

  it('is of its company alone', async () => {
    const { batch_uuid } = await submit(twoRows())
    const params = { batch_uuid }
    const asked = [
      () => get(batch_uuid, other),
      () => call(world, other, 'cancelPaymentBatch', { params }),
      () => call(world, other, 'exportPaymentBatch', { params, query: { rows: 'sent' } }),
      () => call(world, other, 'listPaymentBatchLeftOut', { params, query: { limit: 1 } }),
      () => call(world, other, 'listPaymentBatchRows', { params, query: { limit: 1 } }),
    ]
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is cancelled as a whole until something of it is approved, and can be sent anew', async () => {
    const text = twoRows()
    const { batch_uuid } = await submit(text)
    const cancel = (id: string) =>
      call(world, employer, 'cancelPaymentBatch', { params: { batch_uuid: id } })
    expect(await cancel(batch_uuid)).toMatchObject({ state: 'CANCELLED', allowed_actions: [] })
    expect(await cancel(batch_uuid)).toMatchObject({ progress: { cancelled: 2 } })
    const anew = await submit(text)
    expect(anew).toMatchObject({ state: 'APPROVING' })
    expect(anew.batch_uuid).not.toBe(batch_uuid)
    await fund(world, { operator, employer }, '1000.00')
    await approveAll(world, employer, { policy_uuid: anew.batch_uuid, cycle_uuid: anew.batch_uuid })
    await expect(cancel(anew.batch_uuid)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect(await world.broken()).toEqual([])
  })

  it('keeps what its rows pay as it was sent', async () => {
    const { batch_uuid } = await submit(twoRows())
    const id = { policy_uuid: batch_uuid, cycle_uuid: batch_uuid }
    const cycle = await call(world, employer, 'getCycle', {
      params: id,
      query: { limit: 5, show: 'all' },
    })
    const [item] = cycle.items
    expect(item).toMatchObject({ contract_uuid: null, entries: [{ kind: 'PAYMENT' }] })
    await expect(
      call(world, employer, 'addEntry', {
        params: { ...id, line_item_uuid: item?.line_item_uuid ?? '', entry_uuid: newUuid() },
        body: { kind: 'BONUS', amount_in_smallest_unit: 100n, words: 'More' },
      }),
    ).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    // Nor by a list of hours, which it has none of.
    const { line_item_uuid = '', version = 0 } = item ?? {}
    const rows = [{ line_item_uuid, version, hours: '4' }]
    const shown = await call(world, employer, 'previewHours', { params: id, body: { rows } })
    expect(shown.counts).toEqual({ MEND: 1, CHANGED: 0, SAME: 0 })
    await expect(
      call(world, employer, 'saveHours', {
        params: id,
        body: { rows: [{ line_item_uuid, version, hours: 400 }], words: 'Four' },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('whoever joins late', () => {
  it('gets an item in every batch that waited', async () => {
    const email = `late${newUuid()}@example.test`
    const { batch_uuid } = await submit(fileOf(lineOf({ email })))
    await world.deliver()
    expect(await get(batch_uuid)).toMatchObject({ state: 'JOINING' })
    await acceptInvitation(world, await givenContractor(world, operator, email))
    await world.deliver()
    expect(states(await get(batch_uuid))).toEqual({ WAITING: 1 })
  })
})

describe('what was approved', () => {
  it('is executed and arrives like every other pay', async () => {
    const { batch_uuid } = await submit(twoRows(), newUuid(), employer, { pay_date: '2026-03-04' })
    await fund(world, { operator, employer }, '1000.00')
    await approveAll(world, employer, { policy_uuid: batch_uuid, cycle_uuid: batch_uuid })
    world.clock.set('2026-03-04T10:00:00Z')
    const { payment_uuids } = await call(world, operator, 'getChecklist', {
      query: { pay_date: '2026-03-04' },
    })
    const body = { pay_date: '2026-03-04', payment_uuids }
    const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    expect(states(await get(batch_uuid))).toEqual({ SENT: 2 })
    await call(world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })
    await world.deliver()
    expect(await get(batch_uuid)).toMatchObject({ state: 'SETTLED', progress: { settled: 2 } })
    expect(await world.broken()).toEqual([])
    expect(await world.checked(true)).toEqual([])
    await world.byTheClock()
    const { pieces } = (await call(world, operator, 'getEvidencePack', {
      params: { cycle_uuid: batch_uuid },
    })) as unknown as FileInPieces
    const pack: Buffer<ArrayBuffer>[] = []
    for await (const piece of pieces) pack.push(Buffer.from(piece))
    expect(await checkPack(new Blob(pack))).toMatchObject({ problems: [] })
    const pays = await call(world, paid[0] as Person, 'listNextPays')
    expect(pays.some(({ contract_uuid }) => contract_uuid === null)).toBe(true)
    expect(await call(world, paid[0] as Person, 'getFirstPay')).toMatchObject({ settled: true })
    const [payslip] = (
      await call(world, paid[0] as Person, 'listPayslips', { query: { limit: 1 } })
    ).items
    expect(payslip).toMatchObject({ amount: { currency: 'USD', minor: 12_550n } })
  })
})

describe('a machine', () => {
  const machine = async (sandbox: boolean) => {
    const { key } = await call(world, employer, 'makeApiKey', {
      body: {
        name: 'Payouts',
        scopes: ['batches:read', 'batches:write'],
        sandbox,
        days: 90,
        addresses: [],
      },
    })
    return {
      ...SYSTEM_ACTOR,
      role: 'employer' as const,
      sub: `key:${key.key_uuid}`,
      name: 'Payouts',
      employer_uuid: employer.employer_uuid,
      key: { key_uuid: key.key_uuid, scopes: ['batches:read', 'batches:write'] as const, sandbox },
    }
  }
  const rows = () =>
    paid.map(({ email }) => ({
      ...{
        email,
        amount: '20.00',
        currency: 'USD',
        reference: `M-${++references}`,
        name: '',
        words: '',
      },
    }))
  const body = () => ({
    ...{ rows: rows(), ...WHOLE },
    file_name: 'api',
    pay_date: '2026-03-20',
    words: '',
    leave_out_wrong: false,
  })

  it('sends in, as itself, and its people approve', async () => {
    const key = await machine(false)
    const made = await callAs(world, key, 'submitPaymentBatch', {
      params: { batch_uuid: newUuid() },
      body: body(),
    })
    expect(made).toMatchObject({
      source: 'API',
      by_machine: true,
      submitted_by_name: 'Payouts',
      allowed_actions: [],
    })
    expect(states(made)).toEqual({ WAITING: 2 })
    await world.deliver()
    await fund(world, { operator, employer }, '1000.00')
    await approveAll(world, employer, { policy_uuid: made.batch_uuid, cycle_uuid: made.batch_uuid })
    expect(await get(made.batch_uuid)).toMatchObject({ state: 'PAYING' })
    expect(await world.broken()).toEqual([])
  })

  it('of the sandbox moves nothing and sees its own alone', async () => {
    const key = await machine(true)
    const made = await callAs(world, key, 'submitPaymentBatch', {
      params: { batch_uuid: newUuid() },
      body: body(),
    })
    expect(made).toMatchObject({ state: 'JOINING', sandbox: true, cycle: null })
    const { items } = await callAs(world, key, 'listPaymentBatches', {
      query: { limit: 50, sandbox: 'false' },
    })
    expect(items.map(({ batch_uuid }) => batch_uuid)).toEqual([made.batch_uuid])
    const real = await submit(twoRows())
    await expect(
      callAs(world, key, 'getPaymentBatch', { params: { batch_uuid: real.batch_uuid } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
