/** What operators record of payments by hand: that they came back, went back to the employer, or were paid by others. */
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { call } from '#db/seed/cast.ts'
import type { MendAction } from '#domain/payments/mending.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { givenDuePayments, givenOperator, type World } from '#test/harness/world.ts'
import { savePlatformLimit } from '../approvals/index.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
let emeka: Awaited<ReturnType<typeof givenOperator>>
eachInACopy(
  async original => ({
    due: await givenDuePayments(original),
    emeka: await givenOperator(original, 'emeka@corridor.test'),
  }),
  copy => {
    world = copy.world
    admin = copy.admin
    ;({ due, emeka } = copy.told)
  },
)
let usd = ''
let usdc = ''
beforeEach(async () => {
  const rows = await admin.rows<{ id: string; currency: string }>(
    'select payment_uuid id, currency from payment',
  )
  usd = rows.find(row => row.currency === 'USD')?.id ?? ''
  usdc = rows.find(row => row.currency === 'USDC')?.id ?? ''
})

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const proof = { file_name: 'advice.png', mime_type: 'image/png' as const, content: PNG }

async function execute(ids = due.payment_uuids) {
  const body = { pay_date: '2026-03-20', payment_uuids: ids }
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '')
}
const settle = (payment_uuids = due.payment_uuids) =>
  call(world, due.operator, 'bulkSettle', { body: { payment_uuids, reference: 'B' } })
const mend = (action: MendAction, payment_uuids: string[], more: object = {}) =>
  call(world, due.operator, 'mendPayments', {
    body: { action, payment_uuids, words: '', reference: '', ...more },
  })
const comeBack = (payment_uuids: string[]) =>
  mend('return', payment_uuids, { reason: 'ACCOUNT_CLOSED', words: 'Their bank wrote.' })
const statusOf = async (id: string) =>
  (
    await admin.rows<{ status: string }>('select status from payment where payment_uuid = $1', [id])
  )[0]?.status
const itemStatus = async () =>
  (
    await admin.rows<{ status: string }>(
      'select status from line_item where line_item_uuid = (select line_item_uuid from payment where payment_uuid = $1)',
      [usd],
    )
  )[0]?.status
const available = async () => {
  const { balances } = await call(world, due.employer, 'getEmployerBalances')
  return balances.find(of => of.currency === 'USD')?.available
}
async function confirm(step_uuid = '') {
  const params = { id: step_uuid }
  const { step } = await call(world, emeka, 'getApprovalStep', {
    params,
    query: { limit: 50 },
  })
  return call(world, emeka, 'approveStep', { params, body: { digest: step.digest } })
}

it('goes to the other account that the operator saw, and to none that its contractor named since', async () => {
  const contractor = due.contractors[0] ?? due.employer
  const account = (account_number: string) =>
    call(world, contractor, 'putBankingInformation', {
      body: { account_name: 'Amara', currency: 'USD', account_number, swift_code: 'FBNINGLA' },
    })
  const elsewhere = async () => {
    const { items } = await call(world, due.operator, 'listWork', {
      query: { limit: 50, sort: 'age' },
    })
    return items.find(item => item.payment_uuid === usd)?.mended
  }
  await execute()
  await settle()
  await comeBack([usd])
  await account('7770001')
  const seen = [
    { payment_uuid: usd, destination_uuid: (await elsewhere())?.destination_uuid ?? '' },
  ]
  world.clock.set(new Date(world.clock.now().getTime() + 1000).toISOString())
  await account('8880002')
  // A page of before names none: it goes nowhere, and to which account it would go is said.
  const unseen = await mend('redirect', [usd])
  expect(unseen.results).toMatchObject([
    { result: 'refused', said: { text: 'payments.mend.notSeen' } },
  ])
  expect(unseen.results[0]?.reason).toContain('0002')
  const refused = await mend('redirect', [usd], { seen })
  expect(refused.results).toMatchObject([{ result: 'refused' }])
  expect(refused.results[0]?.reason).toContain('0002')
  expect(await statusOf(usd)).toBe('RETURNED')
  const now = await elsewhere()
  expect(now?.destination_uuid).not.toBe(seen[0]?.destination_uuid)
  const again = { seen: [{ payment_uuid: usd, destination_uuid: now?.destination_uuid }] }
  for (let times = 0; times < 2; times++)
    expect((await mend('redirect', [usd], again)).results).toMatchObject([{ result: 'done' }])
  expect((await mend('redirect', [usd])).results).toMatchObject([{ result: 'done' }])
  // Who saw another is told where it goes, and not that it is done.
  const late = await mend('redirect', [usd], { seen })
  expect(late.results).toMatchObject([{ result: 'refused' }])
  expect(late.results[0]?.reason).toContain('0002')
  const rows = await admin.rows<{ to: string }>(
    'select destination_uuid as to from payment where payment_uuid = $1',
    [usd],
  )
  expect(rows[0]?.to).toBe(now?.destination_uuid)
  expect(await world.broken()).toEqual([])
})

