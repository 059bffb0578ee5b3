/**
 * Addresses of wallets, for server and browser alike: which networks carry which asset, and whether an address can be
 * paid there. A wrong address loses the money, so everything doubtful is refused and the message says how to mend it.
 */

import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256, sha512_256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base32nopad, base58, bech32, bech32m, createBase58check, hex } from '@scure/base'
import type { Token } from '#domain/kernel/currency.ts'
import { BLOCKCHAINS, type Blockchain, blockchainsOf, networkName } from '#domain/kernel/network.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { hederaChecksum } from './hedera.ts'

/** `normalized` is the one spelling under which the address is stored and compared. */
export type AddressAnswer =
  | { readonly ok: true; readonly normalized: string }
  | { readonly ok: false; readonly problem: Text }

/** Contracts and tokens of the assets, by network: a payee can never be one of them. */
const TOKEN_IDS: Readonly<Record<Blockchain, readonly string[]>> = {
  bitcoin: [],
  ethereum: [
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ],
  hedera: ['0.0.456858'],
  algo: [],
  solana: [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  ],
}

/** Why an address is refused of which nobody has a key. */
const NOBODYS = 'payments.addresses.emptyAddress'

/** Whether the asset can be sent to the address on that network. */
export function checkAddress({
  asset,
  blockchain,
  address,
}: {
  asset: Token
  blockchain: Blockchain
  address: string
}): AddressAnswer {
  const networks = blockchainsOf(asset)
  if (!networks.includes(blockchain)) {
    const offer = ONE_OF.format(networks.map(networkName))
    return no(
      textOf('payments.addresses.notPaidOn', { asset, network: networkName(blockchain), offer }),
    )
  }
  return checkAddressOn(blockchain, address)
}

const ONE_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Whether the text is the address of a wallet on the main network of a chain, whatever the asset. */
export function checkAddressOn(blockchain: Blockchain, text: string): AddressAnswer {
  const address = text.trim()
  const label = networkName(blockchain)
  if (address === '') return no(textOf('payments.addresses.empty', { network: label }))
  const answer = RULES[blockchain](address)
  if (answer.ok && TOKEN_IDS[blockchain].includes(answer.normalized))
    return no(textOf('payments.addresses.tokenItself'))
  // Whose key nobody has is nobody's on any network, also where another would take it for a number.
  if (answer.ok || answer.problem.text === NOBODYS) return answer
  const other = BLOCKCHAINS.find(chain => chain !== blockchain && RULES[chain](address).ok)
  if (!other) return answer
  return no(
    textOf('payments.addresses.another', {
      article: articleOf(other),
      other: networkName(other),
      own: articleOf(blockchain),
      network: label,
    }),
  )
}

/**
 * The address with the checksum that it was typed without, by which its owner can compare it: the letters of an account of Hedera (HIP-15), the
 * capitals of an alias or of Ethereum (EIP-55). Undefined where it has one, its network has none, or it is wrong.
 */
export function withChecksum(blockchain: Blockchain, text: string): string | undefined {
  const answer = checkAddressOn(blockchain, text)
  if (!answer.ok || (blockchain !== 'hedera' && blockchain !== 'ethereum')) return undefined
  const { normalized } = answer
  const written = normalized.startsWith('0x')
    ? normalized
    : `${normalized}-${hederaChecksum(normalized)}`
  return written === text.trim() ? undefined : written
}

function articleOf(blockchain: Blockchain): 'a' | 'an' {
  return /^[AEIOU]/.test(networkName(blockchain)) ? 'an' : 'a'
}

const RULES: Readonly<Record<Blockchain, (address: string) => AddressAnswer>> = {
  bitcoin: checkBitcoin,
  ethereum: address => checkEvm(address, 'ethereum'),
  hedera: checkHedera,
  algo: checkAlgorand,
  solana: checkSolana,
}

function no(problem: Text): AddressAnswer {
  return { ok: false, problem }
}

const base58check = createBase58check(sha256)

/** P2PKH and P2SH by base58check; P2WPKH and P2WSH by bech32 (BIP 173); P2TR by bech32m (BIP 350). Main network only. */
function checkBitcoin(address: string): AddressAnswer {
  if (/^(tb1|bcrt1)/i.test(address) || /^[mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address))
    return no(textOf('payments.addresses.bitcoinTest'))
  if (/^bc1/i.test(address)) return checkSegwit(address)
  const bytes = attempt(() => base58check.decode(address))
  if (bytes?.length === 21 && (bytes[0] === 0x00 || bytes[0] === 0x05))
    return { ok: true, normalized: address }
  return no(textOf('payments.addresses.bitcoinNotWhole'))
}

