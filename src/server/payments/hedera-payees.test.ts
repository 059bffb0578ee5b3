/** Whom Hedera's token is paid to and whom not, what the treasury needs for that, and two who pay at once; the chain's own books against ours each time. */
import { expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import {
  HBAR,
  HELD,
  type OnHedera,
  onHedera,
  orderIn,
  treasury,
  walletOf,
} from './on-hedera.test-data.ts'

const { open: opened } = onHedera()
const arrived = async ({ local, rail }: OnHedera) => {
  local.mine(31)
  await rail.follow?.()
}
const ALIAS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

it('refuses in words who does not hold the token, is frozen, is its own or no address, and pays the others', async () => {
  const on = await opened()
  on.local.leave(walletOf(2), 'USDC')
  on.local.freeze(walletOf(3), 'USDC')
  const orders = [
    orderIn(1),
    orderIn(2),
    orderIn(3),
    orderIn(4, 5n, { account: treasury.address }),
    orderIn(5, 5n, { account: '0.0.5000' }),
    orderIn(6, 5n, { account: `${walletOf(6)}-aaaaa` }),
    orderIn(7, 5n, { account: '0.0.456858' }),
    orderIn(8, 5n, { currency: 'USDT' }),
  ]
  const { leaving, refused } = await on.rail.prepare(orders)
  expect([leaving.length, refused.length]).toEqual([1, 7])
  const receipts = await on.rail.send(orders)
  const no_address = 'this is no wallet’s address on Hedera, or not for what is paid.'
  expect(receipts.map(one => one.reason?.slice(17))).toEqual([
    undefined,
    'this wallet has not opted in to the token on Hedera yet, which only its owner can do, in the wallet’s own app.',
    'the issuer of the token has frozen the account of this wallet.',
    ...['the address is Corridor’s own.', 'the address is Corridor’s own.'],
    ...[no_address, no_address, no_address],
  ])
  await arrived(on)
  expect(on.paid(orders.slice(0, 3))).toEqual([orders[0]?.amount.minor, 0n, 0n])
  expect(await on.rail.owned?.([treasury.address, '0.0.5000', walletOf(1)])).toEqual([
    ...[treasury.address, '0.0.5000'],
  ])
  // Once they do, they are paid.
  on.local.fund(walletOf(2), 'USDC', 0n)
  const anew = { ...orderIn(12, 9n), account: walletOf(2), before: [attemptOf(2)] }
  await on.rail.send([anew])
  await arrived(on)
  expect(on.paid([anew])).toEqual([9n])
})

it('pays the alias of a key, whose account takes the token by itself, and lays down what that costs', async () => {
  const on = await opened()
  const order = orderIn(1, 5_000n, { account: ALIAS })
  expect((await on.rail.send([order]))[0]?.reason).toMatch(/has not opted in/)
  on.local.set(ALIAS, { takes: -1 })
  const anew = { ...orderIn(2, 5_000n, { account: ALIAS }), before: [attemptOf(1)] }
  await on.rail.send([anew])
  await arrived(on)
  expect((await on.rail.ask([attemptOf(2)]))[0]?.outcome).toBe('SETTLED')
  expect(on.paid([anew])).toEqual([5_000n])
  expect(on.local.coinOf(treasury.address)).toBe(HBAR - 51_000_000n)
})

it('says in words that the network refused it, once its time is over, and pays anew then', async () => {
  const on = await opened()
  await on.rail.send([orderIn(1), orderIn(2)])
  on.local.leave(walletOf(1), 'USDC')
  await arrived(on)
  const ids = [attemptOf(1), attemptOf(2)]
  expect((await on.rail.ask(ids)).map(of => of.outcome)).toEqual(['SENT', 'SETTLED'])
  on.local.pass(250)
  await on.rail.follow?.()
  const [failed] = await on.rail.ask(ids)
  expect(failed).toMatchObject({ outcome: 'FAILED', reason: expect.stringMatching(/opted in/) })
  on.local.fund(walletOf(1), 'USDC', 0n)
  const anew = { ...orderIn(12, 9n), account: walletOf(1), before: [attemptOf(1)] }
  await on.rail.send([anew])
  await arrived(on)
  expect(on.paid([anew])).toEqual([9n])
})

it('pays nothing while the token is paused, or the issuer has frozen the treasury, and says which wallet that is', async () => {
  const on = await opened()
  on.local.freeze(treasury.address, 'USDC')
  expect((await on.rail.send([orderIn(4)]))[0]?.reason).toMatch(/move none of it whole by now/)
  on.local.freeze(treasury.address, 'USDC', false)
  on.local.change('USDC', { paused: true })
  expect((await on.rail.send([orderIn(5)]))[0]?.reason).toMatch(/move none of it whole by now/)
  on.local.change('USDC', { paused: false })
  await on.rail.send([orderIn(6)])
  await arrived(on)
  expect(on.paid([orderIn(4), orderIn(5), orderIn(6)])).toEqual([0n, 0n, 10_006n])
})

it('has a treasury that nobody paid yet wait, and hold the token once it has the HBAR for that, and no more than once', async () => {
  const on = await opened({ coin: 0n, holds: false })
  expect(on.local.waiting()).toEqual([])
  await expect(on.rail.send([orderIn(1)])).rejects.toMatchObject({ code: 'CHAIN_COIN_SHORT' })
  expect((await on.rail.treasuries?.())?.[0]).toMatchObject({ held: { minor: 0n } })
  on.local.fund(treasury.address, 'HBAR', 90_000_000n)
  await on.rail.follow?.()
  expect(on.local.waiting()).toEqual([])
  on.local.fund(treasury.address, 'HBAR', HBAR)
  await on.rail.follow?.()
  await on.rail.follow?.()
  expect(on.local.waiting()).toHaveLength(1)
  await arrived(on)
  await arrived(on)
  expect(on.local.stood()).toBe(1)
  on.local.fund(treasury.address, 'USDC', HELD)
  await on.rail.send([orderIn(1)])
  await arrived(on)
  expect(on.paid([orderIn(1)])).toEqual([orderIn(1).amount.minor])
})

it('takes nothing while the treasury has too little HBAR, and says so', async () => {
  const on = await opened({ coin: 101_000_000n })
  await expect(on.rail.send([orderIn(1)])).rejects.toMatchObject({ code: 'CHAIN_COIN_SHORT' })
  expect(await on.rail.ask([attemptOf(1)])).toEqual([])
  expect((await on.rail.treasuries?.())?.[0]?.hold).toBe('COIN_SHORT')
  on.local.fund(treasury.address, 'HBAR', HBAR)
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
  on.local.mine(31)
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
