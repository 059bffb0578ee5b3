/** What a signer reads of transactions on Algorand: one transfer of a token that is paid by a lease of ours, and nothing of whatever else a treasury's key could sign. */
import {
  makePaymentTxnWithSuggestedParamsFromObject as makePayment,
  makeAssetTransferTxnWithSuggestedParamsFromObject as makeTransfer,
} from 'algosdk'
import { describe, expect, it } from 'vitest'
import { ASSETS, GENESIS, LIFE } from '../algorand/network.ts'
import { signerOf } from '../algorand/signer.ts'
import { holdingLane, leaseOf, signHolding, signTransfer } from '../algorand/transactions.ts'
import { readTransfer } from './algorand.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const OWN = signer.address
const addressOf = (n: number) => signerOf(new Uint8Array(32).fill(n)).address
const PAYEE = addressOf(101)
const THEIRS = addressOf(102)
const [USDC, USDT] = ASSETS.map(of => of.id) as [number, number]
const NOT_KNOWN = { refusal: 'NOT_KNOWN' }
const LANE = { name: '4', value: '40000000' }

const PARAMS = {
  ...{ fee: 1_000n, flatFee: true, minFee: 0n },
  ...{ firstValid: 40_000_000n, lastValid: 40_000_000n + LIFE },
  genesisID: GENESIS.main.genesis_id,
  genesisHash: Buffer.from(GENESIS.main.genesis_hash, 'base64'),
}
const OURS = {
  ...{ sender: OWN, receiver: PAYEE, assetIndex: USDC, amount: 5_000n, lease: leaseOf(LANE) },
  suggestedParams: PARAMS,
}
const made = (set: Partial<Parameters<typeof makeTransfer>[0]> = {}) =>
  makeTransfer({ ...OURS, ...set }).bytesToSign()
const withParams = (set: Partial<Parameters<typeof makeTransfer>[0]['suggestedParams']>) =>
  made({ suggestedParams: { ...PARAMS, ...set } })
const read = (unsigned: Uint8Array) => readTransfer(unsigned, OWN, GENESIS.main)

describe('a transfer on Algorand', () => {
  it('is read as whom it pays, what, by which lane, and what it takes', () => {
    expect(read(made())).toMatchObject({
      uses: [{ name: '4 40000000', value: 0n }],
      paid: [{ payee: PAYEE, currency: 'USDC', amount: 5_000n }],
      ...{ coin: 'ALGO', fee: 1_000n, laid: 0n, only_dearer: false },
    })
    expect(read(made({ assetIndex: USDT, amount: 2n ** 63n }))).toMatchObject({
      paid: [{ payee: PAYEE, currency: 'USDT', amount: 2n ** 63n }],
    })
  })

  it('is read as what our server makes, and so is what has the treasury hold a token', async () => {
    const asked: Uint8Array[] = []
    const listening = {
      address: OWN,
      sign: (of: Uint8Array) => {
        asked.push(of)
        return signer.sign(of)
      },
    }
    const genesis = GENESIS.main
    const transfer = { asset: USDT, payee: PAYEE, amount: 7n }
    await signTransfer(listening, transfer, { lane: LANE, fee: 2_000n, genesis })
    await signHolding(listening, USDC, { round: 41_000_003n, fee: 1_000n, genesis })
    expect(asked.map(read)).toMatchObject([
      { fee: 2_000n, paid: [{ payee: PAYEE, currency: 'USDT', amount: 7n }] },
      { fee: 1_000n, paid: [], laid: 100_000n, uses: [{ name: `hold ${USDC} 41000003` }] },
    ])
  })

  it.each<[string, Uint8Array]>([
    ['of another token', made({ assetIndex: 31_566_705 })],
    ['that gives the rest away', made({ closeRemainderTo: THEIRS })],
    ['that gives the key away', made({ rekeyTo: THEIRS })],
    ['of somebody else’s', made({ assetSender: THEIRS })],
    ['with words', made({ note: new Uint8Array([1]) })],
    ['by no lease', made({ lease: new Uint8Array(32) })],
    ['by a lane that there is not', made({ lease: leaseOf({ ...LANE, name: '100' }) })],
    ['by a lane of another value', made({ lease: leaseOf({ ...LANE, value: '40000020' }) })],
    ['by the lane of a holding', made({ lease: leaseOf(holdingLane(USDC, 40_000_000n)) })],
    ['that may stand longer', withParams({ lastValid: 40_000_001n + LIFE })],
    ['under another name of the network', withParams({ genesisID: 'testnet-v1.0' })],
    ['of the coin itself', makePayment({ ...OURS, amount: 5n }).bytesToSign()],
  ])('%s is none', (_what, unsigned) => {
    expect(read(unsigned)).toEqual(NOT_KNOWN)
  })

  it('of another network, or of another treasury, is none of this one', () => {
    const genesisHash = Buffer.alloc(32, 3)
    expect(read(withParams({ genesisHash }))).toEqual({ refusal: 'OTHER_NETWORK' })
    expect(read(made({ sender: THEIRS }))).toEqual({ refusal: 'NOT_OURS' })
  })

  it('is another, or none, with any of its bytes changed', () => {
    const whole = made()
    for (let at = 0; at < whole.length; at++) {
      const changed = Uint8Array.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      const answer = (() => {
        try {
          return read(changed)
        } catch {
          return NOT_KNOWN
        }
      })()
      if ('refusal' in answer) continue
      // What is left to choose is the payee, the token, the amount, the fee and the lane, and each is read.
      const { id: _, ...does } = answer
      const { id: __, ...before } = read(whole) as typeof answer
      expect(does).not.toEqual(before)
    }
  })
})
