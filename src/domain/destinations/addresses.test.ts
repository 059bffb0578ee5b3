import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { Token } from '#domain/kernel/currency.ts'
import { BLOCKCHAINS, type Blockchain } from '#domain/kernel/network.ts'
import { sayText } from '#server/kernel/words.ts'
import {
  algorand,
  base58check,
  hash160,
  key,
  make,
  versioned,
  witness,
} from './addresses.test-data.ts'
import { checkAddress, checkAddressOn, withChecksum } from './addresses.ts'
import { hederaChecksum } from './hedera.ts'

const msg = (blockchain: Blockchain, address: string) => {
  const answer = checkAddressOn(blockchain, address)
  return answer.ok ? '' : sayText(answer.problem)
}

describe('addresses made from keys', () => {
  it.each(BLOCKCHAINS)('%s takes its own and refuses all others', blockchain => {
    for (let n = 0; n < 100; n++) {
      const address = make[blockchain](n)
      expect(checkAddressOn(blockchain, ` ${address}\n`).ok).toBe(true)
      for (const other of BLOCKCHAINS.filter(chain => chain !== blockchain)) {
        // Hedera's EVM aliases have the form of Ethereum's addresses: only there do two chains share a text.
        if (blockchain === 'ethereum' && other === 'hedera') continue
        expect(checkAddressOn(other, address).ok).toBe(false)
      }
    }
  })

  it('name the network that an address is of', () => {
    expect(msg('solana', make.bitcoin(0))).toBe(
      'This is a Bitcoin address; paste a Solana address.',
    )
    expect(msg('bitcoin', make.algo(0))).toBe(
      'This is an Algorand address; paste a Bitcoin address.',
    )
    expect(msg('algo', make.hedera(0))).toBe('This is a Hedera address; paste an Algorand address.')
  })
})

describe('mutants', () => {
  /** Every address with one character replaced, two neighbours swapped, one dropped or one doubled. */
  function mutants(address: string, n: number): string[] {
    const i = n % address.length
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0'
    const char = alphabet[(n * 31) % alphabet.length] ?? ''
    const [a = '', b = ''] = [address[i], address[i + 1]]
    return [
      address.slice(0, i) + char + address.slice(i + 1),
      address.slice(0, i) + b + a + address.slice(i + 2),
      address.slice(0, i) + address.slice(i + 1),
      address.slice(0, i) + a + a + address.slice(i + 1),
    ].filter(text => text !== address)
  }
  const accepted = (blockchain: Blockchain, count: number) => {
    let tried = 0
    const taken: string[] = []
    for (let n = 0; n < count; n++)
      for (const mutant of mutants(make[blockchain](n), n)) {
        tried++
        const answer = checkAddressOn(blockchain, mutant)
        // A change of case alone can spell the same address on chains whose text has no case.
        if (answer.ok && answer.normalized !== make[blockchain](n)) taken.push(mutant)
      }
    return { tried, taken }
  }

  it.each(['bitcoin', 'algo'] as const)('none is accepted on %s', blockchain => {
    const { tried, taken } = accepted(blockchain, 600)
    expect(tried).toBeGreaterThan(2000)
    expect(taken).toEqual([])
  })

  it('on Ethereum the checksum finds all but one in thousands', () => {
    expect(accepted('ethereum', 500).taken.length).toBeLessThanOrEqual(2)
  })

  it('on Hedera none is accepted under another number while the letters are there', () => {
    const { taken } = accepted('hedera', 500)
    expect(taken.filter(text => text.includes('-')).length).toBeLessThanOrEqual(taken.length)
    const others = taken.filter((text, i) => {
      const answer = checkAddressOn('hedera', text)
      return i >= 0 && answer.ok && !text.startsWith(answer.normalized)
    })
    expect(others).toEqual([])
  })

  it('on Solana, without a checksum, at most one in ten passes', () => {
    const { tried, taken } = accepted('solana', 300)
    expect(taken.length / tried).toBeLessThan(0.1)
  })
})

