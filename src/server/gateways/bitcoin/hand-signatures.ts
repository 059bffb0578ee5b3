/** What people bring back from where they signed (decision 0225): whether it is what they were asked to sign, whose signatures are in it, and the transaction that these make. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { OutScript, SigHash, Transaction } from '@scure/btc-signer'
import { hash160 } from '@scure/btc-signer/utils.js'
import { assert } from '#domain/kernel/assert.ts'
import { bytesInText, type SignedProblem } from '../hand-signing.ts'
import type { HandPolicy } from './descriptor.ts'
import type { Signature } from './to-sign.store.ts'

const LENIENT = {
  ...{ allowUnknown: true, allowUnknownInputs: true, allowUnknownOutputs: true },
  ...{ allowUnknownVersion: true, disableScriptCheck: true, allowLegacyWitnessUtxo: true },
}

/** A PSBT (BIP 174) or a raw transaction: as bytes, in base64 or in hexadecimal, as wallets write them; undefined where it is none. */
function readSigned(bytes: Uint8Array): Transaction | undefined {
  const inside = bytesInText(bytes)
  try {
    const isPsbt = Buffer.from(inside.subarray(0, 5)).toString('latin1') === 'psbt\xff'
    return isPsbt ? Transaction.fromPSBT(inside, LENIENT) : Transaction.fromRaw(inside, LENIENT)
  } catch {
    return undefined
  }
}

/** The signatures of what came back that hold for all of what was asked, of keys of the treasury that signed every coin; or why there are none. */
export function signaturesIn(
  bytes: Uint8Array,
  asked: Uint8Array,
  policy: HandPolicy,
): readonly Signature[] | SignedProblem {
  const ours = Transaction.fromPSBT(asked)
  const signed = bytes.length > mostBytes(ours, asked) ? undefined : readSigned(bytes)
  if (!signed) return 'NOT_READ'
  const other = differenceOf(signed, ours)
  if (other) return other
  if (!isOf(ours, policy)) return 'OTHER_KEY'
  const inputs = Array.from({ length: ours.inputsLength }, (_, at) => candidatesIn(signed, at))
  if (inputs.every(of => of.length === 0)) return 'NOT_SIGNED'
  // Those that were added and those of a finished one: with more than that others signed, and trying each against each key takes minutes.
  if (inputs.some(of => of.length > 2 * policy.keys.length)) return 'OTHER_KEY'
  if (inputs.flat().some(of => of.at(-1) !== SigHash.ALL)) return 'NOT_ALL_OF_IT'
  const found = inputs.flatMap((candidates, at) => {
    const hash = hashOf(ours, at, policy)
    return policy.keys.flatMap(key => {
      const signature = candidates.find(of => isBy(of, hash, key))
      return signature ? [{ input: at, key, signature }] : []
    })
  })
  if (found.length === 0) return 'OTHER_KEY'
  const whole = found.filter(
    ({ key }) => found.filter(of => of.key === key).length === ours.inputsLength,
  )
  return whole.length > 0 ? whole : 'SOME_COINS'
}

/** Of a transaction whose coins a wallet shows whole, in bytes: nodes relay hardly a larger one (policy/policy.h, MAX_STANDARD_TX_WEIGHT). */
const WHOLE_BYTES = 200_000

/** No wallet writes more, in hexadecimal either; reading megabytes of made up outputs takes a process half a minute, and all of its memory. */
function mostBytes({ inputsLength }: Transaction, asked: Uint8Array): number {
  return 2 * (2 * asked.length + inputsLength * WHOLE_BYTES)
}

/** Whether all that it spends lies at the address of these keys: what those of before were asked for is theirs to sign. */
function isOf(ours: Transaction, { script }: HandPolicy): boolean {
  return Array.from({ length: ours.inputsLength }, (_, at) => ours.getInput(at).witnessUtxo).every(
    coin => coin && hex.encode(coin.script) === script,
  )
}

