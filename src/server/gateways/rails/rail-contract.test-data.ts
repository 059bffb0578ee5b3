/** What every rail holds, whatever it is: the same cases for files, calls and hands, and for chains when they come. */
import { describe, expect, it } from 'vitest'
import { ACCOUNTS, attemptOf, TORONTO } from '../bank-files/orders.test-data.ts'
import type { Rail, RailOrder } from './rail.ts'

/** An order of so many cents to Maria's account in Canada. */
export function railOrder(n: number, minor = 1_000n + BigInt(n)): RailOrder {
  const account = ACCOUNTS.canadian
  return {
    attempt_uuid: attemptOf(n),
    amount: { currency: 'CAD', minor },
    network: 'fiat',
    account: account.account_number,
    account_name: account.account_name,
    payee: { kind: 'PERSON', short_name: null, address: TORONTO, account },
    remittance: 'Northwind 2026-03-20',
  }
}

const IN_DOLLARS = { orders: [1, 2, 3].map(n => railOrder(n)), currency: 'CAD' }

/** The cases; `open` makes a rail with empty books. Orders of ours are in Canadian dollars, where a rail carries these. */
export function railContract(
  name: string,
  open: () => Promise<Rail>,
  { orders, currency }: { orders: readonly RailOrder[]; currency: string } = IN_DOLLARS,
): void {
  const ids = orders.map(order => order.attempt_uuid)

  describe(`${name}, as any rail`, () => {
    it('says what would leave, whole, and moves nothing by that', async () => {
      const rail = await open()
      const prepared = await rail.prepare(orders)
      expect(await rail.prepare(orders)).toEqual(prepared)
      expect(prepared).toMatchObject({ refused: [], setup: [] })
      const minor = orders.reduce((sum, { amount }) => sum + amount.minor, 0n)
      expect(prepared.totals).toEqual([{ currency, minor }])
      expect(prepared.leaving.map(({ attempt_uuid, amount }) => [attempt_uuid, amount])).toEqual(
        orders.map(({ attempt_uuid, amount }) => [attempt_uuid, amount]),
      )
      expect(prepared.file === null).toBe(rail.capabilities.leaves === 'AT_ONCE')
      expect(await rail.books?.(null, 10)).toEqual(rail.books && [])
    })

    it('takes each attempt once, under the reference that was prepared, however often it is sent', async () => {
      const rail = await open()
      const { leaving } = await rail.prepare(orders)
      const [first] = orders
      if (!first) throw new Error('there are orders')
      const receipts = await rail.send([...orders, first])
      const said = new Map(receipts.map(one => [one.attempt_uuid, one]))
      expect([...said.keys()].toSorted()).toEqual(ids.toSorted())
      for (const { attempt_uuid, reference } of leaving)
        expect(said.get(attempt_uuid)).toMatchObject({
          ...{ outcome: 'SENT', reason: null },
          // Empty where the other side names it when it leaves.
          reference: reference === '' ? expect.stringMatching(/./) : reference,
        })
      const again = await rail.send(orders)
      expect(new Map(again.map(one => [one.attempt_uuid, one]))).toEqual(said)
      const books = await rail.books?.(null, 10)
      expect(books?.map(({ amount }) => amount)).toEqual(books && orders.map(of => of.amount))
    })

    it('tells of attempts what it told when they were sent, and of nothing else', async () => {
      const rail = await open()
      await rail.send(orders)
      for (const told of await rail.ask(ids)) expect(ids).toContain(told.attempt_uuid)
      expect(await rail.ask([])).toEqual([])
    })

    it('has nothing to do where nothing is asked, and reads no nonsense', async () => {
      const rail = await open()
      expect(await rail.send([])).toEqual([])
      expect((await rail.prepare([])).leaving).toEqual([])
      expect('problems' in (await rail.read(new TextEncoder().encode('nonsense')))).toBe(true)
    })

    it('says what it can', async () => {
      const { capabilities } = await open()
      expect(capabilities.least_minor).toBeGreaterThan(0n)
      expect(capabilities.currencies ?? [currency]).toContain(currency)
    })
  })
}