describe('a payment that came back', () => {
  it('is recorded with its reason and its proof, which operators open and nobody else', async () => {
    await execute()
    await settle()
    expect(await itemStatus()).toBe('PAID')
    expect(await outcome(mend('return', [usd]))).toBe('VALIDATION')
    const future = mend('return', [usd], { reason: 'OTHER', happened_on: '2031-01-01' })
    expect(await outcome(future)).toBe('VALIDATION')
    const more = { reason: 'NAME_DIFFERS', words: 'Says A. Silva.', reference: 'R-1', proof }
    const { results } = await mend('return', [usd, usdc], { ...more, happened_on: '2026-03-19' })
    expect(results.map(of => of.result)).toEqual(['done', 'done'])
    expect((await mend('return', [usd], more)).results[0]?.result).toBe('done')
    expect([await statusOf(usd), await itemStatus()]).toEqual(['RETURNED', 'APPROVED'])
    await world.deliver()
    const { items } = await call(world, emeka, 'listWork', { query: { limit: 5, sort: 'amount' } })
    const item = items.find(of => of.payment_uuid === usd)
    expect(item).toMatchObject({
      kind: 'RETURNED',
      money: 'HELD',
      told: { template: 'payment-failed' },
      records: [{ kind: 'RETURNED', reference: 'R-1', happened_on: '2026-03-19', proof: true }],
    })
    expect(item?.reason).toContain('Says A. Silva.')
    const params = { id: item?.records[0]?.record_uuid ?? '' }
    const opened = await call(world, emeka, 'getPaymentProof', { params })
    expect(opened).toMatchObject({ mime_type: 'image/png', file_name: 'advice.png' })
    expect(await admin.rows("select from file_read where purpose = 'payment'")).toHaveLength(1)
    expect(await world.checked(true)).toEqual([])
  })
})

/** What moved as operators read it, and the available balance as its employer does: each in words that there are. */
const readsInWords = async () => {
  const moved = await call(world, due.operator, 'listTransfers', { query: { limit: 100 } })
  z.encode(api.listTransfers.response, moved)
  const statement = await call(world, due.employer, 'getFundsStatement', {
    query: { currency: 'USD', month: '2026-03-01' },
  })
  z.encode(api.getFundsStatement.response, statement)
  return moved.items.map(({ code }) => code)
}

