/**
 * Whether who signed a message holds the key of a wallet's address. Each network as its wallets sign messages: Bitcoin by BIP 322
 * (simple) and BIP 137, Ethereum by EIP-191, Solana by ed25519 over the message, Algorand by ed25519 over `MX` and the message,
 * Hedera by HIP-820 and the key that its network has for the account.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base32nopad, base58, base64 } from '@scure/base'
import {
  Address,
  OutScript,
  p2pkh,
  p2sh,
  p2wpkh,
  RawWitness,
  Script,
  Transaction,
} from '@scure/btc-signer'
import type { Blockchain } from '#domain/kernel/network.ts'

type Signed = {
  readonly address: string
  readonly message: string
  readonly signature: string
  /** The key that the network has for an account whose address does not say it, `ED25519:` or `ECDSA_SECP256K1:` and hexadecimal; null where nobody asked it. */
  readonly key?: string | null
}

const CHECKS: Readonly<Partial<Record<Blockchain, (signed: Signed) => boolean>>> = {
  bitcoin: isOfBitcoin,
  ethereum: isOfEthereum,
  solana: isOfSolana,
  algo: isOfAlgorand,
  hedera: isOfHedera,
}

/** Whether it can be proved by a message who holds an address of the network: of an account of Hedera by the key that its network has for it. */
export function isProvable(network: string, key: string | null = null): boolean {
  return Object.hasOwn(CHECKS, network) && (network !== 'hedera' || key !== null)
}

/** Whether the signature is one of the message by who holds the address; anything that is no signature is none. */
export function isSignedBy(network: string, signed: Signed): boolean {
  const check = isProvable(network, signed.key) ? CHECKS[network as Blockchain] : undefined
  try {
    return check?.({ ...signed, signature: signed.signature.trim() }) ?? false
  } catch {
    return false
  }
}

function isOfSolana({ address, message, signature }: Signed): boolean {
  return ed25519.verify(
    bytesOf(signature, 64),
    utf8ToBytes(message),
    base58.decode(address),
    STRICT,
  )
}

/** The address is the key and four bytes of its checksum. */
function isOfAlgorand({ address, message, signature }: Signed): boolean {
  const key = base32nopad.decode(address).slice(0, 32)
  return ed25519.verify(bytesOf(signature, 64), utf8ToBytes(`MX${message}`), key, STRICT)
}

/** HIP-820: the message after its length, signed as transactions are. Wallets give back the signature, or what has it with the key's first bytes (`SignatureMap`). */
function isOfHedera({ message, signature, key }: Signed): boolean {
  const [kind, hex = ''] = (key ?? '').split(':')
  const text = utf8ToBytes(`\x19Hedera Signed Message:\n${message.length}${message}`)
  const by = hexToBytes(hex)
  return signaturesIn(signature).some(bytes =>
    kind === 'ED25519'
      ? ed25519.verify(bytes, text, by, STRICT)
      : secp256k1.verify(bytes, keccak_256(text), by, { prehash: false, lowS: false }),
  )
}

/** The signatures of 64 bytes in a text of a wallet's: itself, or as fields of a message of Protocol Buffers (`0x1a 0x40` ed25519, `0x32 0x40` secp256k1). */
function signaturesIn(signature: string): Uint8Array[] {
  try {
    return [bytesOf(signature, 64)]
  } catch {
    const map = base64.decode(signature)
    const starts = [...map.keys()].filter(
      at => (map[at] === 0x1a || map[at] === 0x32) && map[at + 1] === 64 && at + 66 <= map.length,
    )
    return starts.map(at => map.slice(at + 2, at + 66))
  }
}

/** RFC 8032: a signature that differs in one bit is another one. */
const STRICT = { zip215: false }