describe('Bitcoin', () => {
  it('takes capitals of bech32 as small letters, but no mix', () => {
    const address = make.bitcoin(2)
    expect(checkAddressOn('bitcoin', address.toUpperCase())).toEqual({
      ok: true,
      normalized: address,
    })
    expect(
      checkAddressOn('bitcoin', address.slice(0, -1) + address.slice(-1).toUpperCase()).ok,
    ).toBe(/\d$/.test(address))
  })

  it('refuses test networks by name', () => {
    for (const address of [
      witness(0, hash160(1), 'tb'),
      base58check.encode(versioned(0x6f, 1)),
      base58check.encode(versioned(0xc4, 1)),
    ])
      expect(msg('bitcoin', address)).toContain('test network')
  })

  it('refuses the wrong checksum for a witness version, unknown versions and lengths', () => {
    const words = bech32.toWords(hash160(1))
    expect(checkAddressOn('bitcoin', bech32m.encode('bc', [0, ...words])).ok).toBe(false)
    const taproot = bech32.toWords(schnorr.getPublicKey(key(1)))
    expect(checkAddressOn('bitcoin', bech32.encode('bc', [1, ...taproot])).ok).toBe(false)
    expect(checkAddressOn('bitcoin', witness(2, schnorr.getPublicKey(key(1)))).ok).toBe(false)
    expect(checkAddressOn('bitcoin', witness(0, hash160(1).subarray(0, 16))).ok).toBe(false)
    expect(checkAddressOn('bitcoin', witness(1, hash160(1))).ok).toBe(false)
    expect(checkAddressOn('bitcoin', base58check.encode(versioned(0x30, 1))).ok).toBe(false)
  })

  it('refuses what anybody can spend, or nobody: an anchor, programs that nobody knows yet, and keys that are no point', () => {
    for (const address of [
      'bc1pfeessrawgf',
      'BC1PFEESSRAWGF',
      witness(1, hash160(1)),
      witness(2, schnorr.getPublicKey(key(1))),
      witness(16, hash160(1).subarray(0, 2)),
      witness(1, new Uint8Array(32)),
      witness(1, new Uint8Array(32).fill(255)),
    ])
      expect(msg('bitcoin', address), address).toContain('nobody’s, or anybody’s')
  })
})

describe('Ethereum', () => {
  it('knows the examples of EIP-55 and shows the checksum for one case', () => {
    for (const example of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    ])
      for (const text of [example, example.toLowerCase()])
        expect(checkAddressOn('ethereum', text)).toEqual({ ok: true, normalized: example })
    expect(msg('ethereum', `0x${'0'.repeat(40)}`)).toContain('Nobody has the key')
    const burnt = '0x000000000000000000000000000000000000dEaD'
    expect(msg('ethereum', burnt)).toContain('Nobody has the key')
  })
})

