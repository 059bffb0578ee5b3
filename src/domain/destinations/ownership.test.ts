import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base64 } from '@scure/base'
import { p2pkh, p2wpkh } from '@scure/btc-signer'
import algosdk from 'algosdk'
import { describe, expect, it } from 'vitest'
import { isProvable, isSignedBy } from './ownership.ts'

const text = (words: string) => new TextEncoder().encode(words)
const MESSAGE = 'I am paid at this wallet through Corridor: 1a2b'

/** The examples of BIP 322 ("Test vectors", message signing). */
const WPKH = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const TR = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const BIP322 = [
  [
    WPKH,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    WPKH,
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    TR,
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
] as const

describe('a message signed by a wallet of Bitcoin', () => {
  it.each(BIP322)('of %s is its owner’s (%s)', (address, message, signature) => {
    const signed = { address, message, signature }
    expect(isSignedBy('bitcoin', signed)).toBe(true)
    expect(isSignedBy('bitcoin', { ...signed, message: `${message}.` })).toBe(false)
    expect(isSignedBy('bitcoin', { ...signed, address: address === TR ? WPKH : TR })).toBe(false)
    for (const at of [4, 20, 60, 90])
      expect(isSignedBy('bitcoin', { ...signed, signature: turned(signature, at) })).toBe(false)
  })

  it('with a recoverable signature is that of each address of its key, and of no other', () => {
    const { secretKey, publicKey } = secp256k1.keygen(new Uint8Array(48).fill(7))
    const magic = text('\x18Bitcoin Signed Message:\n')
    const digest = sha256(sha256(Uint8Array.of(...magic, MESSAGE.length, ...text(MESSAGE))))
    const bytes = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' })
    const signature = base64.encode(Uint8Array.of((bytes[0] ?? 0) + 31, ...bytes.slice(1)))
    for (const address of [p2pkh(publicKey).address, p2wpkh(publicKey).address ?? ''])
      expect(isSignedBy('bitcoin', { address: address ?? '', message: MESSAGE, signature })).toBe(
        true,
      )
    expect(isSignedBy('bitcoin', { address: WPKH, message: MESSAGE, signature })).toBe(false)
  })
})

describe('a message signed by a wallet of other networks', () => {
  it('of Ethereum is its owner’s, as the documentation of web3.js has one', () => {
    const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
    const signature =
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'
    const signed = { address, message: 'Some data', signature }
    expect(isSignedBy('ethereum', signed)).toBe(true)
    expect(isSignedBy('ethereum', { ...signed, message: 'Some date' })).toBe(false)
    const other = address.replace('23', '24')
    expect(isSignedBy('ethereum', { ...signed, address: other })).toBe(false)
  })

  it('of Solana is its owner’s, in any way that wallets write signatures', () => {
    const { secretKey, publicKey } = ed25519.keygen(new Uint8Array(32).fill(3))
    const bytes = ed25519.sign(text(MESSAGE), secretKey)
    const address = base58.encode(publicKey)
    for (const signature of [
      base58.encode(bytes),
      base64.encode(bytes),
      bytes.toHex(),
      ` 0x${bytes.toHex()} `,
    ])
      expect(isSignedBy('solana', { address, message: MESSAGE, signature })).toBe(true)
    const signature = base58.encode(bytes)
    expect(isSignedBy('solana', { address, message: `${MESSAGE}!`, signature })).toBe(false)
    const other = base58.encode(ed25519.keygen(new Uint8Array(32).fill(4)).publicKey)
    expect(isSignedBy('solana', { address: other, message: MESSAGE, signature })).toBe(false)
  })

  it('of Algorand is its owner’s, by another library', () => {
    const { sk, addr } = algosdk.generateAccount()
    const signature = base64.encode(algosdk.signBytes(text(MESSAGE), sk))
    const address = addr.toString()
    expect(isSignedBy('algo', { address, message: MESSAGE, signature })).toBe(true)
    expect(isSignedBy('algo', { address, message: 'Another', signature })).toBe(false)
  })

  it('of Hedera proves nothing, nor does a network that is none', () => {
    const signed = { address: '0.0.48211', message: MESSAGE, signature: 'AAAA' }
    expect([isProvable('hedera'), isProvable('fiat'), isProvable('solana')]).toEqual([
      false,
      false,
      true,
    ])
    expect(isSignedBy('hedera', signed)).toBe(false)
    expect(isSignedBy('toString', signed)).toBe(false)
  })
})

it('what is no signature is none, and breaks nothing', () => {
  const addresses = { bitcoin: WPKH, solana: '7Qm4', algo: 'A', ethereum: '0x0' } as const
  for (const [network, address] of Object.entries(addresses))
    for (const signature of [
      '',
      'x',
      '!!!!',
      'A'.repeat(88),
      '0'.repeat(130),
      base64.encode(new Uint8Array(65).fill(27)),
    ])
      expect(isSignedBy(network, { address, message: MESSAGE, signature })).toBe(false)
})

/** A signature of which one bit of one byte is another. */
function turned(signature: string, at: number): string {
  const bytes = base64.decode(signature)
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
  return base64.encode(bytes)
}
