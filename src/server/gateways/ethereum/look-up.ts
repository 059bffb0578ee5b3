/** What a transaction of whomever moved on Ethereum, by the messages of the known tokens. */
import { type Hex, isAddress, isAddressEqual } from 'viem'
import type { Found } from '../found.ts'
import { addressIn, TRANSFER } from './arrivals.ts'
import { TOKENS } from './network.ts'
import type { EthereumNode } from './node.ts'
import { numberIn } from './token-calls.ts'

/** By its receipt, where that names a block that the chain has. */
export async function lookUp(node: EthereumNode, txid: string, to: string): Promise<Found> {
  const [receipt] = await node.receipts([txid as Hex])
  if (!receipt?.blockHash || receipt.blockNumber === null || receipt.transactionHash !== txid)
    return { state: 'UNSEEN' }
  const [hash] = await node.hashes([receipt.blockNumber])
  if (hash !== receipt.blockHash) return { state: 'UNSEEN' }
  if (receipt.status !== 1n) return { state: 'FAILED' }
  const amounts = new Map(
    TOKENS.map(({ currency, contract }) => {
      const paid = receipt.logs.filter(({ address, topics: [kind, , payee] }) => {
        const found = addressIn(payee)
        return (
          kind === TRANSFER &&
          isAddressEqual(address, contract) &&
          found !== undefined &&
          isAddress(to, { strict: false }) &&
          isAddressEqual(found, to)
        )
      })
      return [currency, paid.reduce((sum, { data }) => sum + (numberIn(data) ?? 0n), 0n)]
    }),
  )
  return { state: 'STANDS', amounts }
}
