/** Addresses of each network, made from keys. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256, sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad, base58, bech32, bech32m, createBase58check } from '@scure/base'
import type { Blockchain } from '#domain/kernel/network.ts'
import { checkAddressOn } from './addresses.ts'
import { hederaChecksum } from './hedera.ts'

/** A deterministic stream of keys, so that a failure can be repeated. */
export const key = (n: number) => sha256(Uint8Array.of(n, n >> 8, 7))
export const hash160 = (n: number) => ripemd160(sha256(secp256k1.getPublicKey(key(n))))
export const base58check = createBase58check(sha256)
export const versioned = (version: number, n: number) => Uint8Array.of(version, ...hash160(n))
export const witness = (version: number, program: Uint8Array, hrp = 'bc') =>
  (version === 0 ? bech32 : bech32m).encode(hrp, [version, ...bech32.toWords(program)])
export const algorand = (bytes: Uint8Array) =>
  base32nopad.encode(Uint8Array.of(...bytes, ...sha512_256(bytes).subarray(28)))

/** The nth address of a network. */
export const make: Record<Blockchain, (n: number) => string> = {
  bitcoin: n =>
    [
      () => base58check.encode(versioned(0, n)),
      () => base58check.encode(versioned(5, n)),
      () => witness(0, hash160(n)),
      () => witness(0, sha256(key(n))),
      () => witness(1, schnorr.getPublicKey(key(n))),
    ][n % 5]?.() ?? '',
  ethereum: n => {
    const answer = checkAddressOn('ethereum', `0x${[...hash160(n)].map(hex).join('')}`)
    return answer.ok ? answer.normalized : ''
  },
  hedera: n => `0.0.${n + 5000}-${hederaChecksum(`0.0.${n + 5000}`)}`,
  algo: n => algorand(ed25519.getPublicKey(key(n))),
  solana: n => base58.encode(ed25519.getPublicKey(key(n))),
}
export const hex = (byte: number) => byte.toString(16).padStart(2, '0')
