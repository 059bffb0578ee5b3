/** Memos of one account (decision 0233): what deposits are told where no public key makes addresses. Its private key is with whoever sweeps what came in, and never near a server. */

import { memoOf, placeOf } from '#domain/kernel/deposit-memo.ts'
import type { DepositBlockchain } from '#domain/kernel/network.ts'
import type { DepositKey } from '../account-key.ts'

/** By a number a memo of the account, both in one text (`placeOf`). */
export type MemoKey = DepositKey<string> & { readonly account: string }

/** The memos of an account on a network; null where there is none. Throws where it is the treasury. */
export function memoKeyAt(
  network: DepositBlockchain,
  account: string | null,
  treasury: string,
): MemoKey | null {
  if (account === treasury)
    throw new Error(`${account} is the treasury: deposits need an account of their own`)
  return account === null ? null : memoKey(network, account)
}

/** The memos of an account on a network. */
export function memoKey(network: DepositBlockchain, account: string): MemoKey {
  const at = (number: number) => placeOf({ address: account, memo: memoOf(number) })
  return { name: `${network}:${account}`, account, at }
}
