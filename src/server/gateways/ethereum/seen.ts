/** What became of transactions of the treasury on Ethereum: by a receipt whose block is the chain's own, or by what used up their nonce. */
import { type Address, erc20Abi, type Hex, isAddressEqual, type Log, parseEventLogs } from 'viem'
import { GatewayError } from '../gateway-error.ts'
import type { ChainFailure, Seen, UnderWay } from '../tokens/token-chain.ts'
import { FINAL_AFTER, TOKENS } from './network.ts'
import type { Block, EthereumNode, Receipt } from './node.ts'
import { spenderOf } from './spent.ts'
import { balanceCall, isNothing, listedCall, numberIn, stopCalls } from './token-calls.ts'
import { isSameTransfer, type Transfer, transferIn } from './transactions.ts'

/** A receipt that names its block. */
type Standing = Receipt & { readonly blockHash: Hex; readonly blockNumber: bigint }

/** The last block that is final, and the last there is. */
type Ends = { readonly final: Block; readonly last: Block }

/** In their order. */
export async function seenOn(
  node: EthereumNode,
  { treasury, chain_id }: { readonly treasury: Address; readonly chain_id: bigint },
  open: readonly UnderWay[],
): Promise<Seen[]> {
  if (open.length === 0) return []
  const final = await node.block('finalized')
  const [last, count] = await Promise.all([
    node.block('latest'),
    node.count(treasury, final.number),
  ])
  const txids = open.flatMap(of => of.versions.map(one => one.txid as Hex))
  const receipts = await standingOf(node, treasury, await node.receipts(txids), txids)
  const seen: Seen[] = []
  for (const of of open) {
    const receipt = of.versions.flatMap(({ txid }) => receipts.get(txid) ?? [])[0]
    const raw = of.versions.find(one => one.txid === receipt?.transactionHash)?.raw
    if (receipt && raw) seen.push(await seenBy(node, treasury, raw, { receipt, final, last }))
    else seen.push(await unseen(node, treasury, of, { final, last, count, chain_id }))
  }
  return seen
}

/** The receipts that are of what was asked for, and of a block that the chain has. */
async function standingOf(
  node: EthereumNode,
  treasury: Address,
  told: readonly (Receipt | null)[],
  txids: readonly Hex[],
): Promise<Map<string, Standing>> {
  const found = told.filter(
    (of, at): of is Standing =>
      of !== null &&
      of.blockHash !== null &&
      of.blockNumber !== null &&
      of.transactionHash === txids[at] &&
      isAddressEqual(of.from, treasury),
  )
  const numbers = [...new Set(found.map(of => of.blockNumber))]
  const hashes = await node.hashes(numbers)
  const hashOf = new Map(numbers.map((number, at) => [number, hashes[at]]))
  return new Map(
    found
      .filter(of => hashOf.get(of.blockNumber) === of.blockHash)
      .map(of => [of.transactionHash, of]),
  )
}

async function seenBy(
  node: EthereumNode,
  treasury: Address,
  raw: string,
  { receipt, final, last }: { readonly receipt: Standing } & Ends,
): Promise<Seen> {
  const txid = receipt.transactionHash
  if (receipt.blockNumber > final.number) {
    const confirmations = Number(last.number - receipt.blockNumber) + 1
    return {
      state: 'SEEN',
      txid,
      confirmations: Math.max(1, Math.min(confirmations, FINAL_AFTER - 1)),
    }
  }
  const of = transferIn(raw)
  if (receipt.status !== 1n)
    return {
      state: 'FINAL',
      txid,
      failure: await failureOf(node, treasury, of, receipt.blockNumber),
    }
  // A token may say that all is well and have moved nothing, or less: nobody knows what the payee has then.
  return isMoved(receipt, treasury, of)
    ? { state: 'FINAL', txid, failure: null }
    : { state: 'UNSEEN' }
}

function isMoved(
  { logs }: Receipt,
  treasury: Address,
  { contract, payee, amount }: Transfer,
): boolean {
  return parseEventLogs({ abi: erc20Abi, logs: logs as unknown as Log[] }).some(
    ({ address, args }) =>
      'to' in args &&
      isAddressEqual(address, contract) &&
      isAddressEqual(args.from, treasury) &&
      isAddressEqual(args.to, payee) &&
      args.value === amount,
  )
}

/** Why a transfer moved nothing, by what the token says of both ends at the end of that block, or by now where the node has forgotten. */
async function failureOf(
  node: EthereumNode,
  treasury: Address,
  { contract, payee, amount }: Transfer,
  at: bigint,
): Promise<ChainFailure> {
  const token = TOKENS.find(of => isAddressEqual(of.contract, contract))
  if (!token) return 'OTHER'
  const calls = [
    listedCall(token, payee),
    balanceCall(token, treasury),
    ...stopCalls(token, treasury),
  ]
  const told = await node
    .calls(calls, at)
    .catch(answered)
    .then(of => of ?? node.calls(calls, 'latest'))
  const [listed, balance, ...stops] = told
  if (!stops.every(isNothing)) return 'STOPPED'
  if (!isNothing(listed)) return 'FROZEN'
  return (numberIn(balance) ?? 0n) < amount ? 'TOKENS' : 'OTHER'
}

/**
 * What was not found stands on the chain nonetheless, or never will: which, says what used up its nonce. Where that moved the same amount to the same payee it is this payment: whoever was asked to sign it
 * may have sent it by themselves, for another fee too, or in another way.
 */
async function unseen(
  node: EthereumNode,
  treasury: Address,
  { lane, versions, asked = [] }: UnderWay,
  { final, last, count, chain_id }: Ends & { readonly count: bigint; readonly chain_id: bigint },
): Promise<Seen> {
  const nonce = BigInt(lane.value)
  if (count <= nonce) return { state: 'UNSEEN' }
  const by = { nonce, chain_id, final: final.number }
  const spender = await spenderOf(node, treasury, by).catch(answered)
  if (!spender) return { state: 'UNSEEN' }
  const receipts = await standingOf(node, treasury, await node.receipts([spender.by]), [spender.by])
  const receipt = receipts.get(spender.by)
  if (!receipt) return { state: 'UNSEEN' }
  const ours = [...asked, ...versions.map(of => of.raw)]
  const paid = ours.find(
    of => isSameTransfer(spender.proof, of) || isMoved(receipt, treasury, transferIn(of)),
  )
  return paid
    ? seenBy(node, treasury, paid, { receipt, final, last })
    : { state: 'SPENT', ...spender }
}

/** A node that answers, and not that, proves nothing. */
function answered(error: unknown): undefined {
  if (error instanceof GatewayError && error.code === 'CHAIN_OTHER') return undefined
  throw error
}
