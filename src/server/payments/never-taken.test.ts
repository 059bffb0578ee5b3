/** A payment in bitcoin of which nobody knows: where its rail certainly never took it, that is said without two operators, and nothing of it leaves later. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { givenOperator } from '#test/harness/world.ts'
import type { RailOrder } from '../gateways/rails/rail.ts'
import { askRails } from './ask-rails.ts'
import { eachInBitcoin, type InBitcoin, wallet } from './in-bitcoin.test-data.ts'

let on: InBitcoin
eachInBitcoin(it => {
  on = it
})

const rail = () => on.world.kernel.gateways.railOf('bitcoin')
const ask = () => askRails({}, { kernel: on.world.kernel, unit: on.world.unit })
const holds = async () => expect(await on.world.checked(true)).toEqual([])
const later = (hours: number) =>
  on.world.clock.set(new Date(on.world.clock.now().getTime() + hours * 3_600_000).toISOString())

/** As the job's repetition does. */
async function goOn() {
  const [row] = await on.admin.rows<{ execution_uuid: string }>(
    "select execution_uuid from payment where network = 'bitcoin'",
  )
  await on.world.execute(row?.execution_uuid ?? '')
}

/** Its node was away for as long as a rail is waited for. */
async function becomesUnknown() {
  await on.follow()
  on.chain.mood.silent = true
  await on.execute().catch(() => {})
  later(4)
}
async function order(): Promise<RailOrder> {
  const [row] = await on.admin.rows<{ attempt_uuid: string; amount_minor: string }>(
    "select attempt_uuid, amount_minor from payment where network = 'bitcoin'",
  )
  return {
    ...{ attempt_uuid: row?.attempt_uuid ?? '', network: 'bitcoin', account: wallet },
    amount: { currency: 'BTC', minor: BigInt(row?.amount_minor ?? 0) },
    ...{ account_name: '', payee: null, remittance: '' },
  }
}