describe('Solana', () => {
  it('refuses addresses of programs, tokens and points that no key has', () => {
    expect(msg('solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toContain(
      'the token itself',
    )
    expect(msg('solana', '1'.repeat(32))).toContain('not the address of a Solana wallet')
    let offCurve = 0
    for (let n = 0; n < 40; n++) {
      const bytes = sha256(key(n))
      let onCurve = true
      try {
        ed25519.Point.fromBytes(bytes)
      } catch {
        onCurve = false
      }
      if (onCurve) continue
      offCurve++
      expect(checkAddressOn('solana', base58.encode(bytes)).ok).toBe(false)
    }
    expect(offCurve).toBeGreaterThan(5)
    const torsion = ed25519.Point.fromBytes(new Uint8Array(32))
    const mixed = ed25519.Point.fromBytes(ed25519.getPublicKey(key(1))).add(torsion)
    expect(checkAddressOn('solana', base58.encode(mixed.toBytes())).ok).toBe(false)
  })
})

describe('Algorand', () => {
  it('refuses the spelling that decodes alike but is not canonical, and the empty address', () => {
    const address = make.algo(1)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const last = alphabet.indexOf(address.slice(-1))
    for (let i = 0; i < 32; i++)
      if (i !== last)
        expect(checkAddressOn('algo', address.slice(0, -1) + alphabet.charAt(i)).ok).toBe(false)
    expect(checkAddressOn('algo', address.toLowerCase()).ok).toBe(false)
    expect(msg('algo', algorand(new Uint8Array(32)))).toContain('Nobody has the key')
  })
})

describe('Hedera', () => {
  it('has the checksums of HIP-15 for the main and the test network', () => {
    expect(hederaChecksum('0.0.123')).toBe('vfmkw')
    expect(hederaChecksum('0.0.123', [1])).toBe('esxsf')
  })

  it('takes ids with and without letters, and aliases, as one spelling', () => {
    const id = '0.0.48211'
    const normalized = { ok: true, normalized: id }
    expect(checkAddressOn('hedera', id)).toEqual(normalized)
    expect(checkAddressOn('hedera', `${id}-${hederaChecksum(id)}`)).toEqual(normalized)
    expect(checkAddressOn('hedera', `0x${(48211).toString(16).padStart(40, '0')}`)).toEqual(
      normalized,
    )
    expect(checkAddressOn('hedera', make.ethereum(1)).ok).toBe(true)
  })

  it.each([
    `0.0.48211-${hederaChecksum('0.0.48211', [1])}`,
    '0.0.48211-abcde',
    '00.0.48211',
    '0.0.048211',
    '0.0.48211-',
    '1.0.48211',
    '0.0.800',
    '0.0.9223372036854775808',
    '0.0.456858',
    '48211',
  ])('refuses %s', text => expect(checkAddressOn('hedera', text).ok).toBe(false))
})

describe('the checksum that was left out', () => {
  it('is shown back, of those networks alone that have one and whose addresses may do without', () => {
    expect(withChecksum('hedera', ' 0.0.123456 ')).toBe(
      `0.0.123456-${hederaChecksum('0.0.123456')}`,
    )
    expect(withChecksum('hedera', make.hedera(7))).toBeUndefined()
    const alias = make.ethereum(1)
    for (const network of ['hedera', 'ethereum'] as const) {
      expect(withChecksum(network, alias.toLowerCase())).toBe(alias)
      expect(withChecksum(network, alias)).toBeUndefined()
    }
    for (const network of ['solana', 'algo', 'bitcoin'] as const)
      expect(withChecksum(network, make[network](2))).toBeUndefined()
    expect(withChecksum('hedera', '0.0.1')).toBeUndefined()
  })
})

describe('checkAddress', () => {
  it.each<[Token, Blockchain, boolean]>([
    ['USDC', 'solana', true],
    ['USDC', 'hedera', true],
    ['USDC', 'algo', true],
    ['USDC', 'bitcoin', false],
    ['USDC', 'ethereum', true],
    ['USDT', 'solana', true],
    ['USDT', 'algo', true],
    ['USDT', 'hedera', false],
    ['USDT', 'bitcoin', false],
    ['USDT', 'ethereum', true],
    ['BTC', 'bitcoin', true],
    ['BTC', 'solana', false],
    ['BTC', 'hedera', false],
    ['BTC', 'algo', false],
    ['BTC', 'ethereum', false],
  ])('%s on %s: %s', (asset, blockchain, ok) => {
    expect(checkAddress({ asset, blockchain, address: make[blockchain](3) }).ok).toBe(ok)
  })

  it('refuses an empty text, and offers the networks of an asset', () => {
    const address = make.solana(9)
    expect(checkAddress({ asset: 'USDC', blockchain: 'solana', address: ' ' }).ok).toBe(false)
    const elsewhere = checkAddress({ asset: 'USDT', blockchain: 'hedera', address })
    expect(elsewhere.ok ? '' : sayText(elsewhere.problem)).toBe(
      'USDT is not paid on Hedera. Choose Solana, Algorand or Ethereum.',
    )
  })
})
