/** What is held of tokens on a chain of Solana in this process: mints, accounts, and what a transaction changes of these. */
import { type Address, address, lamports } from '@solana/kit'
import {
  AccountState,
  findAssociatedTokenPda,
  getMintDecoder,
  getMintEncoder,
  getTokenDecoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { LiteSVM } from 'litesvm'
import { wholeOf } from './message.ts'
import { MINTS } from './network.ts'

/** What an account of tokens, and a mint, has to hold. */
export const MINT_LAMPORTS = lamports(1_461_600n)
const TOKEN_LAMPORTS = lamports(2_039_280n)

/** What accounts have, as nodes say it of a transaction. */
export type Balances = readonly {
  readonly accountIndex: number
  readonly uiTokenAmount: { readonly amount: string }
}[]

/** The mint of so many decimals, as a token's account has it. */
export function mintOf(decimals: number): Uint8Array {
  return Uint8Array.from(
    getMintEncoder().encode({
      ...{ mintAuthority: MINTS[0]?.mint ?? null, supply: 0n, decimals, isInitialized: true },
      freezeAuthority: null,
    }),
  )
}

/** Puts the mint of a token into the chain. */
export function putMint(svm: LiteSVM, mint: Address, decimals: number): void {
  const data = mintOf(decimals)
  svm.setAccount({
    ...{ address: mint, data, executable: false, lamports: MINT_LAMPORTS },
    ...{ programAddress: TOKEN_PROGRAM_ADDRESS, space: BigInt(data.length) },
  })
  getMintDecoder().decode(data)
}

/** Where somebody holds a token. */
export async function accountFor(owner: string, currency: string) {
  const of = MINTS.find(one => one.currency === currency)
  if (!of) throw new Error(`no mint of ${currency}`)
  const [at] = await findAssociatedTokenPda({
    ...{ owner: address(owner), mint: of.mint, tokenProgram: TOKEN_PROGRAM_ADDRESS },
  })
  return { at, mint: of.mint }
}

/** What an account of tokens says; undefined where there is none. */
export function tokenAt(svm: LiteSVM, at: Address) {
  const found = svm.getAccount(at)
  const isToken = found.exists && found.programAddress === TOKEN_PROGRAM_ADDRESS
  return isToken ? getTokenDecoder().decode(found.data) : undefined
}

/** Writes an account of tokens, as if it had come about. */
export function putToken(
  svm: LiteSVM,
  at: Address,
  of: { readonly mint: Address; readonly owner: Address; readonly amount: bigint },
  state = AccountState.Initialized,
): void {
  const data = getTokenEncoder().encode({
    ...{ ...of, state, delegate: null, isNative: null, delegatedAmount: 0n, closeAuthority: null },
  })
  svm.setAccount({
    ...{ address: at, data, executable: false, lamports: TOKEN_LAMPORTS },
    ...{ programAddress: TOKEN_PROGRAM_ADDRESS, space: BigInt(data.length) },
  })
}

/** What the accounts that a transaction names have of tokens. */
export function balancesOf(svm: LiteSVM, raw: string): Balances {
  return wholeOf(raw).message.staticAccounts.flatMap((at, accountIndex) => {
    const token = MINTS.some(({ mint }) => mint === at) ? undefined : tokenAt(svm, at)
    if (!token) return []
    return [{ accountIndex, uiTokenAmount: { amount: String(token.amount) } }]
  })
}
