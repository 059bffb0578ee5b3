/** Deposits in what a wallet holds against the ledger: each once, wherever it lies by now; what is booked beside them is found. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { fund } from '#test/harness/world.ts'
import { signerOf } from '../gateways/bitcoin/signer.ts'
import { eachPayingIn, type OnBitcoin, treasury } from '../ledger/deposits.test-data.ts'
import {
  ADDRESS,
  eachOnAlgorand,
  type OnAlgorand,
  treasury as ofAlgorand,
  USD,
} from '../ledger/memo-deposits-on-algorand.test-data.ts'
import type { PayingIn } from '../ledger/paying-in.test-data.ts'
import { eachOnEthereum, type OnEthereum } from '../ledger/token-deposits.test-data.ts'

async function minutes(on: PayingIn, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    on.world.clock.set(new Date(on.world.clock.now().getTime() + 60_000).toISOString())
    await on.minute()
  }
}

/** Of the first wallet: what it holds with what lies at addresses of deposits, what the books say, and what differs. */
async function wallet(on: PayingIn) {
  const [of] = (await call(on.world, on.operator, 'listTreasuries')).treasuries
  const holds = (of?.held.minor ?? 0n) + (of?.deposited?.minor ?? 0n)
  const { amount, stops } = of?.difference ?? {}
  return { holds, booked: of?.booked?.minor, differs: amount?.minor ?? 0n, stops: stops ?? false }
}
const even = (holds: bigint) => ({ holds, booked: holds, differs: 0n, stops: false })

/** Takes back what was booked last, by two. */
async function reverse(on: PayingIn): Promise<void> {
  const { items } = await call(on.world, on.operator, 'listTransfers', { query: { limit: 50 } })
  const id = items.find(of => of.code === 'funding_received')?.transfer_uuid ?? ''
  const { waiting } = await call(on.world, on.operator, 'reverseFunding', {
    ...{ params: { id }, body: { reason: 'Booked twice.' } },
  })
  await on.confirm(waiting?.step_uuid)
}

describe('a deposit of bitcoin', () => {
  let on: OnBitcoin
  eachPayingIn(it => {
    on = it
  })
  const paidIn = async (satoshi = 250_000n) => {
    const txid = on.chain.fund(await on.addressOf(on.employer), satoshi)
    on.chain.mine()
    return txid
  }

  it('is what the books expect from the first block on, booked or not, and wherever the chain turns', async () => {
    await minutes(on, 2)
    const txid = await paidIn()
    for (const blocks of [0, 4, 1]) {
      on.chain.mine(blocks)
      await minutes(on, 2)
      expect(await wallet(on)).toEqual(even(250_000n))
    }
    expect(await on.has(on.employer)).toBe(250_000n)
    on.chain.reorganise(7, [txid])
    await minutes(on, 2)
    // That it is booked and on no chain is work by itself.
    expect(await wallet(on)).toEqual(even(0n))
    expect(await on.work()).toMatchObject([{ kind: 'LOST' }])
    on.chain.again(txid)
    on.chain.mine(6)
    await minutes(on, 2)
    expect(await wallet(on)).toEqual(even(250_000n))
  })

  it('that is brought to the treasury is there once', async () => {
    await minutes(on, 2)
    const txid = await paidIn()
    on.chain.mine(5)
    await minutes(on, 2)
    on.chain.spendElsewhere(txid, 0, treasury.address)
    on.chain.mine()
    await minutes(on, 2)
    expect(await wallet(on)).toEqual(even(250_000n))
  })

  it('of which some goes back, and the rest is brought, lost the fee of that', async () => {
    await minutes(on, 2)
    const back = signerOf(new Uint8Array(32).fill(99)).address
    on.chain.fund(await on.addressOf(on.employer), 70_000n)
    const txid = on.chain.fund(await on.addressOf(on.other), 250_000n)
    await call(on.world, on.operator, 'changeStanding', {
      params: { userTypes: 'employers', sub: on.employer.sub, operation: 'suspend' },
      body: { reason: 'A test.' },
    })
    on.chain.mine(6)
    await minutes(on, 1)
    const reference = on.chain.spendAmong(txid, 0, [
      [back, 70_000n],
      [treasury.address, 175_000n],
    ])
    on.chain.mine()
    const [receipt] = await on.nobodys()
    const { waiting } = await call(on.world, on.operator, 'refundReceipt', {
      params: { id: receipt?.receipt_uuid ?? '' },
      body: { reference, words: 'They wrote the address.', account: back },
    })
    await on.confirm(waiting?.step_uuid)
    await minutes(on, 2)
    expect(await wallet(on)).toEqual(even(245_000n))
  })

  it('that goes to nobody is missing, and stops the wallet', async () => {
    await minutes(on, 2)
    const txid = await paidIn()
    on.chain.mine(5)
    await minutes(on, 2)
    on.chain.spendElsewhere(txid, 0)
    on.chain.mine()
    await minutes(on, 2)
    expect(await wallet(on)).toMatchObject({ holds: 0n, differs: -250_000n, stops: true })
  })

  it('that somebody books by hand as well is found, until that is taken back', async () => {
    await minutes(on, 2)
    await paidIn()
    on.chain.mine(5)
    await minutes(on, 2)
    await fund(on.world, on, '0.00250000', 'WIRE-9', 'BTC')
    await minutes(on, 2)
    expect(await wallet(on)).toEqual({
      ...{ holds: 250_000n, booked: 500_000n },
      ...{ differs: -250_000n, stops: true },
    })
    await reverse(on)
    await minutes(on, 2)
    expect(await wallet(on)).toEqual(even(250_000n))
  })
})

