/** The transactions that the treasury sends on Hedera: a token's transfer to one payee, and what has the treasury hold a token at all. */
import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { assert } from '#domain/kernel/assert.ts'
import { GatewayError } from '../gateway-error.ts'
import type { Lane, Signed } from '../tokens/token-chain.ts'
import { LIFE_S, type Token } from './network.ts'
import { decode, encode, type Field, zigzag } from './protobuf.ts'
import type { HederaSigner } from './signer.ts'

export type Transfer = {
  readonly token: Pick<Token, 'id' | 'decimals'>
  readonly payee: string
  readonly amount: bigint
}

/** Who pays for a transaction, by which lane, to which node it is handed, and what it may take at the most. */
export type By = {
  readonly account: string
  readonly lane: Lane
  readonly node: string
  readonly fee: bigint
}

/** The id of a transaction: its payer, the second of its lane's value and the lane as so many nanoseconds of it. Of two of one id the network lets one stand. */
export function txidOf({ account, lane: { name, value } }: Pick<By, 'account' | 'lane'>): string {
  return `${account}@${value}.${name.padStart(9, '0')}`
}

/** What an id says: who pays, and the seconds between which it may stand. */
export function readTxid(txid: string) {
  const [account = '', start = ''] = txid.split('@')
  const first = Number(start.split('.')[0])
  return { account, start, first, last: first + LIFE_S }
}

/** What has the treasury hold a token goes by a lane of its own. */
export function holdingLane(second: string): Lane {
  return { name: '999999999', value: second }
}

/**
 * Pays one payee. It says nothing else: what it is for is known by its id alone, and what it says besides it would tell to everybody. The network holds it against the token's decimals.
 */
export function transferBody({ token, payee, amount }: Transfer, by: By): Uint8Array {
  const part = (account: string, minor: bigint): Field => [
    2,
    encode([
      [1, accountOf(account)],
      [2, zigzag(minor)],
    ]),
  ]
  const list = encode([
    [1, entity(token.id)],
    part(by.account, -amount),
    part(payee, amount),
    [4, encode([[1, BigInt(token.decimals)]])],
  ])
  return body(by, [14, encode([[2, list]])])
}

/** Has the treasury hold a token. Done twice it changes nothing. */
export function holdingBody(token: string, by: By): Uint8Array {
  const of = encode([
    [1, accountOf(by.account)],
    [2, entity(token)],
  ])
  return body(by, [HOLDING, of])
}

const HOLDING = 40

function body({ account, lane, node, fee }: By, data: Field): Uint8Array {
  const start = encode([
    [1, BigInt(lane.value)],
    [2, BigInt(lane.name)],
  ])
  const id = encode([
    [1, start],
    [2, accountOf(account)],
  ])
  return encode([[1, id], [2, accountOf(node)], [3, fee], [4, encode([[1, BigInt(LIFE_S)]])], data])
}

/** A number of the network as it is spelled in messages: those of its only shard and realm, which are zero. */
function entity(id: string): Uint8Array {
  return encode([[3, BigInt(id.replace(/^0\.0\./, ''))]])
}

function accountOf(text: string): Uint8Array {
  return text.startsWith('0x') ? encode([[4, Buffer.from(text.slice(2), 'hex')]]) : entity(text)
}

/** A signer that signed something else is not believed: what it gives back is a signature of what it was asked, by the key of its address, or nothing is kept. */
export async function signed(signer: HederaSigner, unsigned: Uint8Array): Promise<Signed> {
  const key = keyOf(await signer.sign(unsigned), unsigned)
  if (!key || key.address !== signer.address.toLowerCase())
    throw new GatewayError('HEDERA_SIGNED_OTHERWISE', 'what was signed is not what was asked', {
      retriable: false,
    })
  const pair = encode([
    [1, key.public_key],
    [6, key.signature],
  ])
  const whole = encode([
    [1, unsigned],
    [2, encode([[1, pair]])],
  ])
  const raw = Buffer.from(encode([[5, whole]])).toString('base64')
  return { txid: readSigned(raw).txid, raw }
}

function keyOf(signature: Uint8Array, unsigned: Uint8Array) {
  try {
    const hash = keccak_256(unsigned)
    const public_key = secp256k1.recoverPublicKey(signature, hash, { prehash: false })
    const whole = secp256k1.Point.fromBytes(public_key).toBytes(false)
    const address = `0x${Buffer.from(keccak_256(whole.subarray(1)).subarray(12)).toString('hex')}`
    return { public_key, address, signature: signature.subarray(1) }
  } catch {
    return undefined
  }
}

/** A transaction of ours as it was signed: its id, the hash by which the network tells of it, its node and what it pays. */
export function readSigned(raw: string) {
  const whole = bytesOf(decode(Buffer.from(raw, 'base64')), 5)
  return {
    hash: createHash('sha384').update(whole).digest('base64'),
    ...readBody(bytesOf(decode(whole), 1)),
  }
}

/** What a body says, as far as ours say anything: whoever believes it makes it anew and holds both together. Throws where it is no such message. */
export function readBody(unsigned: Uint8Array) {
  const fields = decode(unsigned)
  const id = decode(bytesOf(fields, 1))
  const start = decode(bytesOf(id, 1))
  const account = readAccount(bytesOf(id, 2))
  const lane = { name: String(numberOf(start, 2)), value: String(numberOf(start, 1)) }
  const by: By = {
    ...{ account, lane, node: readAccount(bytesOf(fields, 2)), fee: numberOf(fields, 3) },
  }
  const holding = fields.find(([number]) => number === HOLDING)?.[1]
  if (holding instanceof Uint8Array)
    return {
      ...{ txid: txidOf(by), by, transfer: null },
      holds: readEntity(bytesOf(decode(holding), 2)),
    }
  const list = decode(bytesOf(decode(bytesOf(fields, 14)), 2))
  const part = decode(lastOf(list, 2))
  const transfer = {
    token: readEntity(bytesOf(list, 1)),
    payee: readAccount(bytesOf(part, 1)),
    amount: numberOf(part, 2) / 2n,
  }
  return { txid: txidOf(by), by, transfer, holds: null }
}

function bytesOf(fields: readonly Field[], number: number): Uint8Array {
  const found = fields.find(of => of[0] === number)?.[1]
  assert(found instanceof Uint8Array, `a message without its field ${number}`)
  return found
}

function lastOf(fields: readonly Field[], number: number): Uint8Array {
  return bytesOf(fields.toReversed(), number)
}

function numberOf(fields: readonly Field[], number: number): bigint {
  const found = fields.find(of => of[0] === number)?.[1]
  return typeof found === 'bigint' ? found : 0n
}

function readEntity(message: Uint8Array): string {
  return `0.0.${numberOf(decode(message), 3)}`
}

function readAccount(message: Uint8Array): string {
  const alias = decode(message).find(([number]) => number === 4)?.[1]
  if (alias instanceof Uint8Array) return `0x${Buffer.from(alias).toString('hex')}`
  return readEntity(message)
}
