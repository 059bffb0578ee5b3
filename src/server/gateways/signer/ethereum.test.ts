/** What a signer reads of transactions on Ethereum: one transfer of a token that is paid, and nothing of whatever else a treasury's key could sign. */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBytes,
  parseGwei,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { seeded } from '#test/harness/random.ts'
import { CHAIN_IDS, MOST_GAS, TOKENS } from '../ethereum/network.ts'
import { signerOf } from '../ethereum/signer.ts'
import { signTransfer } from '../ethereum/transactions.ts'
import { readTransfer } from './ethereum.ts'

const addressOf = (n: number) => signerOf(new Uint8Array(32).fill(n)).address
const PAYEE = addressOf(101)
const THEIRS = addressOf(102)
const [USDC, USDT] = TOKENS.map(of => of.contract) as [Address, Address]
const SIGNATURE = { r: toHex(1n, { size: 32 }), s: toHex(1n, { size: 32 }), yParity: 0 }
const NOT_KNOWN = { refusal: 'NOT_KNOWN' }

const pays = (payee: Address = PAYEE, amount = 5_000n) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, amount] })
const OURS = {
  type: 'eip1559',
  ...{ chainId: 1, nonce: 4, to: USDC, data: pays(), gas: MOST_GAS },
  ...{ maxFeePerGas: parseGwei('2'), maxPriorityFeePerGas: parseGwei('0.2') },
} as const
const made = (set: object = {}) =>
  serializeTransaction({ ...OURS, ...set } as TransactionSerializable)
const read = (unsigned: Hex) => readTransfer(unsigned, CHAIN_IDS.main)

describe('a transfer on Ethereum', () => {
  it('is read as whom it pays, what, by which nonce, and what it takes at the most', () => {
    expect(read(made())).toMatchObject({
      uses: [{ name: 'nonce 4', value: 0n }],
      paid: [{ payee: PAYEE, currency: 'USDC', amount: 5_000n }],
      ...{ coin: 'ETH', fee: 200_000n, laid: 0n, only_dearer: true },
    })
    const other = { to: USDT, nonce: 0, data: pays(THEIRS, 2n ** 255n), maxFeePerGas: 10n ** 15n }
    expect(read(made(other))).toMatchObject({
      uses: [{ name: 'nonce 0' }],
      paid: [{ payee: THEIRS, currency: 'USDT', amount: 2n ** 255n }],
      fee: 10n ** 11n,
    })
  })

  it('is read as what our server makes', async () => {
    const signer = signerOf(new Uint8Array(32).fill(7))
    const asked: Hex[] = []
    const listening = {
      address: signer.address,
      sign: (of: Hex) => {
        asked.push(of)
        return signer.sign(of)
      },
    }
    const transfer = { contract: USDT, payee: PAYEE, amount: 7n }
    await signTransfer(listening, transfer, { nonce: 9n, fee: 400_000n, chain_id: 1n })
    expect(asked.map(read)).toMatchObject([{ fee: 400_000n, paid: [{ payee: PAYEE, amount: 7n }] }])
  })

  const call = (functionName: 'approve' | 'transferFrom', args: readonly unknown[]) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<
      typeof encodeFunctionData<typeof erc20Abi>
    >[0])
  it.each<[string, object]>([
    ['of another contract', { to: THEIRS }],
    ['that makes a contract', { to: undefined }],
    ['of the coin itself', { to: PAYEE, data: '0x', value: 1n }],
    ['with coin beside it', { value: 1n }],
    ['that lets somebody move tokens later', { data: call('approve', [THEIRS, 5n]) }],
    ['of somebody else’s', { data: call('transferFrom', [THEIRS, PAYEE, 5n]) }],
    ['of no function', { data: '0x' }],
    ['of another function of the same shape', { data: `0x39509351${pays().slice(10)}` }],
    ['with bytes behind it', { data: `${pays()}00` }],
    ['whose payee is not spelled whole', { data: pays().replace('0000', '0100') }],
    ['that is cut off', { data: pays().slice(0, -2) }],
    ['by more gas than ours take', { gas: MOST_GAS + 1n }],
    ['with slots that it opens', { accessList: [{ address: USDC, storageKeys: [] }] }],
    ['of an older form', { type: 'legacy', maxFeePerGas: undefined, gasPrice: 1n }],
    ['of the form between', { type: 'eip2930', maxFeePerGas: undefined, gasPrice: 1n }],
    [
      'that hands the account to a program',
      {
        type: 'eip7702',
        authorizationList: [{ chainId: 1, address: THEIRS, nonce: 4, ...SIGNATURE }],
      },
    ],
  ])('is none %s', (_, set) => {
    const tip = 'gasPrice' in set ? { maxPriorityFeePerGas: undefined } : {}
    expect(read(made({ ...tip, ...set }))).toEqual(NOT_KNOWN)
  })

  it('is on the network that the signer was set to', () => {
    expect(read(made({ chainId: 137 }))).toEqual({ refusal: 'OTHER_NETWORK' })
    expect(read(made({ chainId: 31_337 }))).toEqual({ refusal: 'OTHER_NETWORK' })
    expect(readTransfer(made({ chainId: 31_337 }), CHAIN_IDS.local)).toMatchObject({ coin: 'ETH' })
  })

  it('is nothing that was signed already, and no other bytes', () => {
    const signed = serializeTransaction(OURS, SIGNATURE)
    expect(read(signed)).toEqual(NOT_KNOWN)
    for (const bytes of ['0x', '0x02', '0x1234', `${made()}00`, made().slice(0, -2)])
      expect(() => read(bytes as Hex)).toThrow()
  })

  it('pays within what it says, whichever of its bytes is another', () => {
    const whole = hexToBytes(made())
    const random = seeded(20_261_129)
    for (let at = 0; at < whole.length; at++)
      for (let n = 0; n < 8; n++) {
        const bytes = Uint8Array.from(whole)
        bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(random() * 255))
        const found = readQuietly(toHex(bytes))
        if ('refusal' in found) continue
        // It is ours to the byte but for what it was read to do, so that what is made of that is the same.
        const [paid] = found.paid
        const contract = TOKENS.find(of => of.currency === paid?.currency)?.contract
        const data = pays(paid?.payee as Address, paid?.amount)
        const [nonce] = found.uses.map(of => Number(of.name.replace('nonce ', '')))
        const { maxFeePerGas, maxPriorityFeePerGas, gas } = parseTransaction(toHex(bytes))
        const fees = { maxFeePerGas, maxPriorityFeePerGas, gas }
        expect(made({ to: contract, data, nonce, ...fees })).toBe(toHex(bytes))
      }
  })
})

function readQuietly(unsigned: Hex): ReturnType<typeof readTransfer> {
  try {
    return read(unsigned)
  } catch {
    return { refusal: 'NOT_KNOWN' }
  }
}
