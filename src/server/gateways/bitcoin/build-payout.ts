/** Making one transaction that pays many, of coins of the treasury: which coins, what it costs, and what is left. */
import { hex } from '@scure/base'
import { Address, NETWORK, OutScript, selectUTXO, Transaction } from '@scure/btc-signer'
import { assert } from '#domain/kernel/assert.ts'
import type { HandPolicy } from './descriptor.ts'

/** A coin of the treasury, in satoshi. */
export type Coin = { readonly txid: string; readonly vout: number; readonly value_sat: bigint }
export type Payee = { readonly address: string; readonly value_sat: bigint }

/** A transaction that is not signed, with what it spends and where each payee stands in it. */
export type Unsigned = {
  readonly psbt: Uint8Array
  readonly txid: string
  readonly fee_sat: bigint
  readonly inputs: readonly Coin[]
  readonly vouts: readonly number[]
  /** What goes back to the treasury; none where nothing is left that is worth an output. */
  readonly change: readonly Coin[]
}

/** Where a treasury's coins are, and by which keys they are spent where people sign. */
export type Wallet = {
  readonly address: string
  readonly script: string
  readonly by_hand?: HandPolicy
}

/** Opt-in to a later replacement by a higher fee (BIP 125). */
export const REPLACEABLE = 0xfffffffd

/** The locking script of an address of the main network, in hexadecimal; undefined where it is none, or of what anybody can spend (an anchor, P2A). */
export function scriptOf(address: string): string | undefined {
  try {
    const locked = Address(NETWORK).decode(address)
    return locked.type === 'p2a' ? undefined : hex.encode(OutScript.encode(locked))
  } catch {
    return undefined
  }
}

/**
 * Pays each payee whole out of the coins, all of which it spends that it `must`, for a fee of so many satoshi a virtual byte that the treasury bears beside, and gives the rest back to it;
 * the order of inputs and outputs says nothing (BIP 69). Undefined where the coins do not reach.
 */
export function buildPayout(
  coins: readonly Coin[],
  payees: readonly Payee[],
  treasury: Wallet,
  { fee_rate, must = [] }: { readonly fee_rate: bigint; readonly must?: readonly Coin[] },
): Unsigned | undefined {
  const script = hex.decode(treasury.script)
  const inputOf = ({ txid, vout, value_sat }: Coin) => ({
    ...{ txid, index: vout, sequence: REPLACEABLE },
    witnessUtxo: { script, amount: value_sat },
    ...treasury.by_hand?.known,
  })
  const isRequired = (coin: Coin) => must.some(of => isSame(of, coin))
  const free = coins.filter(coin => !isRequired(coin))
  const outputs = payees.map(({ address, value_sat }) => ({ address, amount: value_sat }))
  const selected = selectUTXO(free.map(inputOf), outputs, 'default', {
    ...{
      requiredInputs: must.map(inputOf),
      changeAddress: treasury.address,
      feePerByte: fee_rate,
      network: NETWORK,
    },
    ...{ bip69: true, createTx: true },
  })
  const transaction = selected?.tx
  if (!transaction) return undefined
  const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index } = transaction.getInput(at)
    const spent = { txid: hex.encode(txid ?? new Uint8Array()), vout: index ?? 0 }
    const coin = [...must, ...free].find(one => isSame(one, spent))
    assert(coin, 'what is spent is a coin of the treasury')
    return coin
  })
  const change = outputsOf(transaction).filter(output => output.script === treasury.script)
  for (const { vout } of change) knowChange(transaction, vout, treasury)
  return {
    ...{ psbt: transaction.toPSBT(), txid: transaction.id, fee_sat: transaction.fee, inputs },
    vouts: placesOf(transaction, payees),
    change: change.map(({ vout, amount }) => ({ txid: transaction.id, vout, value_sat: amount })),
  }
}

/** Has a wallet that signs by hand know an output as its own, so that it shows nobody that one as paid. */
export function knowChange(transaction: Transaction, vout: number, { by_hand }: Wallet): void {
  if (by_hand) transaction.updateOutput(vout, by_hand.known)
}

type Outpoint = Pick<Coin, 'txid' | 'vout'>

function isSame(one: Outpoint, other: Outpoint): boolean {
  return one.txid === other.txid && one.vout === other.vout
}

/** Which output each payee is: two who are paid as much at one address have one each. */
function placesOf(transaction: Transaction, payees: readonly Payee[]): number[] {
  const free = outputsOf(transaction)
  return payees.map(({ address, value_sat }) => {
    const script = scriptOf(address)
    const at = free.findIndex(of => of.script === script && of.amount === value_sat)
    const [place] = at < 0 ? [] : free.splice(at, 1)
    assert(place, 'each payee has an output')
    return place.vout
  })
}

function outputsOf(transaction: Transaction) {
  return Array.from({ length: transaction.outputsLength }, (_, vout) => {
    const { script, amount } = transaction.getOutput(vout)
    assert(script && amount !== undefined, 'an output has a script and an amount')
    return { vout, script: hex.encode(script), amount }
  })
}

/** Whether what was signed is what was to be: a signer that pays others, or more, is not believed. */
export function isSignedAs(unsigned: Unsigned, raw: Uint8Array): boolean {
  const signed = Transaction.fromRaw(raw, { allowUnknownOutputs: true, allowUnknownInputs: true })
  return signed.id === unsigned.txid
}

/** The transaction of a PSBT without signatures, in hexadecimal. */
export function unsignedRaw(psbt: Uint8Array): string {
  return hex.encode(Transaction.fromPSBT(psbt).unsignedTx)
}
