/** By which transaction a nonce of the treasury was used up: the proof that another of the same nonce never stands (decision 0196). */
import {
  type Address,
  formatTransaction,
  type Hex,
  isAddressEqual,
  keccak256,
  type RpcTransaction,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import type { EthereumNode, InBlock } from './node.ts'
import { signerIn } from './transactions.ts'

/** A transaction that the treasury's key signed, in a final block. */
export type Spender = { readonly by: Hex; readonly proof: Hex }

/** Which nonce, of which network. */
type Of = { readonly nonce: bigint; readonly chain_id: bigint }

/**
 * The transaction that used up a nonce, by a final block: found where the count of the account passes it, and believed by its signature alone, which no node can
 * make. Undefined where the node does not know the past so far, or answers otherwise.
 */
export async function spenderOf(
  node: EthereumNode,
  treasury: Address,
  { nonce, final, chain_id }: Of & { readonly final: bigint },
): Promise<Spender | undefined> {
  const isUsedAt = async (at: bigint) => (await node.count(treasury, at)) > nonce
  let [used, before] = [final, final - 1n]
  for (let step = 1n; before > 0n && (await isUsedAt(before)); step *= 2n) {
    used = before
    before = before > step ? before - step : 0n
  }
  while (used - before > 1n) {
    const middle = (used + before) / 2n
    if (await isUsedAt(middle)) used = middle
    else before = middle
  }
  for (const of of await node.transactionsIn(used)) {
    const found = await spenderIn(of, treasury, { nonce, chain_id }).catch(() => undefined)
    if (found) return found
  }
  return undefined
}

async function spenderIn(
  of: InBlock,
  treasury: Address,
  { nonce, chain_id }: Of,
): Promise<Spender | undefined> {
  const transaction = formatTransaction(of as unknown as RpcTransaction)
  if (!isAddressEqual(transaction.from, treasury) || BigInt(transaction.nonce) !== nonce)
    return undefined
  // The same key may sign on other networks, where what it signed uses up nothing of this one; some of the oldest kind is for all of them (EIP-155).
  if (transaction.chainId !== undefined && BigInt(transaction.chainId) !== chain_id)
    return undefined
  const { r, s, v, yParity, input: data, ...rest } = transaction
  const signature = yParity === undefined ? { r, s, v } : { r, s, yParity }
  const proof = serializeTransaction({ ...rest, data } as TransactionSerializable, signature)
  const signed = await signerIn(proof)
  if (keccak256(proof) !== of.hash || !isAddressEqual(signed, treasury)) return undefined
  return { by: of.hash, proof }
}