describe('giving back', () => {
  it('all of a pay brings its money back, also what was converted, and asks for its approval anew', async () => {
    const before = await available()
    await execute()
    await comeBack([usd, usdc])
    const { results } = await mend('give_back', [usd, usdc])
    expect(results.map(of => of.result)).toEqual(['done', 'done'])
    expect((await mend('give_back', [usd])).results[0]?.result).toBe('done')
    expect(await statusOf(usd)).toBe('CANCELLED')
    expect(await world.broken()).toEqual([])
    await world.deliver()
    expect(await itemStatus()).toBe('PENDING_APPROVAL')
    const [{ sum } = { sum: '' }] = await admin.rows<{ sum: string }>(
      'select sum(source_minor)::text sum from payment',
    )
    expect(await available()).toBe((before ?? 0n) + BigInt(sum))
    expect(await world.checked(true)).toEqual([])
    const mails = await admin.rows("select from payment_told where template = 'payment-given-back'")
    expect(mails).toHaveLength(2)
    expect(await readsInWords()).toContain('given_back')
  })

  it('a part stays unpaid beside what arrived, and the pay adds up with it', async () => {
    await execute()
    await settle([usd])
    await comeBack([usdc])
    await mend('give_back', [usdc])
    await world.deliver()
    expect([await statusOf(usdc), await itemStatus()]).toEqual(['CANCELLED', 'PAID'])
    expect(await world.broken()).toEqual([])
    const { items } = await call(world, due.contractors[0] ?? due.employer, 'listPayslips', {
      query: { limit: 10 },
    })
    expect(items[0]?.parts.map(part => part.given_back).sort()).toEqual([false, true])
  })

  it('above the limit takes two, and not of what was retried meanwhile', async () => {
    await execute()
    await comeBack([usd, usdc])
    await world.unit(ctx => savePlatformLimit(ctx.tx, 100n, ctx.now))
    const { results, waiting } = await mend('give_back', [usd])
    expect(results[0]?.result).toBe('waiting')
    expect(await statusOf(usd)).toBe('RETURNED')
    await mend('retry', [usd])
    expect(await outcome(confirm(waiting?.step_uuid))).toBe('STEP_STALE')
    expect(await statusOf(usd)).toBe('SCHEDULED')
  })

  it('and retrying at the same moment end as one of the two', async () => {
    await execute()
    await comeBack([usd])
    await Promise.all([mend('give_back', [usd]), mend('retry', [usd])])
    expect(['CANCELLED', 'SCHEDULED', 'HELD']).toContain(await statusOf(usd))
    expect(await world.broken()).toEqual([])
  })
})

