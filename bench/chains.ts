/**
 * Payouts on chains: from what a rail is handed to what its payees have for good, against a bare script that pays them by the same library without books, lanes
 * or questions. On the local chains that tests stand on, asked over HTTP where they are; bitcoin's is in memory.
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { algorandChain } from '#server/gateways/algorand/algorand-chain.ts'
import { localChain as localAlgorand } from '#server/gateways/algorand/local-chain.test-data.ts'
import { algorandNode } from '#server/gateways/algorand/node.ts'
import { signerOf as algorandSigner } from '#server/gateways/algorand/signer.ts'
import { attemptOf } from '#server/gateways/bank-files/orders.test-data.ts'
import { memoryChain } from '#server/gateways/bitcoin/memory-chain.test-data.ts'
import { signerOf as bitcoinSigner } from '#server/gateways/bitcoin/signer.ts'
import { ethereumChain } from '#server/gateways/ethereum/ethereum-chain.ts'
import { localChain as localEthereum } from '#server/gateways/ethereum/local-chain.test-data.ts'
import { ethereumNode } from '#server/gateways/ethereum/node.ts'
import { signerOf as ethereumSigner } from '#server/gateways/ethereum/signer.ts'
import { hederaChain } from '#server/gateways/hedera/hedera-chain.ts'
import { localChain as localHedera } from '#server/gateways/hedera/local-chain.test-data.ts'
import { hederaNode } from '#server/gateways/hedera/node.ts'
import { signerOf as hederaSigner } from '#server/gateways/hedera/signer.ts'
import { bitcoinRail } from '#server/gateways/rails/bitcoin.ts'
import type { Rail, RailOrder } from '#server/gateways/rails/rail.ts'
import { tokenRail } from '#server/gateways/rails/token.ts'
import { localChain as localSolana } from '#server/gateways/solana/local-chain.test-data.ts'
import { solanaNode } from '#server/gateways/solana/node.ts'
import { signerOf as solanaSigner } from '#server/gateways/solana/signer.ts'
import { solanaChain } from '#server/gateways/solana/solana-chain.ts'
import {
  bareAlgorand,
  bareBitcoin,
  bareEthereum,
  bareHedera,
  bareSolana,
  type Pay,
} from './bare-payouts.ts'

/** A treasury on a chain of its own, with enough for everybody. */
type Opened = {
  readonly rail: Rail
  readonly currency: string
  walletOf(n: number): string
  /** Has all that was offered stand for good. */
  settle(): Promise<void> | void
  has(payee: string): Promise<bigint> | bigint
  /** The bare script. */
  bare(payments: readonly Pay[]): Promise<void>
  end(): Promise<void>
}

/** The seed of the treasury's key, and of its payees'. */
const KEY = new Uint8Array(32).fill(7)
const keyOf = (n: number) =>
  Uint8Array.from({ length: 32 }, (_, at) => (at < 2 ? (n >> (8 * at)) & 255 : 9))
/** In smallest units, of each token and coin. */
const PLENTY = 10n ** 12n
const now = () => new Date()

export const CHAINS = { bitcoin, solana, ethereum, algorand, hedera } as const
export type ChainName = keyof typeof CHAINS

/** How many payouts a second arrive, by the rail and by the bare script, on chains as new. Throws where anybody has another amount. */
export async function payOut(
  books: Kysely<DB>,
  name: ChainName,
  count: number,
): Promise<{ ours: number; bare: number }> {
  return {
    bare: await timed(books, name, count, (on, payments) => on.bare(payments)),
    ours: await timed(books, name, count, byRail),
  }
}

async function timed(
  books: Kysely<DB>,
  name: ChainName,
  count: number,
  pay: (on: Opened, payments: readonly Pay[], name: ChainName) => Promise<void>,
): Promise<number> {
  const on = await CHAINS[name](books, count)
  try {
    const payments = Array.from({ length: count }, (_, n) => ({
      payee: on.walletOf(n),
      amount: 10_000n + BigInt(n),
    }))
    const from = performance.now()
    await pay(on, payments, name)
    const seconds = (performance.now() - from) / 1000
    for (const { payee, amount } of payments) {
      const has = await on.has(payee)
      if (has !== amount) throw new Error(`${payee} has ${has} on ${name}, and not ${amount}`)
    }
    return count / seconds
  } finally {
    await on.end()
  }
}

