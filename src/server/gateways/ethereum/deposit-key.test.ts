import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { readDepositKey } from './deposit-key.ts'

/** m/44'/60'/0' of the words that Hardhat and Anvil ship with, whose addresses both print (hardhat.org, "Hardhat Network reference"). */
const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'
const XPRV =
  'xprv9yeny6n2dNUokQFykGoZU6BDLeKbEBUoBeCFe2VF6MXdrHrprMYRc4tddncDRxrJCy7GtPDk68zRcgWtGFveqdCV5NyhZwVgMoZVbTm78vx'
const ROOT =
  'xpub661MyMwAqRbcGCHqYL6cunEAC4sjobr4oEsADYNVSpvM1oCFfV98EVtMuHVmKomD5EWqhYwUPCkQdrti7hUGbmxaoTGLSkzhtBmR5tk9Jtu'

const check = createBase58check(sha256)
/** The same key, begun otherwise. */
function begun(version: number, of = XPUB): string {
  const bytes = Uint8Array.from(check.decode(of))
  new DataView(bytes.buffer).setUint32(0, version)
  return check.encode(bytes)
}

describe('an extended public key of Ethereum', () => {
  it('derives the addresses that others derive, each with its checksum', () => {
    const key = readDepositKey(` ${XPUB}\n`)
    if (typeof key === 'string') throw new Error(key)
    expect([0, 1, 2].map(key.at)).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ])
    for (let n = 0; n < 50; n++) expect(getAddress(key.at(n))).toBe(key.at(n))
  })

  it.each([
    ['PRIVATE', XPRV],
    ['PRIVATE', begun(0x04358394, XPRV)],
    ['OTHER_NETWORK', begun(0x043587cf)],
    ['OTHER_KIND', begun(0x04b24746)],
    ['OTHER_KIND', begun(0x049d7cb2)],
    ['NO_ACCOUNT', ROOT],
    ['NO_KEY', ''],
    ['NO_KEY', XPUB.slice(0, -1)],
    ['NO_KEY', `${XPUB.slice(0, 20)}${XPUB[20] === 'a' ? 'b' : 'a'}${XPUB.slice(21)}`],
    ['NO_KEY', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['NO_KEY', begun(0x12345678)],
  ])('%s: is refused as what it is', (problem, text) => {
    expect(readDepositKey(text)).toBe(problem)
  })
})