describe('what was paid outside', () => {
  const marksOf = async () => {
    const { domain } = await call(world, due.employer, 'getEmployer')
    const [cycle] = await call(world, due.operator, 'listOperationsPayCycles', {
      params: { id: domain ?? '' },
      query: { summary: 'false', cycle_uuid: due.id.cycle_uuid },
    })
    const item = cycle?.line_items?.[0]
    return { domain: domain ?? '', item }
  }
  async function mark(currency: string, body: object, operation: 'paid' | 'unpaid' = 'paid') {
    const { domain, item } = await marksOf()
    const line_item_uuid = item?.line_item_uuid ?? ''
    const amount = item?.marks.find(of => of.currency === currency && of.operation === operation)
    return call(world, due.operator, 'markLineItem', {
      params: { ...due.id, line_item_uuid, domain, currency, operation },
      body: { amount_in_smallest_unit: amount?.amount.minor ?? 1n, reference: 'EXT-9', ...body },
    })
  }

  it('gives the reservation back, is settled without having left, and says so everywhere', async () => {
    const before = (await available()) ?? 0n
    expect(await outcome(mark('USD', {}))).toBe('TRANSITION_NOT_ALLOWED')
    expect((await mark('USD', { outside: true, proof })).payments).toBe(1)
    expect((await mark('USDC', { outside: true })).status).toBe('PAID')
    expect(await world.broken()).toEqual([])
    expect(await available()).toBeGreaterThan(before)
    expect(await admin.rows('select from payment_attempt')).toEqual([])
    const history = await call(world, due.operator, 'listPaymentHistory', { query: { limit: 10 } })
    expect(history.items.map(item => [item.status, item.outside])).toEqual([
      ['SETTLED', true],
      ['SETTLED', true],
    ])
    const { items } = await call(world, due.contractors[0] ?? due.employer, 'listPayslips', {
      query: { limit: 10 },
    })
    expect(items[0]?.parts.every(part => part.outside)).toBe(true)
    expect(await readsInWords()).toContain('paid_outside')
    expect(await outcome(mend('return', [usd], { reason: 'OTHER' }))).toBe('done')
    expect(await statusOf(usd)).toBe('SETTLED')
    expect(await world.checked(true)).toEqual([])
  })

  it('is taken back: it waits for money, and is paid by us', async () => {
    await mark('USD', { outside: true })
    await mark('USD', {}, 'unpaid')
    expect(await statusOf(usd)).toBe('HELD')
    await world.release()
    expect(await statusOf(usd)).toBe('SCHEDULED')
    expect(await world.broken()).toEqual([])
    await execute()
    await settle()
    expect(await itemStatus()).toBe('PAID')
    expect(await world.broken()).toEqual([])
  })

  it('and then taken back leaves a journal with what we paid of it, there and back', async () => {
    await mark('USD', { outside: true })
    await execute([usdc])
    await settle([usdc])
    expect(await itemStatus()).toBe('PAID')
    const journal = async () => {
      const { pieces } = await call(world, due.employer, 'getJournalCsv', {
        query: { from: '2026-03-01', to: '2026-03-31' },
      })
      let text = ''
      for await (const piece of pieces) text += Buffer.from(piece).toString()
      const mine = text.split('\n').filter(line => line.includes('Contractors'))
      return mine.map(line => line.split(',').slice(4, 6))
    }
    const before = await journal()
    expect(before).toHaveLength(1)
    await mark('USD', {}, 'unpaid')
    const [[paid] = []] = before
    expect(await journal()).toEqual([...before, ['', paid]])
  })

  it('is taken back once by two who take back its parts at once, also by a clock that went back', async () => {
    await execute()
    await settle()
    const now = world.clock.now()
    for (let times = 0; times < 4; times++) {
      world.clock.set(new Date(now.getTime() - 60_000).toISOString())
      const marks = ['USD', 'USDC', 'USD'].map(currency => outcome(mark(currency, {}, 'unpaid')))
      expect(new Set(await Promise.all(marks))).toEqual(new Set(['done']))
      expect(await admin.rows('select from pay_taken_back')).toHaveLength(times + 1)
      world.clock.set(now.toISOString())
      await execute()
      await settle()
    }
    expect(await world.checked(true)).toEqual([])
  })

  it('of one part keeps its pay from being taken back, also where its contractor goes elsewhere', async () => {
    await mark('USD', { outside: true })
    const { item } = await marksOf()
    const params = { ...due.id, line_item_uuid: item?.line_item_uuid ?? '' }
    expect(await outcome(call(world, due.employer, 'unapproveLineItem', { params }))).toBe(
      'TRANSITION_NOT_ALLOWED',
    )
    const contractor = due.contractors[0] ?? due.employer
    const { destinations } = await call(world, contractor, 'getBanking')
    await call(world, contractor, 'putSetupPercentages', {
      body: destinations.map(({ identifier }, n) => ({ identifier, percentage: n ? 4000 : 6000 })),
    })
    await world.deliver()
    expect([await statusOf(usd), await itemStatus()]).toEqual(['SETTLED', 'APPROVED'])
    expect(await world.broken()).toEqual([])

    // Nothing keeps it any more, and it was approved to go where it goes no longer.
    await mark('USD', {}, 'unpaid')
    await world.deliver()
    expect([await statusOf(usd), await itemStatus()]).toEqual(['CANCELLED', 'PENDING_APPROVAL'])
    expect(await world.broken()).toEqual([])
  })

  it('takes two above the limit, and is refused of what was sent', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 100n, ctx.now))
    const { waiting, payments } = await mark('USD', { outside: true })
    expect([payments, await statusOf(usd)]).toEqual([0, 'SCHEDULED'])
    await confirm(waiting?.step_uuid)
    expect(await statusOf(usd)).toBe('SETTLED')
    await world.unit(ctx => savePlatformLimit(ctx.tx, null, ctx.now))
    await execute([usdc])
    expect(await outcome(mark('USDC', { outside: true }))).toBe('TRANSITION_NOT_ALLOWED')
    expect(await world.broken()).toEqual([])
  })
})
