/** Whom Algorand's tokens are paid to and whom not, what the treasury needs for that, and two who pay at once; the chain's own books against ours each time. */
import { expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import {
  ALGO,
  HELD,
  type OnAlgorand,
  onAlgorand,
  orderIn,
  treasury,
  walletOf,
} from './on-algorand.test-data.ts'

const { open: opened } = onAlgorand()
const arrived = async ({ local, rail }: OnAlgorand) => {
  local.mine(21)
  await rail.follow?.()
}
const reasons = async ({ rail }: OnAlgorand, ids: readonly string[]) =>
  (await rail.ask(ids)).map(one => one.reason)

it('refuses in words who has not opted in, is frozen, is its own or no address, and pays the others', async () => {
  const on = await opened()
  on.local.leave(walletOf(2), 'USDC')
  on.local.freeze(walletOf(3), 'USDC')
  const orders = [
    orderIn(1),
    orderIn(2),
    orderIn(3),
    orderIn(4, 5n, { account: treasury.address }),
    orderIn(5, 5n, { account: `${walletOf(5).slice(0, -1)}A` }),
    orderIn(6, 5n, { account: 'A'.repeat(52).concat('Y5HFKQ') }),
    orderIn(7, 5n, { currency: 'BTC' }),
  ]
  const { leaving, refused } = await on.rail.prepare(orders)
  expect([leaving.length, refused.length]).toEqual([1, 6])
  const receipts = await on.rail.send(orders)
  const no_address = 'this is no wallet’s address on Algorand, or not for what is paid.'
  expect(receipts.map(one => one.reason?.slice(17))).toEqual([
    undefined,
    'this wallet has not opted in to the token on Algorand yet, which only its owner can do, in the wallet’s own app.',
    'the issuer of the token has frozen the account of this wallet.',
    'the address is Corridor’s own.',
    ...[no_address, no_address, no_address],
  ])
  await arrived(on)
  expect(on.paid(orders.slice(0, 3))).toEqual([orders[0]?.amount.minor, 0n, 0n])
  expect(await on.rail.owned?.([treasury.address, walletOf(1)])).toEqual([treasury.address])
  // Once they have, they are paid.
  on.local.fund(walletOf(2), 'USDC', 0n)
  const anew = { ...orderIn(12, 9n), account: walletOf(2), before: [attemptOf(2)] }
  await on.rail.send([anew])
  await arrived(on)
  expect(on.paid([anew])).toEqual([9n])
})

it('lets wait what could leave and cannot any more, since its payee left meanwhile, and refuses it in words once its time is over', async () => {
  const on = await opened()
  await on.rail.send([orderIn(1), orderIn(2)])
  on.local.leave(walletOf(1), 'USDC')
  await arrived(on)
  const ids = [attemptOf(1), attemptOf(2)]
  expect((await on.rail.ask(ids)).map(of => of.outcome)).toEqual(['SENT', 'SETTLED'])
  on.local.pass(500)
  await on.rail.follow?.()
  expect((await on.rail.ask(ids)).map(of => of.outcome)).toEqual(['SENT', 'SETTLED'])
  await on.rail.follow?.()
  expect(await reasons(on, ids)).toEqual([expect.stringMatching(/has not opted in/), null])
})

it('pays nothing while the issuer has frozen the treasury, and says which wallet that is', async () => {
  const on = await opened()
  on.local.freeze(treasury.address, 'USDC')
  expect((await on.rail.send([orderIn(4)]))[0]?.reason).toMatch(/move none of it whole by now/)
  const other = orderIn(5, 5n, { currency: 'USDT' })
  await on.rail.send([other])
  await arrived(on)
  expect(on.paid([orderIn(4), other])).toEqual([0n, 5n])
})

it('has a treasury that holds no token yet hold both, once it has the ALGO for that, and no more than once', async () => {
  const on = await opened({ coin: 150_000n, holds: false })
  expect(on.local.waiting()).toEqual([])
  expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ held: { minor: 0n } })
  on.local.fund(treasury.address, 'ALGO', ALGO)
  await on.rail.follow?.()
  await on.rail.follow?.()
  expect(on.local.waiting()).toHaveLength(2)
  await arrived(on)
  await arrived(on)
  expect(on.local.stood()).toBe(2)
  on.local.fund(treasury.address, 'USDC', HELD)
  await on.rail.send([orderIn(1)])
  await arrived(on)
  expect(on.paid([orderIn(1)])).toEqual([orderIn(1).amount.minor])
})

it('takes nothing while the treasury has too little ALGO beside what it has to keep, and says so', async () => {
  const on = await opened({ coin: 300_500n })
  await expect(on.rail.send([orderIn(1)])).rejects.toMatchObject({ code: 'CHAIN_COIN_SHORT' })
  expect(await on.rail.ask([attemptOf(1)])).toEqual([])
  expect((await on.rail.treasuries?.())?.[0]?.hold).toBe('COIN_SHORT')
  on.local.fund(treasury.address, 'ALGO', ALGO)
  await on.rail.send([orderIn(1)])
  await arrived(on)
  expect(on.paid([orderIn(1)])).toEqual([orderIn(1).amount.minor])
})

it('is sent by two at once, and again and again, and pays once', async () => {
  const on = await opened()
  const many = Array.from({ length: 40 }, (_, n) => orderIn(n))
  const sets = Array.from({ length: 10 }, (_, n) => many.slice(n * 2, n * 2 + 22))
  const other = on.another()
  const answers = await Promise.all(sets.map((set, n) => (n % 2 === 0 ? on.rail : other).send(set)))
  expect(answers.flat().every(one => one.outcome === 'SENT')).toBe(true)
  await Promise.all([on.rail.follow?.(), other.follow?.()])
  on.local.mine(21)
  await Promise.all([on.rail.follow?.(), other.follow?.()])
  await arrived(on)
  expect(on.paid(many)).toEqual(many.map(order => order.amount.minor))
  expect(on.local.stood()).toBe(40)
})

it('stops for what left its treasury by nothing of ours', async () => {
  const on = await opened()
  await on.rail.follow?.()
  on.local.fund(treasury.address, 'USDC', -5_000n)
  await on.rail.follow?.()
  await on.rail.follow?.()
  await expect(on.rail.send([orderIn(1)])).rejects.toMatchObject({ code: 'CHAIN_TOKENS_MISSING' })
  expect((await on.rail.treasuries?.())?.[0]?.missing).toEqual({ currency: 'USDC', minor: 5_000n })
})
