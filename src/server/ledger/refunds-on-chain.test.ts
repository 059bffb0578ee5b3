/** What came by a chain and went back by one: one transaction is one refund, and it is held against what its network has of it. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { eachOnHedera, type OnHedera, STRANGER, USD } from './memo-deposits.test-data.ts'

let on: OnHedera
eachOnHedera(it => {
  on = it
})

/** From which an operator sends back: a wallet of their own. */
const PAYER = '0.0.9005'
const words = 'They wrote it in their mail of today.'
/** A receipt that is nobody's. */
async function received(dollars: number): Promise<{ id: string; txid: string }> {
  const txid = on.pay(dollars, '100009')
  await on.settled()
  const found = (await on.nobodys()).find(of => of.reference === `${txid}:0`)
  return { id: found?.receipt_uuid ?? '', txid }
}
/** Sends so much back, to whoever sent it. */
const back = (dollars: number, to = STRANGER) =>
  on.local.pay({ from: PAYER, to, currency: 'USDC', amount: BigInt(dollars) * USD })
const refund = (id: string, body: { reference: string; account?: string; unseen?: boolean }) =>
  call(on.world, on.operator, 'refundReceipt', { params: { id }, body: { words, ...body } })
const refused = (id: string, body: Parameters<typeof refund>[1], field: string, text: string) =>
  expect(refund(id, body)).rejects.toMatchObject({
    code: 'VALIDATION',
    fields: [expect.objectContaining({ loc: ['body', field], text: `ledger.suspense.${text}` })],
  })
const holds = async () => {
  expect(await on.world.broken()).toEqual([])
  expect(await on.world.checked(true)).toEqual([])
}

describe('the transaction of a refund', () => {
  it('is recorded where it paid who sent it, also as an explorer spells its id, and is seen by the second', async () => {
    const { id } = await received(9)
    const txid = back(9)
    await on.settled()
    const spelled = txid.replace('@', '-').replace(/\.(\d{9})$/, '-$1')
    const { waiting } = await refund(id, { reference: spelled })
    const { step } = await call(on.world, on.operator, 'getApprovalStep', {
      params: { id: waiting?.step_uuid ?? '' },
      query: { limit: 50 },
    })
    expect(step.title).toBe(txid)
    await on.confirm(waiting?.step_uuid)
    expect(await on.nobodys()).toEqual([])
    await holds()
  })

  it('is not what the receipt came by, and not what another went back by, whoever is faster', async () => {
    const [one, other] = [await received(9), await received(8)]
    await refused(one.id, { reference: one.txid }, 'reference', 'cameByIt')
    const txid = back(9)
    await on.settled()
    const asked = [one, other].map(({ id }) => refund(id, { reference: txid }))
    const steps = (await Promise.all(asked)).map(of => of.waiting?.step_uuid)
    await on.confirm(steps[0])
    await expect(on.confirm(steps[1])).rejects.toMatchObject({ code: 'VALIDATION' })
    await refused(other.id, { reference: txid }, 'reference', 'refundOfAnother')
    expect((await on.nobodys()).map(of => of.receipt_uuid)).toEqual([other.id])
    await expect(
      on.admin.rows(
        `update suspense_receipt set status = 'REFUNDED', refund_reference = $1, refund_transaction = $1,
        closed_by = (select sub from person limit 1), closed_at = now() where receipt_uuid = $2`,
        [txid, other.id],
      ),
    ).rejects.toThrow(/suspense_receipt_refund_transaction/)
    await holds()
  })

  it('is refused where it paid less, another token, somebody else or failed', async () => {
    const { id } = await received(9)
    const [less, elsewhere] = [back(8), back(9, '0.0.9001')]
    const strange = on.local.pay({
      from: PAYER,
      to: STRANGER,
      currency: '0.0.600001',
      amount: 9n * USD,
    })
    await on.settled()
    for (const reference of [less, elsewhere, strange])
      await refused(id, { reference }, 'reference', 'movedLess')
    const { waiting } = await refund(id, { reference: elsewhere, account: '0.0.9001' })
    await on.confirm(waiting?.step_uuid)
    expect(await on.nobodys()).toEqual([])
    await holds()
  })

  it('that its network does not say is said so, and is recorded by two all the same', async () => {
    const { id } = await received(9)
    const reference = '0.0.7001@1770000500.000000001'
    await refused(id, { reference }, 'unseen', 'notSeen')
    const { waiting } = await refund(id, { reference, unseen: true })
    const { step, items } = await call(on.world, on.operator, 'getApprovalStep', {
      params: { id: waiting?.step_uuid ?? '' },
      query: { limit: 50 },
    })
    expect(step.title).toBe(reference)
    expect(items[0]?.label).toBe(`${STRANGER}, ${reference}, not seen on its network yet`)
    await on.confirm(waiting?.step_uuid)
    expect(await on.nobodys()).toEqual([])
    await holds()
  })

  it('is refused by the second where its network says by then that it paid less', async () => {
    const { id } = await received(9)
    const [local, txid] = [on.local, back(8)]
    local.mood.silent = true
    const { waiting } = await refund(id, { reference: txid, unseen: true })
    local.mood.silent = false
    await on.settled()
    await expect(on.confirm(waiting?.step_uuid)).rejects.toMatchObject({ code: 'VALIDATION' })
    expect(await on.nobodys()).toHaveLength(1)
    await holds()
  })
})