/** Handed over at once, and followed until all of it arrived, as the worker does each minute. */
async function byRail(on: Opened, payments: readonly Pay[], network: ChainName): Promise<void> {
  const { rail, currency } = on
  const orders = payments.map(
    ({ payee, amount }, n): RailOrder => ({
      ...{ attempt_uuid: attemptOf(n), amount: { currency, minor: amount }, account: payee },
      network: network === 'algorand' ? 'algo' : network,
      ...{ account_name: '', payee: null, remittance: '' },
    }),
  )
  await rail.send(orders)
  const left = async () => {
    const told = await rail.ask(orders.map(of => of.attempt_uuid))
    const failed = told.find(of => of.outcome === 'FAILED')
    if (failed) throw new Error(`${network} refused: ${failed.reason}`)
    return told.some(of => of.outcome !== 'SETTLED')
  }
  while (await left()) {
    await on.settle()
    await rail.follow?.()
  }
}

function bitcoin(books: Kysely<DB>, count: number): Promise<Opened> {
  const chain = memoryChain()
  const signer = bitcoinSigner(KEY)
  const value_sat = BigInt(count) * 100_000n
  const coins = [1, 2, 3, 4].map(() => ({ txid: chain.fund(signer.address, value_sat), value_sat }))
  chain.mine()
  const rail = bitcoinRail(books, { node: chain.node, chain: 'main', signer, from_height: 0, now })
  return opened(rail, {
    ...{ currency: 'BTC', walletOf: n => bitcoinSigner(keyOf(n)).address },
    settle: () => chain.mine(6),
    has: payee => chain.paid(payee),
    bare: payments => bareBitcoin(chain, KEY, coins, payments),
    end: async () => {},
  })
}

async function solana(books: Kysely<DB>): Promise<Opened> {
  const local = await localSolana()
  const signer = solanaSigner(KEY)
  for (const currency of ['SOL', 'USDC', 'USDT'] as const)
    await local.fund(signer.address, currency, PLENTY)
  const chain = await solanaChain(solanaNode(local.url), signer)
  await chain.open(PLENTY)
  local.settle()
  return opened(tokenRail(books, { chain, now }), {
    ...{ currency: 'USDC', walletOf: n => solanaSigner(keyOf(n)).address },
    settle: () => local.settle(),
    has: payee => local.tokensOf(payee, 'USDC'),
    bare: payments => bareSolana(local, KEY, payments),
    end: () => local.end(),
  })
}

async function ethereum(books: Kysely<DB>): Promise<Opened> {
  const local = await localEthereum()
  const signer = ethereumSigner(KEY)
  for (const currency of ['ETH', 'USDC', 'USDT'] as const)
    await local.fund(signer.address, currency, PLENTY)
  await local.settle()
  const chain = ethereumChain(ethereumNode(local.url), signer)
  return opened(tokenRail(books, { chain, now }), {
    ...{ currency: 'USDC', walletOf: n => ethereumSigner(keyOf(n)).address },
    settle: () => local.settle(),
    has: payee => local.tokensOf(payee, 'USDC'),
    bare: payments => bareEthereum(local, KEY, payments),
    end: () => local.end(),
  })
}

async function algorand(books: Kysely<DB>, count: number): Promise<Opened> {
  const local = await localAlgorand()
  const signer = algorandSigner(KEY)
  const walletOf = (n: number) => algorandSigner(keyOf(n)).address
  for (const currency of ['ALGO', 'USDC', 'USDT'] as const)
    local.fund(signer.address, currency, PLENTY)
  for (let n = 0; n < count; n++) local.fund(walletOf(n), 'USDC', 0n)
  const chain = await algorandChain(algorandNode(local.url), signer)
  return opened(tokenRail(books, { chain, now }), {
    ...{ currency: 'USDC', walletOf },
    // As long as it takes until a lane has another value.
    settle: () => local.mine(20),
    has: payee => local.tokensOf(payee, 'USDC'),
    bare: payments => bareAlgorand(local, KEY, payments),
    end: () => local.end(),
  })
}

async function hedera(books: Kysely<DB>, count: number): Promise<Opened> {
  const local = await localHedera()
  const signer = hederaSigner(KEY)
  const walletOf = (n: number) => `0.0.${48_000 + n}`
  for (const currency of ['HBAR', 'USDC']) local.fund(signer.address, currency, PLENTY)
  for (let n = 0; n < count; n++) local.fund(walletOf(n), 'USDC', 0n)
  const node = hederaNode(local.url, local.nodes, { now: local.now })
  const chain = hederaChain(node, signer)
  return opened(tokenRail(books, { chain, now }), {
    ...{ currency: 'USDC', walletOf },
    // As long as it takes until a lane has another value.
    settle: () => local.mine(30),
    has: payee => local.tokensOf(payee, 'USDC'),
    bare: payments => bareHedera(local, KEY, payments),
    end: () => local.end(),
  })
}

/** With its treasury read, as it is minutes before anything is paid. */
async function opened(rail: Rail, rest: Omit<Opened, 'rail'>): Promise<Opened> {
  await rail.follow?.()
  await rail.follow?.()
  return { rail, ...rest }
}