function isOfEthereum({ address, message, signature }: Signed): boolean {
  const bytes = bytesOf(signature, 65)
  const text = utf8ToBytes(message)
  const digest = keccak_256(
    concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`), text),
  )
  const key = recovered(digest, bytes.slice(0, 64), (bytes[64] ?? 0) % 27)
  const owner = keccak_256(key.toBytes(false).slice(1)).slice(12)
  return equal(owner, hexToBytes(address.replace(/^0x/i, '').toLowerCase()))
}

function isOfBitcoin(signed: Signed): boolean {
  const bytes = base64.decode(signed.signature)
  return bytes.length === 65 && (bytes[0] ?? 0) >= 27 && (bytes[0] ?? 0) <= 42
    ? isByRecovery(signed, bytes)
    : isByWitness(signed, bytes)
}

const MAGIC = '\x18Bitcoin Signed Message:\n'

/** BIP 137: the first byte says which key, and of which kind of address. Wallets differ in that kind, so the address decides. */
function isByRecovery({ address, message }: Signed, bytes: Uint8Array): boolean {
  const text = utf8ToBytes(message)
  // Messages of ours are shorter than what takes more than one byte to count.
  if (text.length > 252) return false
  const digest = sha256(sha256(concatBytes(utf8ToBytes(MAGIC), Uint8Array.of(text.length), text)))
  const key = recovered(digest, bytes.slice(1), ((bytes[0] ?? 0) - 27) & 3).toBytes(true)
  return [p2pkh(key), p2wpkh(key), p2sh(p2wpkh(key))].some(of => of.address === address)
}

/**
 * BIP 322, simple: the witness would spend an output to the address, in a transaction that can be in no chain and commits to the message.
 * Of addresses with one key: P2WPKH, and P2TR by its key.
 */
function isByWitness({ address, message }: Signed, bytes: Uint8Array): boolean {
  const witness = RawWitness.decode(bytes)
  const script = OutScript.encode(Address().decode(address))
  const spending = spendingOf(script, message)
  const [signature = new Uint8Array(), key] = witness
  const decoded = OutScript.decode(script)
  if (decoded.type === 'wpkh' && witness.length === 2 && key) {
    if (!equal(ripemd160(sha256(key)), decoded.hash)) return false
    // The last byte says what was signed: all of it.
    if (signature.at(-1) !== SIGHASH_ALL) return false
    const code = OutScript.encode({ type: 'pkh', hash: decoded.hash })
    const digest = spending.preimageWitnessV0(0, code, SIGHASH_ALL, 0n)
    return secp256k1.verify(signature.slice(0, -1), digest, key, { format: 'der', prehash: false })
  }
  if (decoded.type === 'tr' && witness.length === 1) {
    const type = signature.length === 65 ? signature.at(-1) : 0
    if (type !== 0 && type !== SIGHASH_ALL) return false
    const digest = spending.preimageWitnessV1(0, [script], type, [0n])
    return schnorr.verify(signature.slice(0, 64), digest, decoded.pubkey)
  }
  return false
}

const SIGHASH_ALL = 1
const UNCHECKED = {
  version: 0,
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  disableScriptCheck: true,
} as const

/** The transaction `to_sign` of BIP 322, which spends the one output of its `to_spend`. */
function spendingOf(script: Uint8Array, message: string): Transaction {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  const digest = sha256(concatBytes(tag, tag, utf8ToBytes(message)))
  const toSpend = new Transaction(UNCHECKED)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    ...{ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0 },
    finalScriptSig: Script.encode(['OP_0', digest]),
  })
  const toSign = new Transaction(UNCHECKED)
  toSign.addInput({
    ...{ txid: toSpend.id, index: 0, sequence: 0 },
    witnessUtxo: { script, amount: 0n },
  })
  toSign.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  return toSign
}

/** The key that signed a digest; throws for what none did. */
function recovered(digest: Uint8Array, compact: Uint8Array, recovery: number) {
  return secp256k1.Signature.fromBytes(compact, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(digest)
}

/** A signature as wallets write it: hexadecimal, base58 or base64, by which of them has its length. */
function bytesOf(text: string, length: number): Uint8Array {
  const hex = text.replace(/^0x/i, '')
  if (hex.length === 2 * length && /^[0-9a-f]+$/i.test(hex)) return hexToBytes(hex.toLowerCase())
  for (const coder of [base58, base64])
    try {
      const bytes = coder.decode(text)
      if (bytes.length === length) return bytes
    } catch {
      // Not written so.
    }
  throw new RangeError('not a signature')
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
