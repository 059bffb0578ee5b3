/** A refund that the bank sends back is money that waits for its owner again, whose it was before. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import {
  type AtTheBank,
  eachAtTheBank,
  monday,
  tuesday,
  wednesday,
} from '../reconciliation/bank.test-data.ts'
import { statementOf, type Told } from '../reconciliation/statements.test-data.ts'

let at: AtTheBank
eachAtTheBank(given => {
  at = given
})

const open = async () =>
  (await call(at.world, at.noor, 'listSuspense', { query: { view: 'open', limit: 50 } })).items
const book = (...told: Told[]) =>
  call(at.world, at.noor, 'putBalances', { body: statementOf(...told) })
const came = monday([{ cents: 7_000, at: 'B-1', words: 'no idea', name: 'Ana Sousa' }])
const went = tuesday([{ cents: -7_000, at: 'B-2', reference: 'ORDER-9' }], 7_000)
const back = (cents = 7_000, reference = 'ORDER-9') =>
  wednesday([{ cents, at: 'B-3', reference, returned: true }], 0)
/** What nobody knows came, and was sent back by two operators. */
const refunded = async () => {
  await book(came)
  const [receipt] = await open()
  const { waiting } = await call(at.world, at.noor, 'refundReceipt', {
    params: { id: receipt?.receipt_uuid ?? '' },
    body: { reference: 'ORDER-9', words: 'Nobody knows them.' },
  })
  await at.bank.approve(waiting?.step_uuid)
}

it('waits again, as the money of who paid, however often it is told', async () => {
  await refunded()
  const body = statementOf(back())
  const { counts } = await call(at.world, at.noor, 'previewFunding', { body })
  expect(counts).toEqual({ booked: 0, suspense: 1, known: 0 })
  expect(await book(back())).toMatchObject({ booked: [], suspended: 1 })
  expect(await book(back())).toMatchObject({ suspended: 0, already_booked: ['B-3'] })
  expect(await open()).toMatchObject([
    {
      ...{ reference: 'B-3', amount: { currency: 'EUR', minor: 7_000n } },
      payer: { name: 'Ana Sousa', words: expect.stringContaining('ORDER-9') },
      allowed_actions: ['match', 'refund'],
    },
  ])
  expect(await at.world.broken()).toEqual([])
})

it('is booked of a statement as what it shows came in, and nothing is left of it', async () => {
  await at.bank.read(came)
  await refunded()
  await at.bank.read(went)
  const { statements } = await at.bank.read(back())
  const [left] = await at.bank.differences()
  expect(left).toMatchObject({ kind: 'UNKNOWN', amount: { minor: 7_000n } })
  expect(left?.allowed_actions).toContain('book_receipts')
  await call(at.world, at.noor, 'bookStatementReceipts', {
    params: { id: statements[0]?.statement_uuid ?? '' },
  })
  expect(await at.bank.differences()).toEqual([])
  expect((await open()).map(({ reference }) => reference)).toEqual(['B-3'])
  await at.bank.wellTold()
})

it('is what names a refund of ours and is no more than it; anything else that came back is not', async () => {
  await refunded()
  for (const other of [back(7_000, 'ORDER-8'), back(7_001)])
    await expect(book(other)).rejects.toMatchObject({
      fields: [{ text: 'ledger.fundingFile.noCredits' }],
    })
  // Its bank kept a charge.
  expect(await book(back(6_500))).toMatchObject({ suspended: 1 })
})