/** In what it is another transaction; undefined where it is the same but for signatures. */
function differenceOf(signed: Transaction, ours: Transaction): SignedProblem | undefined {
  if (idOf(signed) === ours.id) return undefined
  const spent = (of: Transaction) =>
    Array.from({ length: of.inputsLength }, (_, at) => {
      const { txid, index } = of.getInput(at)
      return `${hex.encode(txid ?? new Uint8Array())}:${index}`
    })
  if (spent(signed).sort().join() !== spent(ours).sort().join()) return 'OTHER_COINS'
  const paid = (of: Transaction) =>
    Array.from({ length: of.outputsLength }, (_, at) => {
      const { script, amount } = of.getOutput(at)
      return `${hex.encode(script ?? new Uint8Array())}:${amount}`
    })
  return paid(signed).sort().join() === paid(ours).sort().join()
    ? 'OTHER_TRANSACTION'
    : 'OTHER_PAYEES'
}

function idOf(of: Transaction): string | undefined {
  try {
    return of.id
  } catch {
    return undefined
  }
}

/** Whatever may be a signature of an input: those that wallets added, or those of one that they finished. */
function candidatesIn(signed: Transaction, at: number): Uint8Array[] {
  const { partialSig = [], finalScriptWitness = [] } = signed.getInput(at)
  return [...partialSig.map(([, signature]) => signature), ...finalScriptWitness].filter(
    looksSigned,
  )
}

/** As DER spells it, with what it holds behind. */
function looksSigned(bytes: Uint8Array): boolean {
  return bytes.length > 8 && bytes.length < 74 && bytes[0] === 0x30 && bytes[1] === bytes.length - 3
}

/** What is signed of an input (BIP 143). */
function hashOf(ours: Transaction, at: number, { keys, witness_script }: HandPolicy): Uint8Array {
  const { witnessUtxo } = ours.getInput(at)
  const [key] = keys
  assert(witnessUtxo && key, 'what is asked for says what it spends')
  const code = witness_script ?? OutScript.encode({ type: 'pkh', hash: hash160(hex.decode(key)) })
  return ours.preimageWitnessV0(at, code, SigHash.ALL, witnessUtxo.amount)
}

function isBy(signature: Uint8Array, hash: Uint8Array, key: string): boolean {
  try {
    const opts = { prehash: false, format: 'der' } as const
    return secp256k1.verify(signature.subarray(0, -1), hash, hex.decode(key), opts)
  } catch {
    return false
  }
}

/** The transaction that was asked for with as many signatures as it takes, in hexadecimal; undefined while there are fewer. */
export function signedWith(
  asked: Uint8Array,
  signatures: readonly Signature[],
  { keys, needed, witness_script }: HandPolicy,
): string | undefined {
  const transaction = Transaction.fromPSBT(asked)
  for (let at = 0; at < transaction.inputsLength; at++) {
    const by = new Map(signatures.filter(of => of.input === at).map(of => [of.key, of.signature]))
    const taken = keys.flatMap(key => by.get(key) ?? []).slice(0, needed)
    if (taken.length < needed) return undefined
    transaction.updateInput(
      at,
      {
        finalScriptWitness: witness_script
          ? // OP_CHECKMULTISIG takes one more than it looks at (BIP 147).
            [new Uint8Array(), ...taken, witness_script]
          : [...taken, ...keys.map(hex.decode)],
      },
      true,
    )
  }
  const raw = transaction.extract()
  assert(transaction.id === Transaction.fromPSBT(asked).id, 'signatures change no id')
  return hex.encode(raw)
}

/**
 * A PSBT with the whole of each transaction that it spends of, by which devices see for themselves what a coin is worth (BIP 174, `non_witness_utxo`); as it was
 * where one of them is another than it says.
 */
export function withSpent(psbt: Uint8Array, spent: ReadonlyMap<string, string>): Uint8Array {
  if (spent.size === 0) return psbt
  const transaction = Transaction.fromPSBT(psbt)
  try {
    for (let at = 0; at < transaction.inputsLength; at++) {
      const { txid } = transaction.getInput(at)
      const whole = spent.get(hex.encode(txid ?? new Uint8Array()))
      if (whole) transaction.updateInput(at, { nonWitnessUtxo: hex.decode(whole) })
    }
  } catch {
    return psbt
  }
  return transaction.toPSBT()
}
