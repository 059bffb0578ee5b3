/**
 * Protocol Buffers, as far as transactions of Hedera need them (protobuf.dev, "Encoding"): whole numbers and bytes. Written in one way only, by the order of their
 * fields and without what is nothing, so that who makes a transaction anew has the same bytes.
 */
import { assert } from '#domain/kernel/assert.ts'

/** A field by its number: a whole number, or the bytes of a text, a key or another message. */
export type Field = readonly [number: number, value: bigint | Uint8Array]

const VARINT = 0
const BYTES = 2

/** A message of these fields; numbers that are zero are left out. */
export function encode(fields: readonly Field[]): Uint8Array {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value !== 'bigint')
      return [varint(tag(number, BYTES)), varint(BigInt(value.length)), value]
    return value === 0n ? [] : [varint(tag(number, VARINT)), varint(value)]
  })
  return Buffer.concat(parts)
}

/** The fields of a message, in their order. Throws where it is not whole, or has a field of another kind. */
export function decode(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const next = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      assert(byte !== undefined, 'a message that ends in a number')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw new Error('a number of more than ten bytes')
  }
  while (at < bytes.length) {
    const key = next()
    const [number, kind] = [Number(key >> 3n), Number(key & 7n)]
    const value = next()
    if (kind === VARINT) fields.push([number, value])
    else {
      assert(kind === BYTES && at + Number(value) <= bytes.length, 'a field that is not whole')
      fields.push([number, bytes.subarray(at, at + Number(value))])
      at += Number(value)
    }
  }
  return fields
}

/** How a number that may be below zero is spelled as one that is not. */
export function zigzag(value: bigint): bigint {
  return value < 0n ? -2n * value - 1n : 2n * value
}

function tag(number: number, kind: number): bigint {
  return BigInt(number * 8 + kind)
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  for (let left = value; ; left >>= 7n) {
    if (left < 0x80n) return Uint8Array.from([...bytes, Number(left)])
    bytes.push(Number(left & 0x7fn) | 0x80)
  }
}