describe('a deposit on Algorand', () => {
  let on: OnAlgorand
  eachOnAlgorand(it => {
    on = it
  })
  const settled = async () => {
    on.local.mine(21)
    await minutes(on, 2)
  }

  it('is what the books expect, whosever it is, as is what is too small to be one', async () => {
    await minutes(on, 2)
    on.pay(250, await on.memoOf(on.employer))
    on.pay(70)
    on.local.pay({ to: ADDRESS, currency: 'USDC', amount: 5n, memo: '' })
    await settled()
    expect(await on.has(on.employer)).toBe(250n * USD)
    expect(await wallet(on)).toEqual(even(320n * USD + 5n))
  })

  it('that somebody books by its transaction as well is found', async () => {
    await minutes(on, 2)
    const txid = on.pay(250, await on.memoOf(on.employer))
    await settled()
    await fund(on.world, on, '250.00', txid, 'USDC')
    await minutes(on, 2)
    expect(await wallet(on)).toMatchObject({ differs: -250n * USD, stops: true })
    await reverse(on)
    await minutes(on, 2)
    expect(await wallet(on)).toEqual(even(250n * USD))
  })

  it('is no deposit at the treasury: that is asked about, and is one once it is booked', async () => {
    await minutes(on, 2)
    const txid = on.local.pay({
      ...{ to: ofAlgorand.address, currency: 'USDC', amount: 40n * USD, memo: '' },
    })
    await settled()
    expect(await wallet(on)).toMatchObject({ differs: 40n * USD, stops: false })
    await fund(on.world, on, '40.00', txid, 'USDC')
    await minutes(on, 2)
    expect(await wallet(on)).toEqual(even(40n * USD))
  })
})

describe('a deposit on Ethereum', () => {
  let on: OnEthereum
  eachOnEthereum(it => {
    on = it
  })

  it('that goes to another address of ours came once', async () => {
    await minutes(on, 2)
    const [one, other] = [await on.addressOf(on.employer), await on.addressOf(on.other)]
    await on.local.pay(one, 'USDC', 9n * USD)
    await on.local.pay(one, 'USDC', 5n)
    await on.settled()
    await on.local.sweep(one, other, 'USDC', 4n * USD)
    await on.settled()
    await minutes(on, 2)
    expect(await wallet(on)).toEqual(even(9n * USD + 5n))
  })
})
