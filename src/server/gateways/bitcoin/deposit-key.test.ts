import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { type DepositKey, readDepositKey } from './deposit-key.ts'

/** The test vectors of BIP 84 (github.com/bitcoin/bips/blob/master/bip-0084.mediawiki). */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'
const ROOT =
  'zpub6jftahH18ngZxLmXaKw3GSZzZsszmt9WqedkyZdezFtWRFBZqsQH5hyUmb4pCEeZGmVfQuP5bedXTB8is6fTv19U1GQRyQUKQGUTzyHACMF'

const check = createBase58check(sha256)
/** The same key, begun otherwise. */
function begun(version: number, of = ZPUB): string {
  const bytes = Uint8Array.from(check.decode(of))
  new DataView(bytes.buffer).setUint32(0, version)
  return check.encode(bytes)
}

function opened(text: string): DepositKey {
  const read = readDepositKey(text)
  if (typeof read === 'string') throw new Error(read)
  return read
}

describe('an extended public key', () => {
  it('derives the addresses that BIP 84 says', () => {
    const key = opened(ZPUB)
    expect(key.at(0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(key.at(1).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
    expect(key.at(0).script).toMatch(/^0014[0-9a-f]{40}$/)
  })

  it('is the same by both spellings', () => {
    const xpub = begun(0x0488b21e)
    expect(xpub).toMatch(/^xpub/)
    expect(opened(xpub).name).toBe(opened(ZPUB).name)
    expect(opened(` ${xpub}\n`).at(7)).toEqual(opened(ZPUB).at(7))
  })

  it.each([
    ['PRIVATE', ZPRV],
    ['PRIVATE', begun(0x0488ade4, ZPRV)],
    ['PRIVATE', begun(0x04358394, ZPRV)],
    ['OTHER_NETWORK', begun(0x043587cf)],
    ['OTHER_NETWORK', begun(0x045f1cf6)],
    ['OTHER_KIND', begun(0x049d7cb2)],
    ['NO_ACCOUNT', ROOT],
    ['NO_KEY', ''],
    ['NO_KEY', ZPUB.slice(0, -1)],
    ['NO_KEY', `${ZPUB.slice(0, 20)}${ZPUB[20] === 'a' ? 'b' : 'a'}${ZPUB.slice(21)}`],
    ['NO_KEY', base58.encode(new Uint8Array(82))],
    ['NO_KEY', begun(0x12345678)],
  ])('%s: is refused as what it is', (problem, text) => {
    expect(readDepositKey(text)).toBe(problem)
  })
})
