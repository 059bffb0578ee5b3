/** What every node answers, whoever asks: the same cases for the chain in memory and for one that is asked by JSON-RPC. */
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import type { BitcoinNode } from './bitcoin-node.ts'
import { buildPayout } from './build-payout.ts'
import type { MemoryChain } from './memory-chain.test-data.ts'
import { signerOf } from './signer.ts'

const treasury = signerOf(new Uint8Array(32).fill(7))
const payee = signerOf(new Uint8Array(32).fill(8)).address

/** A signed payment of one coin of the treasury, in hexadecimal. */
export async function paymentOf(
  coin: { txid: string; vout: number; value_sat: bigint },
  value_sat: bigint,
): Promise<{ txid: string; raw: string }> {
  const unsigned = buildPayout([coin], [{ address: payee, value_sat }], treasury, { fee_rate: 2n })
  if (!unsigned) throw new Error('the coin reaches')
  return { txid: unsigned.txid, raw: hex.encode(await treasury.sign(unsigned.psbt)) }
}

export function nodeContract(
  name: string,
  open: () => Promise<{ node: BitcoinNode; chain: MemoryChain; end(): Promise<void> }>,
): void {
  describe(`${name}, as any node`, () => {
    it('tells how far it came, and of blocks beyond nothing', async () => {
      const { node, chain, end } = await open()
      expect(await node.tip()).toEqual({ chain: 'main', height: 0 })
      chain.mine(2)
      expect(await node.tip()).toEqual({ chain: 'main', height: 2 })
      expect(await node.hashAt(3)).toBeNull()
      await end()
    })

    it('tells blocks whole, each after the one before', async () => {
      const { node, chain, end } = await open()
      const txid = chain.fund(treasury.address, 2_099_999_999_999_999n)
      chain.mine(2)
      const hashes = [await node.hashAt(1), await node.hashAt(2)]
      const [first, second] = await Promise.all(hashes.map(hash => node.block(hash ?? '')))
      expect(first?.transactions).toEqual([
        {
          ...{ txid, spends: [] },
          outputs: [{ vout: 0, script: treasury.script, value_sat: 2_099_999_999_999_999n }],
        },
      ])
      expect(second).toMatchObject({ hash: hashes[1], previous: hashes[0], transactions: [] })
      await end()
    })

    it('finds a transaction of whomever, also before a block holds it, and none that there is not', async () => {
      const { node, chain, end } = await open()
      const txid = chain.fund(payee, 70_000n)
      const script = signerOf(new Uint8Array(32).fill(8)).script
      const outputs = [{ vout: 0, script, value_sat: 70_000n }]
      expect(await node.find(txid)).toEqual({ outputs, confirmations: 0 })
      chain.mine(2)
      expect(await node.find(txid)).toEqual({ outputs, confirmations: 2 })
      expect(await node.find('a'.repeat(64))).toBeNull()
      await end()
    })

    it('tells every output of a transaction, whoever it pays and however often', async () => {
      const { node, chain, end } = await open()
      const paid = [payee, treasury.address, payee].map(
        (address, n) => [address, 600n + BigInt(n)] as const,
      )
      const txid = chain.fundEach(paid)
      chain.mine()
      const { transactions } = await node.block((await node.hashAt(1)) ?? '')
      const script = signerOf(new Uint8Array(32).fill(8)).script
      expect(transactions).toEqual([
        {
          ...{ txid, spends: [] },
          outputs: [
            { vout: 0, script, value_sat: 600n },
            { vout: 1, script: treasury.script, value_sat: 601n },
            { vout: 2, script, value_sat: 602n },
          ],
        },
      ])
      await end()
    })

    it('takes a transaction once, says why it refuses one, and mines what it took', async () => {
      const { node, chain, end } = await open()
      const txid = chain.fund(treasury.address, 100_000n)
      chain.mine()
      const coin = { txid, vout: 0, value_sat: 100_000n }
      const [one, other] = [await paymentOf(coin, 40_000n), await paymentOf(coin, 50_000n)]
      expect(await node.broadcast(one.raw)).toBeNull()
      expect(await node.broadcast(one.raw)).toBeNull()
      // What waits gives way to what pays more alone (BIP 125), and what a block holds to nothing.
      expect(await node.broadcast(other.raw)).toMatch(/insufficient fee/)
      chain.mine()
      expect(await node.broadcast(one.raw)).toBeNull()
      expect(await node.broadcast(other.raw)).toMatch(/missingorspent/)
      const hash = await node.hashAt(2)
      expect((await node.block(hash ?? '')).transactions.map(of => of.txid)).toEqual([one.txid])
      expect(chain.paid(payee)).toBe(40_000n)
      await end()
    })

    it('tells a transaction of a block whole, and none that is not in it', async () => {
      const { node, chain, end } = await open()
      const txid = chain.fund(treasury.address, 100_000n)
      chain.mine()
      const { txid: spent, raw } = await paymentOf({ txid, vout: 0, value_sat: 100_000n }, 40_000n)
      await node.broadcast(raw)
      chain.mine()
      const [first, second] = [await node.hashAt(1), await node.hashAt(2)]
      expect(await node.raw(spent, second ?? '')).toBe(raw)
      const funding = Transaction.fromRaw(hex.decode(await node.raw(txid, first ?? '')))
      expect(funding.id).toBe(txid)
      await expect(node.raw(spent, first ?? '')).rejects.toThrow()
      await end()
    })

    it('says what a byte costs, or that it cannot tell', async () => {
      const { node, chain, end } = await open()
      expect(await node.feeRate(6)).toBe(2n)
      chain.mood.fee_rate = null
      expect(await node.feeRate(6)).toBeNull()
      await end()
    })
  })
}
