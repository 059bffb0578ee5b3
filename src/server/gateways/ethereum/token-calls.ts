/** What is asked of the contracts of tokens on Ethereum (ERC-20, and what the two issuers say beside that), and how their answers are read. */
import { type Address, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, parseAbi } from 'viem'
import { assert } from '#domain/kernel/assert.ts'
import { TOKENS, type Token } from './network.ts'
import type { Call } from './node.ts'

const ISSUER = parseAbi([
  'function isBlacklisted(address) view returns (bool)',
  'function isBlackListed(address) view returns (bool)',
  'function paused() view returns (bool)',
  'function basisPointsRate() view returns (uint256)',
])

export function tokenOf(currency: string): Token {
  const found = TOKENS.find(of => of.currency === currency)
  assert(found, `Ethereum carries no ${currency}`)
  return found
}

/** How many decimals a token says it has, and what it calls itself. */
export function shapeCalls({ contract: to }: Token): [Call, Call] {
  return [
    { to, data: encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }) },
    { to, data: encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' }) },
  ]
}

/** What somebody has of a token. */
export function balanceCall({ contract: to }: Token, of: Address): Call {
  return { to, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [of] }) }
}

/** Whether its issuer lets nothing of somebody be moved. */
export function listedCall({ contract: to, listed }: Token, of: Address): Call {
  return { to, data: encodeFunctionData({ abi: ISSUER, functionName: listed, args: [of] }) }
}

/** What has to answer nothing for a token to be moved whole: whether it is paused, whether the treasury is listed, what part is kept. */
export function stopCalls(token: Token, treasury: Address): Call[] {
  const to = token.contract
  const paused = { to, data: encodeFunctionData({ abi: ISSUER, functionName: 'paused' }) }
  const keeps = { to, data: encodeFunctionData({ abi: ISSUER, functionName: 'basisPointsRate' }) }
  return [paused, listedCall(token, treasury), ...(token.keeps ? [keeps] : [])]
}

/** Whether a call answered false, or 0; what is no such answer is something. */
export function isNothing(word: Hex | undefined): boolean {
  return numberIn(word) === 0n
}

/** A number as a call answers it; undefined of anything else. */
export function numberIn(word: Hex | undefined): bigint | undefined {
  return word?.length === 66 ? hexToBigInt(word) : undefined
}

/** A string as a call answers it: where it begins, how long it is, and its bytes. */
export function textIn(answer: Hex | undefined): string {
  const bytes = Buffer.from(answer?.slice(2) ?? '', 'hex')
  const length = bytes.length >= 64 ? bytes.readUInt32BE(60) : 0
  return bytes.subarray(64, 64 + length).toString()
}