describe('a payment in bitcoin that was never taken', () => {
  it('waits, however long, for what its rail says that it waits for, and leaves once that is over', async () => {
    await on.follow()
    on.chain.mood.fee_rate = 501n
    await expect(on.execute()).rejects.toMatchObject({ code: 'BITCOIN_FEE_TOO_HIGH' })
    later(4)
    await ask()
    expect(await on.payment()).toMatchObject({ status: 'EXECUTING', failure_reason: null })
    on.chain.mood.fee_rate = 3n
    await goOn()
    on.chain.mine(6)
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    await holds()
  })

  it('is taken no more once two operators say so, after three hours, and can be retried', async () => {
    await on.follow()
    on.chain.mood.fee_rate = 501n
    await expect(on.execute()).rejects.toThrow()
    const { payment_uuid } = await on.payment()
    const { operator } = on.told
    const body = {
      ...{ action: 'forgo' as const, payment_uuids: [payment_uuid] },
      ...{ reference: '', words: 'Fees stay as they are for days.' },
    }
    const forgo = () => call(on.world, operator, 'mendPayments', { body })
    later(2)
    expect(await forgo()).toMatchObject({ results: [{ result: 'refused' }] })
    later(2)
    const query = { limit: 20 }
    const { items } = await call(on.world, operator, 'listUnpaid', { query: { limit: 20 } })
    expect(items.find(of => of.payment_uuid === payment_uuid)?.allowed_actions).toEqual(['forgo'])
    const { waiting } = await forgo()
    expect(await on.payment()).toMatchObject({ status: 'EXECUTING' })
    const second = await givenOperator(on.world, 'second@corridor.test')
    const params = { id: waiting?.step_uuid ?? '' }
    const { step } = await call(on.world, second, 'getApprovalStep', { params, query })
    await call(on.world, second, 'approveStep', { params, body: { digest: step.digest } })
    await ask()
    expect(await on.payment()).toMatchObject({ status: 'FAILED' })
    expect(await rail().send([await order()])).toMatchObject([{ outcome: 'FAILED' }])
    await holds()
    on.chain.mood.fee_rate = 3n
    await call(on.world, operator, 'retryPayment', { params: { id: payment_uuid } })
    await on.execute()
    on.chain.mine(6)
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    await holds()
  })

  it('goes on where its rail took it before the second operator confirmed that it should not', async () => {
    await on.follow()
    on.chain.mood.fee_rate = 501n
    await expect(on.execute()).rejects.toThrow()
    later(4)
    on.chain.mood.fee_rate = 3n
    const handed = await order()
    // Taken, and whoever handed it over died before it was recorded.
    expect(await rail().send([handed])).toMatchObject([{ outcome: 'SENT' }])
    const { payment_uuid } = await on.payment()
    const body = {
      ...{ action: 'forgo' as const, payment_uuids: [payment_uuid] },
      ...{ reference: '', words: 'It waits.' },
    }
    const { waiting } = await call(on.world, on.told.operator, 'mendPayments', { body })
    const second = await givenOperator(on.world, 'second@corridor.test')
    const params = { id: waiting?.step_uuid ?? '' }
    const { step } = await call(on.world, second, 'getApprovalStep', {
      params,
      query: { limit: 5 },
    })
    await call(on.world, second, 'approveStep', { params, body: { digest: step.digest } })
    await ask()
    expect(await on.payment()).toMatchObject({ status: 'SENT' })
    on.chain.mine(6)
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    expect(on.chain.paid(wallet)).toBe(handed.amount.minor)
    await holds()
  })

  it('fails where its rail was silent for that long since it last said so', async () => {
    await on.follow()
    on.chain.mood.fee_rate = 501n
    await expect(on.execute()).rejects.toThrow()
    later(4)
    on.chain.mood.silent = true
    await expect(goOn()).rejects.toThrow()
    later(2)
    await ask()
    expect(await on.payment()).toMatchObject({ status: 'EXECUTING' })
    later(2)
    await ask()
    expect(await on.payment()).toMatchObject({ status: 'FAILED' })
    await holds()
  })

  it('fails by the word of its rail, its money is held, and it is refused to who hands it over late', async () => {
    await becomesUnknown()
    await Promise.all([ask(), ask()])
    const failed = await on.payment()
    expect(failed).toMatchObject({ status: 'FAILED' })
    expect(failed.failure_reason).toMatch(/had taken nothing of it/)
    await holds()
    on.chain.mood.silent = false
    const late = await order()
    expect(await rail().send([late])).toMatchObject([{ outcome: 'FAILED' }])
    on.chain.mine()
    expect(on.chain.paid(wallet)).toBe(0n)
    const params = { id: failed.payment_uuid }
    await call(on.world, on.told.operator, 'retryPayment', { params })
    await on.execute()
    on.chain.mine(6)
    await on.follow()
    expect(await on.payment()).toMatchObject({ status: 'SETTLED' })
    expect(on.chain.paid(wallet)).toBe(late.amount.minor)
    await holds()
  })

  it('is heard of where the rail had made certain and who asked died before it was recorded', async () => {
    await becomesUnknown()
    const { unit } = on.world
    const died = new Error('died')
    let units = 0
    // Gives up, lists what to ask, looks who was never taken; and dies then.
    const dying: typeof unit = work => (++units > 3 ? Promise.reject(died) : unit(work))
    await expect(askRails({}, { kernel: on.world.kernel, unit: dying })).rejects.toBe(died)
    expect(await rail().ask([(await order()).attempt_uuid])).toMatchObject([{ outcome: 'FAILED' }])
    expect(await on.payment()).toMatchObject({ status: 'UNKNOWN' })
    await ask()
    expect(await on.payment()).toMatchObject({ status: 'FAILED' })
    await holds()
  })

  it('is sent or is not, and never both, where it is handed over at that moment', async () => {
    await becomesUnknown()
    const { unit } = on.world
    // It is UNKNOWN, and not asked for yet.
    const real = rail()
    const away = {
      ...on.world.kernel.gateways,
      railOf: () => ({ ...real, ask: () => Promise.reject(new Error('away')) }),
    }
    await askRails({}, { kernel: { ...on.world.kernel, gateways: away }, unit })
    expect(await on.payment()).toMatchObject({ status: 'UNKNOWN' })
    on.chain.mood.silent = false
    const handed = await order()
    later(1)
    const [sent] = await Promise.all([real.send([handed]), ask()])
    const { status } = await on.payment()
    expect(status).toBe(sent[0]?.outcome === 'FAILED' ? 'FAILED' : 'SENT')
    on.chain.mine(6)
    await on.follow()
    expect(on.chain.paid(wallet)).toBe(status === 'FAILED' ? 0n : handed.amount.minor)
    await holds()
  })
})
