/** What our checks take and refuse, held against libraries that have nothing to do with them: many numbers, right ones and spoilt ones. */
import { getAddress } from '@ethersproject/address'
import { isOffCurveAddress, isAddress as isSolana } from '@solana/addresses'
import algosdk from 'algosdk'
import { validate as isBitcoin, Network } from 'bitcoin-address-validation'
import { countrySpecs } from 'ibantools'
import validator from 'validator'
import { describe, expect, it } from 'vitest'
import { hasIban, ibanProblem } from '#domain/kernel/iban.ts'
import { heavy } from '#test/harness/heavy.ts'
import { seeded } from '#test/harness/random.ts'
import { make } from './addresses.test-data.ts'
import { checkAddressOn } from './addresses.ts'

const HOW_MANY = heavy(500, 2500)
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Whether a library takes an address on its network; there is none for Hedera's checksums. */
const JUDGES = {
  bitcoin: (text: string) => isBitcoin(text, Network.mainnet),
  ethereum: (text: string) => text.startsWith('0x') && answers(() => getAddress(text)),
  algo: (text: string) => algosdk.isValidAddress(text),
  solana: (text: string) => isSolana(text) && !isOffCurveAddress(text),
}
const NETWORKS = Object.keys(JUDGES) as (keyof typeof JUDGES)[]

function answers(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** The text with a slip of the pen: a character changed, lost or doubled, or two neighbours that changed places. */
function spoilt(text: string, random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit)
  const at = below(text.length)
  const [before, own, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
  return (
    [
      before + CHARACTERS.charAt(below(CHARACTERS.length)) + after,
      before + after,
      before + own + own + after,
      before + after.charAt(0) + own + after.slice(1),
    ][below(4)] ?? ''
  )
}

describe.each(NETWORKS)('addresses of %s', network => {
  const random = seeded(20_261_124)
  const mine = Array.from({ length: HOW_MANY }, (_, n) => make[network](n + 1000))

  it(`are taken, all ${HOW_MANY} of them, as a library does, and on no other network`, () => {
    for (const address of mine)
      for (const on of NETWORKS) {
        expect(JUDGES[on](address), `${address} on ${on}`).toBe(on === network)
        expect(checkAddressOn(on, address).ok, `${address} on ${on}`).toBe(on === network)
      }
  })

  it('with a slip of the pen are taken only where a library takes them', () => {
    let slips = 0
    for (const address of mine) {
      const slip = spoilt(address, random)
      const ours = checkAddressOn(network, slip).ok
      if (ours) expect(JUDGES[network](slip), slip).toBe(true)
      // Ours refuse more: points of Solana at which no key can be, and spellings of Algorand that only a careless decoder reads.
      else if (network !== 'solana' && network !== 'algo')
        expect(JUDGES[network](slip), slip).toBe(false)
      if (slip !== address && ours) slips++
    }
    const most = { bitcoin: 0, algo: 0, ethereum: HOW_MANY / 100, solana: HOW_MANY / 10 }
    expect(slips).toBeLessThanOrEqual(most[network])
  })
})

describe('2,000 bank numbers over the countries of the IBAN registry', () => {
  const random = seeded(13_616)
  const countries = Object.keys(countrySpecs).filter(hasIban)

  /** An IBAN of the country's structure, with the two check digits of ISO 7064. */
  function right(country: string): string {
    const structure = countrySpecs[country]?.bban_regexp ?? ''
    const bban = [...structure.matchAll(/\[(.*?)\](?:\{(\d+)\})?|([A-Z0-9])/g)]
      .map(([, set = '', times = '1', fixed]) => fixed ?? drawn(set, Number(times)))
      .join('')
    const number = [...`${bban}${country}00`].map(character => Number.parseInt(character, 36))
    const check = 98n - (BigInt(number.join('')) % 97n)
    return `${country}${String(check).padStart(2, '0')}${bban}`
  }

  function drawn(set: string, times: number): string {
    const from = [...CHARACTERS].filter(character => new RegExp(`[${set}]`).test(character))
    return Array.from({ length: times }, () => from[Math.floor(random() * from.length)]).join('')
  }

  it('are judged as a library does, but that banks of some countries add check digits of their own', () => {
    let judged = 0
    while (judged < 2000)
      for (const country of countries) {
        const iban = right(country)
        if (!validator.isIBAN(iban)) continue
        judged += 2
        const problem = ibanProblem(iban)
        if (problem) {
          expect(problem.text, iban).toBe('payments.accounts.ibanDigits')
          expect(countrySpecs[country]?.bban_validation_func, iban).toBeDefined()
        }
        const slip = spoilt(iban, random)
        if (!validator.isIBAN(slip)) expect(ibanProblem(slip), slip).toBeDefined()
      }
    expect(countries.filter(country => validator.isIBAN(right(country))).length).toBeGreaterThan(60)
  })
})
