/** What our checks take and refuse, held against libraries that have nothing to do with them: many numbers, right ones and spoilt ones. */
import { getAddress } from '@ethersproject/address'
import { isOffCurveAddress, isAddress as isSolana } from '@solana/addresses'
import algosdk from 'algosdk'
import { ABARoutingNumberIsValid } from 'bank-routing-number-validator'
import { validate as isBitcoin, Network } from 'bitcoin-address-validation'
import { clabe } from 'clabe-validator'
import { countrySpecs } from 'ibantools'
import { stdnum } from 'stdnum'
import validator from 'validator'
import { describe, expect, it } from 'vitest'
import { hasIban, ibanProblem } from '#domain/kernel/iban.ts'
import { isSwiftCode } from '#domain/kernel/swift-code.ts'
import { heavy } from '#test/harness/heavy.ts'
import { seeded } from '#test/harness/random.ts'
import { make } from './addresses.test-data.ts'
import { checkAddressOn } from './addresses.ts'
import { bankCodeProblem, localNumberProblem } from './local-accounts.ts'

const HOW_MANY = heavy(500, 10_000)
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Whether a library takes an address on its network; that of Hedera is held below. */
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

describe('accounts of Hedera', () => {
  /** Of the network's own library (`@hiero-ledger/sdk` 2.87.0, 224 MB with what it needs), which agreed on 20,000 others as well. */
  const OF_THE_NETWORK =
    `0.0.2589418326356338917-jzwan 0.0.215456332618967781-nvwbk 0.0.20106958099663179-mgesp 0.0.24437382767271469-zoboq
    0.0.11650204944771539-ktzpe 0.0.894598217936750-fzamt 0.0.462746063683093-kgaoh 0.0.18464700988478-bbrse 0.0.32707993404770-fghwy
    0.0.4300453943954-nfevl 0.0.416992253395-fxlwu 0.0.48157411672-uwuaa 0.0.32749772120-nswva 0.0.9039505220-qexqz 0.0.1186257298-dtftd
    0.0.460938276-ixdyt 0.0.86834503-ffttr 0.0.2405557-tejdc 0.0.5145571-uupmo 0.0.1157436-xegad 0.0.74645-fbqry 0.0.54480-qkvct 0.0.2111-xmaxt
    0.0.2239-uwtkw`.split(/\s+/)

  it.each(OF_THE_NETWORK)('%s is taken, and with no other letter of its checksum', id => {
    expect(checkAddressOn('hedera', id).ok).toBe(true)
    const at = id.indexOf('-') + 1
    for (const [nth, own] of [...id.slice(at)].entries())
      for (const other of 'abcdefghijklmnopqrstuvwxyz')
        if (other !== own) {
          const wrong = id.slice(0, at + nth) + other + id.slice(at + nth + 1)
          expect(checkAddressOn('hedera', wrong).ok, wrong).toBe(false)
        }
  })
})

describe('2,000 numbers of accounts and banks in each country that has a library', () => {
  const random = seeded(20_261_128)
  const digits = (many: number) =>
    Array.from({ length: many }, () => Math.floor(random() * 10)).join('')

  /** How many digits a number has, whether a library takes it, and whether we do; half of them are drawn with the digits that fit. */
  const NUMBERS: Record<string, [number, (text: string) => boolean, (text: string) => boolean]> = {
    'the United States': [
      9,
      text => ABARoutingNumberIsValid(text),
      text => bankCodeProblem('US', text) === undefined,
    ],
    // Which banks and cities there are, that library knows as of its day; ours asks the digits.
    Mexico: [
      18,
      text => clabe.validate(text).valid.format,
      text => localNumberProblem('MX', text) === undefined,
    ],
    Argentina: [
      22,
      text => stdnum.AR?.cbu?.validate(text).isValid ?? false,
      text => localNumberProblem('AR', text) === undefined,
    ],
  }

  it.each(Object.entries(NUMBERS))(
    'of %s are judged as it does',
    (country, [many, library, ours]) => {
      let right = 0
      for (let judged = 0; judged < 2000; judged++) {
        const text = digits(many)
        // Its sum for a check digit of 0 is 10, so that it refuses all that end so.
        if (country === 'Argentina' && (text.charAt(7) === '0' || text.endsWith('0'))) continue
        expect(ours(text), text).toBe(library(text))
        for (let last = 0; last < 10 && judged % 2; last++) {
          const other = `${text.slice(0, -1)}${last}`
          if (country === 'Argentina' && last === 0) continue
          expect(ours(other), other).toBe(library(other))
          if (library(other)) right++
        }
      }
      expect(right).toBeGreaterThan(country === 'Argentina' ? 50 : 300)
    },
  )

  it('and SWIFT codes of every two letters as of a country', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    for (const one of letters)
      for (const two of letters)
        for (const code of [`BANK${one}${two}2A`, `BANK${one}${two}2AXXX`, `BANK${one}${two}2AX`])
          expect(isSwiftCode(code), code).toBe(validator.isBIC(code))
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
