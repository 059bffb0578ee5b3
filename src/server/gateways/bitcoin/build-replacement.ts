/** Making a transaction that stands in the place of one that waits: the same payees at the same places, for a higher fee out of the treasury's change (BIP 125). */
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { assert } from '#domain/kernel/assert.ts'
import type { NotRaised } from '#domain/kernel/chain-problem.ts'
import { type Coin, knowChange, REPLACEABLE, type Unsigned, type Wallet } from './build-payout.ts'

/** What an input of the treasury takes, in virtual bytes, rounded up (P2WPKH), and an output beside its script. */
const INPUT_BYTES = 69n
const OUTPUT_BYTES = 9
/** Change below that is no output that nodes relay (policy/policy.cpp, GetDustThreshold). */
const LEAST_CHANGE_SAT = 546n

type Old = {
  readonly raw: string
  readonly inputs: readonly Coin[]
  readonly change: readonly Coin[]
}

/** How large a signed transaction is, in virtual bytes. */
export function sizeOf(raw: string): bigint {
  return BigInt(read(raw).vsize)
}

/**
 * Spends what the old one spends, and of `more` (which must stand in blocks) as few as it takes, for the fee of `feeOf` its size. Says why not where the coins
 * do not reach, or `feeOf` finds none within its limit.
 */
export function buildReplacement(
  old: Old,
  more: readonly Coin[],
  treasury: Wallet,
  feeOf: (bytes: bigint) => bigint | undefined,
): Unsigned | NotRaised {
  const before = read(old.raw)
  const [change] = old.change
  const outputs = Array.from({ length: before.outputsLength }, (_, vout) => {
    const { script, amount } = before.getOutput(vout)
    assert(script && amount !== undefined, 'an output has a script and an amount')
    return { script, amount }
  })
  const paid_sat = outputs.reduce(
    (sum, { amount }, vout) => (vout === change?.vout ? sum : sum + amount),
    0n,
  )
  // Each signature may come out a byte longer than the one before.
  const signatures = old.inputs.length * (treasury.by_hand?.needed ?? 1)
  const of_input = treasury.by_hand?.input_bytes ?? INPUT_BYTES
  const of_change = BigInt(OUTPUT_BYTES + treasury.script.length / 2)
  const least = BigInt(before.vsize + signatures) + (change ? 0n : of_change)
  for (let count = 0; count <= more.length; count++) {
    const inputs = [...old.inputs, ...more.slice(0, count)]
    const fee_sat = feeOf(least + BigInt(count) * of_input)
    if (fee_sat === undefined) return 'LIMIT'
    const left = inputs.reduce((sum, coin) => sum + coin.value_sat, 0n) - paid_sat - fee_sat
    if (left < LEAST_CHANGE_SAT) continue
    const place = { script: hex.decode(treasury.script), amount: left }
    const made = change
      ? outputs.map((output, vout) => (vout === change.vout ? place : output))
      : [...outputs, place]
    return unsignedOf(inputs, made, treasury, change?.vout ?? outputs.length)
  }
  return 'COINS'
}

function unsignedOf(
  inputs: readonly Coin[],
  outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[],
  treasury: Wallet,
  change_vout: number,
): Unsigned {
  const script = hex.decode(treasury.script)
  const transaction = new Transaction()
  for (const { txid, vout, value_sat } of inputs)
    transaction.addInput({
      ...{ txid, index: vout, sequence: REPLACEABLE },
      witnessUtxo: { script, amount: value_sat },
      ...treasury.by_hand?.known,
    })
  for (const output of outputs) transaction.addOutput(output)
  knowChange(transaction, change_vout, treasury)
  const { id: txid, fee: fee_sat } = transaction
  const value_sat = outputs[change_vout]?.amount ?? 0n
  return {
    ...{ psbt: transaction.toPSBT(), txid, fee_sat, inputs, vouts: [] },
    change: [{ txid, vout: change_vout, value_sat }],
  }
}

function read(raw: string): Transaction {
  return Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true })
}
