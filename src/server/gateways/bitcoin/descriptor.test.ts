/** The public half of a treasury as wallets export it: its address is the one that the standards name, and what is mistyped or private is refused. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { readDescriptor } from './descriptor.ts'
import { checksumOf } from './descriptor-checksum.ts'
import { checked, handWallet, policyOf } from './hand-keys.test-data.ts'

const [ada, bo, chen] = [handWallet(1), handWallet(2), handWallet(3)]
const { key } = ada
const uncompressed = (of: string) => hex.encode(secp256k1.Point.fromHex(of).toBytes(false))

describe('a descriptor', () => {
  it('is read at its first address, which that of BIP 84 is', () => {
    // "abandon … about", of which BIP 84 names the first address and its key.
    const seed =
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4'
    const { publicExtendedKey } = HDKey.fromMasterSeed(hex.decode(seed)).derive("m/84'/0'/0'")
    const policy = policyOf(1, `[73c5da0a/84h/0h/0h]${publicExtendedKey}/<0;1>/*`)
    expect(policy.address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(policy.keys).toEqual([
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    ])
    const [[, origin] = []] = policy.known.bip32Derivation
    expect(origin).toEqual({
      ...{ fingerprint: 0x73c5da0a, path: [0x80000054, 0x80000000, 0x80000000, 0, 0] },
    })
  })

  it('is the same however a wallet spells it', () => {
    const { address } = policyOf(1, key)
    for (const spelled of [
      key.replace('/<0;1>/*', '/0/*'),
      key.replace('/<0;1>/*', '/0/0'),
      key.replace(/\[.*\]/, origin => origin.replaceAll('h', "'")),
      `[00000000/84h/0h/0h/0/0]${ada.publicKey}`,
    ])
      expect(policyOf(1, spelled).address, spelled).toBe(address)
    expect(policyOf(2, chen.key, key, bo.key).address).toBe(
      policyOf(2, key, bo.key, chen.key).address,
    )
  })

  it('has a checksum that finds what was mistyped (BIP 380)', () => {
    expect(checksumOf('raw(deadbeef)')).toBe('89f8spxm')
    expect(checksumOf('raw(ü)')).toBeUndefined()
    const whole = checked(`wpkh(${key})`)
    expect(readDescriptor(` ${whole}\n`)).toMatchObject({ needed: 1 })
    for (let at = 0; at < whole.length; at++) {
      const mistyped = `${whole.slice(0, at)}${whole[at] === 'q' ? 'p' : 'q'}${whole.slice(at + 1)}`
      expect(typeof readDescriptor(mistyped), mistyped).toBe('string')
    }
  })

  const WIF = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'
  it.each([
    ['CHECKSUM', ''],
    ['CHECKSUM', `wpkh(${key})`],
    ['PRIVATE', `wpkh(${ada.privateExtendedKey}/0/0)`],
    ['PRIVATE', checked(`wpkh(${ada.privateExtendedKey}/0/0)`)],
    ['PRIVATE', checked(`wpkh(${WIF})`)],
    ['FORM', checked(`wpkh(${key.replace(/\[.*\]/, '')})`)],
    ['OTHER_NETWORK', checked(`wpkh(${key.replace('xpub', 'tpub')})`)],
    ['KEY', checked(`wpkh(${key.replace('xpub6', 'xpub7')})`)],
    ['KEY', checked(`wpkh([00000000/84h]${'ff'.repeat(33)})`)],
    ['KEY', checked(`wpkh([00000000/84h]${uncompressed(ada.publicKey)})`)],
    // No node relays what spends by it, so that whatever was paid there would stay there.
    ['KEY', checked(`wsh(sortedmulti(1,[00000000/84h]${uncompressed(ada.publicKey)},${bo.key}))`)],
    ['FORM', checked(`tr(${key})`)],
    ['FORM', checked(`wsh(multi(1,${key}))`)],
    ['FORM', checked(`wsh(sortedmulti(3,${key},${bo.key}))`)],
    ['FORM', checked(`wsh(sortedmulti(0,${key},${bo.key}))`)],
    ['FORM', checked(`wsh(sortedmulti(1,${Array(16).fill(key).join(',')}))`)],
    ['KEY', checked(`wsh(sortedmulti(2,${key},${key}))`)],
  ])('is refused as %s: %s', (problem, text) => {
    expect(readDescriptor(text)).toBe(problem)
  })
})