function checkSegwit(address: string): AddressAnswer {
  // Version 0 has bech32's checksum and later ones have bech32m's, so each is read by its own coder.
  const [v0, later] = [bech32, bech32m].map(coder =>
    attempt(() => {
      const { prefix, words } = coder.decode(address as `${string}1${string}`, 90)
      return { prefix, version: words[0] ?? 0, program: coder.fromWords(words.slice(1)) }
    }),
  )
  const read = v0?.version === 0 ? v0 : later?.version ? later : undefined
  if (read?.prefix !== 'bc') return no(textOf('payments.addresses.bitcoinWrongCharacter'))
  const { version, program } = read
  const isSomebodys =
    version === 0
      ? program.length === 20 || program.length === 32
      : version === 1 && program.length === 32 && isPoint(program)
  return isSomebodys
    ? { ok: true, normalized: address.toLowerCase() }
    : no(textOf('payments.addresses.bitcoinNobodys'))
}

/** Whether a key can be of it: half of all numbers are none, and what is paid there stays there (BIP 340). Shorter ones are an anchor, which anybody spends, or nothing yet. */
function isPoint(key: Uint8Array): boolean {
  return attempt(() => schnorr.utils.lift_x(BigInt(`0x${hex.encode(key)}`))) !== undefined
}

/** 0x and 40 hexadecimal digits; a mix of cases must carry EIP-55's checksum, one case alone carries none. */
function checkEvm(address: string, network: Blockchain): AddressAnswer {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(address)?.[1]
  if (!hex) return no(textOf('payments.addresses.ethereumForm', { network }))
  const normalized = eip55(hex)
  const oneCase = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  if (!oneCase && normalized !== address)
    return no(textOf('payments.addresses.ethereumWrongCharacter', { network }))
  if (NOBODYS_HEX.test(hex)) return no(textOf(NOBODYS))
  return { ok: true, normalized }
}

/** The empty address, those of the network's own programs, and one at which coins are burnt (0x…dEaD): nobody has a key of any. */
const NOBODYS_HEX = /^0{36}/

function eip55(hex: string): string {
  const lower = hex.toLowerCase()
  const hash = keccak_256(Uint8Array.from(lower, char => char.charCodeAt(0)))
  const cased = [...lower].map((char, i) => {
    const nibble = ((hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0)) & 15
    return nibble >= 8 ? char.toUpperCase() : char
  })
  return `0x${cased.join('')}`
}

const LARGEST_HEDERA_ID = 2n ** 63n - 1n

/** Account ids up to this one belong to the network itself. */
const LAST_SYSTEM_ACCOUNT = 1000n

/** `0.0.n`, with the checksum of HIP-15 if it is given, or an EVM alias; one that only wraps a number is that number. */
function checkHedera(address: string): AddressAnswer {
  const wrapped = /^0x0{24}([0-9a-fA-F]{16})$/.exec(address)?.[1]
  if (!wrapped && address.startsWith('0x')) return checkEvm(address, 'hedera')
  const match = wrapped
    ? ['', String(BigInt(`0x${wrapped}`)), undefined]
    : /^0\.0\.(0|[1-9]\d{0,18})(?:-([a-z]{5}))?$/.exec(address)
  if (!match?.[1]) return no(textOf('payments.addresses.hederaForm'))
  const number = BigInt(match[1])
  const normalized = `0.0.${number}`
  if (number > LARGEST_HEDERA_ID) return no(textOf('payments.addresses.hederaTooHigh'))
  if (number <= LAST_SYSTEM_ACCOUNT) return no(textOf('payments.addresses.hederaSystem'))
  if (match[2] !== undefined && match[2] !== hederaChecksum(normalized))
    return no(textOf('payments.addresses.hederaChecksum'))
  return { ok: true, normalized }
}

/** 32 bytes and the last four of their SHA-512/256, in base32; only the one canonical spelling, which decoders do not ask. */
function checkAlgorand(address: string): AddressAnswer {
  const bytes = attempt(() => base32nopad.decode(address))
  if (bytes?.length !== 36) return no(textOf('payments.addresses.algorandForm'))
  const key = bytes.subarray(0, 32)
  const sum = sha512_256(key).subarray(28)
  if (base32nopad.encode(bytes) !== address || sum.some((byte, i) => byte !== bytes[32 + i]))
    return no(textOf('payments.addresses.algorandWrongCharacter'))
  if (key.every(byte => byte === 0)) return no(textOf(NOBODYS))
  return { ok: true, normalized: address }
}

/**
 * 32 bytes in base58 that are a public key. The format has no checksum, so the key itself is the check: an off-curve
 * address is a program's, and a point outside the group that keys live in can have no private key. Together they refuse
 * fifteen of sixteen slips of the pen.
 */
function checkSolana(address: string): AddressAnswer {
  const bytes = attempt(() => base58.decode(address))
  if (bytes?.length !== 32) return no(textOf('payments.addresses.solanaForm'))
  const point = attempt(() => ed25519.Point.fromBytes(bytes))
  if (!point || point.isSmallOrder() || !point.isTorsionFree())
    return no(textOf('payments.addresses.solanaProgram'))
  return { ok: true, normalized: address }
}

function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
