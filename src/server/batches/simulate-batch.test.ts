/** The sandbox of whoever integrates: a batch of a test key goes the whole way, is told of by events, and nothing of it is real. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOLD } from '#contract/events.ts'
import { call, callAs } from '#db/seed/cast.ts'
import type { SimulatedStep } from '#domain/batches/simulation.ts'
import { KEY_SCOPES } from '#domain/integrations/api-key.ts'
import { SYSTEM_ACTOR } from '#server/kernel/actor.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { givenPayers } from './batches.test-data.ts'

let world: World
let admin: Admin
let employer: Awaited<ReturnType<typeof givenPayers>>['employer']
let key: Parameters<typeof callAs>[1]

beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  employer = (await givenPayers(world)).employer
  key = await keyOf(true)
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

async function keyOf(sandbox: boolean): Promise<Parameters<typeof callAs>[1]> {
  const body = { name: 'Payouts', scopes: [...KEY_SCOPES], sandbox, days: 90, addresses: [] }
  const { key_uuid } = (await call(world, employer, 'makeApiKey', { body })).key
  return {
    ...SYSTEM_ACTOR,
    ...{ role: 'employer' as const, sub: `key:${key_uuid}`, name: 'Payouts' },
    employer_uuid: employer.employer_uuid,
    key: { key_uuid, scopes: KEY_SCOPES, sandbox },
  }
}

let references = 0
async function submit(emails: readonly string[], as = key) {
  const rows = emails.map(email => ({
    ...{ email, amount: '20.00', currency: 'USD', name: '', words: '' },
    reference: `S-${++references}`,
  }))
  const { batch_uuid } = await callAs(world, as, 'submitPaymentBatch', {
    params: { batch_uuid: newUuid() },
    body: {
      ...{ rows, mends: [], without: [], file_name: 'api', pay_date: '2026-03-20', words: '' },
      leave_out_wrong: false,
    },
  })
  return batch_uuid
}
const take = (batch_uuid: string, step: SimulatedStep, as = key) =>
  callAs(world, as, 'simulatePaymentBatch', { params: { batch_uuid }, body: { step } })
const told = async (after?: string) => {
  const query = { limit: 200, ...(after ? { cursor: after } : {}) }
  return callAs(world, key, 'listEvents', { query })
}
const list = async (state: string) => {
  const query = { limit: 50, sandbox: 'false', state } as never
  const { items } = await callAs(world, key, 'listPaymentBatches', { query })
  return items.map(({ batch_uuid }) => batch_uuid)
}

it('goes step by step through the states of a real batch, and its events arrive, marked', async () => {
  const hook = { url: 'http://127.0.0.1:9/', events: ['*'], sandbox: true }
  const { webhook } = await call(world, employer, 'makeWebhook', { body: hook })
  const batch_uuid = await submit([
    'ana@x.test',
    'ben@x.test',
    'cem+fails@x.test',
    'dee+declines@x.test',
  ])
  const seen: unknown[] = []
  for (const step of ['join', 'approve', 'fund', 'send', 'settle', 'mend'] as const) {
    const { state, counts, simulates } = await take(batch_uuid, step)
    expect(await list(state)).toEqual([batch_uuid])
    seen.push([state, Object.fromEntries(counts.map(of => [of.state, of.rows])), simulates])
  }
  expect(seen).toEqual([
    ['APPROVING', { DECLINED: 1, WAITING: 3 }, ['approve']],
    ['PAYING', { HELD: 3, DECLINED: 1 }, ['fund']],
    ['PAYING', { DECLINED: 1, APPROVED: 3 }, ['send']],
    ['PAYING', { DECLINED: 1, SENT: 3 }, ['settle']],
    ['PAYING', { FAILED: 1, DECLINED: 1, SETTLED: 2 }, ['mend', 'give_back']],
    ['SETTLED', { DECLINED: 1, SETTLED: 3 }, []],
  ])
  await world.deliver()
  const { items } = await told()
  expect(items.map(({ type }) => type)).toEqual([
    ...Array(4).fill('contractor.answered'),
    ...['batch.approved', 'batch.funded', 'payment.settled', 'payment.settled', 'payment.failed'],
    ...['payment.settled', 'batch.settled'],
  ])
  expect(items.at(-1)?.data).toMatchObject({
    progress: { settled: 3, declined: 1 },
    not_paid: [{ batch_uuid, row: 4, reference: 'S-4', state: 'DECLINED' }],
  })
  for (const { sandbox, type, data } of items) {
    expect([type, sandbox]).toEqual([type, true])
    expect([type, TOLD[type].safeParse(data).error]).toEqual([type, undefined])
  }
  const failed = items.find(({ type }) => type === 'payment.failed')?.data
  expect(failed).toMatchObject({
    ...{ status: 'FAILED', simulated: true },
    batch: { batch_uuid, row: 3, reference: 'S-3' },
  })
  const mended = items.findLast(({ type }) => type === 'payment.settled')?.data
  expect(mended?.payment_uuid).toBe(failed?.payment_uuid)
  const sent = await admin.rows(
    `select count(*)::int n from webhook_delivery where webhook_uuid = '${webhook.webhook_uuid}'`,
  )
  expect(sent).toEqual([{ n: items.length }])
})

it('is told that all arrived, takes no step twice and none before its turn, and gives back what failed', async () => {
  const batch_uuid = await submit(['ana@y.test', 'cem+fails@y.test'])
  const { next_cursor } = await told()
  await expect(take(batch_uuid, 'settle')).rejects.toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
    params: { steps: 'join' },
  })
  await Promise.all([take(batch_uuid, 'join'), take(batch_uuid, 'join')])
  for (const step of ['approve', 'fund', 'send', 'settle', 'give_back', 'give_back'] as const)
    await take(batch_uuid, step)
  const types = (await told(next_cursor)).items.map(({ type }) => type)
  expect(types).toEqual([
    ...['contractor.answered', 'contractor.answered', 'batch.approved', 'batch.funded'],
    ...['payment.settled', 'payment.failed', 'payment.given_back', 'batch.settled'],
  ])
})

it('is told that what had arrived did not, and that it did at last', async () => {
  const batch_uuid = await submit(['ana@w.test', 'bo+returns@w.test'])
  for (const step of ['join', 'approve', 'fund', 'send', 'settle'] as const)
    await take(batch_uuid, step)
  const { next_cursor } = await told()
  expect(await take(batch_uuid, 'unsettle')).toMatchObject({
    ...{ state: 'PAYING', simulates: ['send'], progress: { settled: 1, paying: 1 } },
  })
  for (const step of ['send', 'settle'] as const) await take(batch_uuid, step)
  const { items } = await told(next_cursor)
  expect(items.map(({ type }) => type)).toEqual([
    ...['payment.unsettled', 'batch.unsettled', 'payment.settled', 'batch.settled'],
  ])
  for (const { type, data } of items) expect(TOLD[type].safeParse(data).error).toBeUndefined()
  expect(items[0]?.data).toMatchObject({
    ...{ status: 'SCHEDULED', reference: null },
    batch: { batch_uuid, row: 2, reference: expect.any(String) },
  })
})

it('is told that nothing of it is paid where everybody declined', async () => {
  const batch_uuid = await submit(['dee+declines@y.test'])
  const { next_cursor } = await told()
  expect(await take(batch_uuid, 'join')).toMatchObject({ state: 'CANCELLED', cancelled_at: null })
  expect((await told(next_cursor)).items.map(({ type }) => type)).toEqual([
    ...['contractor.answered', 'batch.cancelled'],
  ])
})

it('moves nothing, mails nobody, and is in nothing that is real', async () => {
  await world.deliver()
  for (const table of ['pay_cycle', 'line_item', 'payment', 'ledger_transfer', 'invitation'])
    expect([table, await admin.rows(`select count(*)::int n from ${table}`)]).toEqual([
      table,
      [{ n: 0 }],
    ])
  const live = await keyOf(false)
  expect((await callAs(world, live, 'listEvents', { query: { limit: 5 } })).items).toEqual([])
  const query = { limit: 5, sandbox: 'false' } as const
  expect((await callAs(world, live, 'listPaymentBatches', { query })).items).toEqual([])
  expect(await world.broken()).toEqual([])
})

it('is asked of the sandbox alone', async () => {
  const live = await keyOf(false)
  const real = await submit(['ana@z.test'], live)
  await expect(take(real, 'join', live)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
  await expect(take(real, 'join')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const simulated = await submit(['ana@z.test'])
  await expect(take(simulated, 'join', live)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
