/** What paying in bitcoin takes, before anything is built: by the coins and by what the node last said of fees, both as they lie in the books. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { Money } from '#domain/kernel/money.ts'
import { freeSat, spendable, standing } from '../bitcoin/books.store.ts'
import type { Coin } from '../bitcoin/build-payout.ts'
import { MOST_FEE_RATE } from './bitcoin-pay.ts'
import type { ChainCost } from './rail.ts'

/**
 * Virtual bytes of a transaction that spends by segwit version 0 and pays by version 1, whose outputs are the largest in use; with change
 * (bitcoinops.org/en/tools/calc-size).
 */
const OF_TRANSACTION = 11n + 31n
const OF_INPUT = 68n
const OF_OUTPUT = 43n

/**
 * The fee of so many payments that together are so much, paid as many by a transaction as `per_transaction`: of the fewest coins that reach, and no less than what
 * is paid then to addresses in use.
 */
export async function costOf(
  db: Kysely<DB>,
  { payments, total }: { readonly payments: number; readonly total: Money },
  {
    script,
    ...by
  }: {
    readonly script: string
    readonly per_transaction: number
    readonly input_bytes: bigint | undefined
  },
): Promise<ChainCost> {
  const [now, coins, free_sat] = await db
    .connection()
    .execute(
      async books =>
        [
          await standing(books),
          await spendable(books, script),
          await freeSat(books, script),
        ] as const,
    )
  const inBitcoin = (minor: bigint): Money => ({ currency: 'BTC', minor })
  const { fee_rate } = now
  const fee = fee_rate === null ? null : feeOf(coins, { payments, total, ...by, fee_rate })
  const lacks = total.minor + (fee ?? 0n) - free_sat
  return {
    fee: fee === null ? null : inBitcoin(fee),
    ...{ fee_rate, fee_unit: 'SATOSHI_BYTE', asked_at: now.read_at, accounts: null },
    ...{ ready: inBitcoin(free_sat), short: lacks > 0n ? inBitcoin(lacks) : null },
    coin_short: null,
    wait: now.problem || !now.read_at ? 'UNREAD' : now.hold,
  }
}

function feeOf(
  coins: readonly Coin[],
  of: {
    readonly payments: number
    readonly total: Money
    readonly per_transaction: number
    readonly input_bytes: bigint | undefined
    readonly fee_rate: bigint
  },
): bigint {
  const rate = of.fee_rate < MOST_FEE_RATE ? of.fee_rate : MOST_FEE_RATE
  const transactions = BigInt(Math.ceil(of.payments / of.per_transaction))
  const outputs = BigInt(of.payments) * OF_OUTPUT
  const of_input = of.input_bytes ?? OF_INPUT
  const withInputs = (count: number) =>
    (transactions * OF_TRANSACTION + outputs + BigInt(count) * of_input) * rate
  let reached = 0n
  for (const [at, { value_sat }] of coins.entries()) {
    reached += value_sat
    const fee = withInputs(at + 1)
    if (reached >= of.total.minor + fee) return fee
  }
  return withInputs(Math.max(coins.length, 1))
}
