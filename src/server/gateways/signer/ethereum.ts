/** Ethereum in a signer of its own: transactions that are one transfer of a token that is paid, and nothing else. */
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  parseTransaction,
  toHex,
} from 'viem'
import { CHAIN_IDS, GWEI, MOST_GAS, TOKENS } from '../ethereum/network.ts'
import { openKeyFile } from '../ethereum/signer.ts'
import { transferBytes } from '../ethereum/transactions.ts'
import type { SignerChain } from './chain.ts'
import type { Asked, Refusal } from './rules.ts'

export const ethereum: SignerChain = {
  coin: 'ETH',
  // Five thousand dollars for each, twenty-five thousand in an hour, and of the coin a tenth of an ether, in gwei.
  first: {
    most_payment: { USDC: 5_000_000_000, USDT: 5_000_000_000 },
    most_hour: { USDC: 25_000_000_000, USDT: 25_000_000_000, ETH: 100_000_000 },
    most_fee: 5_000_000,
  },
  payeeOf: text => (isAddress(text) ? getAddress(text) : undefined),
  open: (file, passphrase, network) => {
    const { address, sign } = openKeyFile(file, passphrase)
    return {
      address,
      read: async unsigned => readTransfer(toHex(unsigned), CHAIN_IDS[network]),
      sign: async unsigned => hexToBytes(await sign(toHex(unsigned))),
    }
  },
}

/**
 * What a transaction asks for: read, made anew as ours are made, and held against what is to be signed, byte for byte. Of all that a transaction can do one
 * transfer is left, by no more gas than ours take. Throws where it is none.
 */
export function readTransfer(
  unsigned: Hex,
  chain_id: bigint,
): Asked | { readonly refusal: Refusal } {
  const of = parseTransaction(unsigned)
  if (of.type !== 'eip1559') return { refusal: 'NOT_KNOWN' }
  if (BigInt(of.chainId) !== chain_id) return { refusal: 'OTHER_NETWORK' }
  const { to, nonce = 0, gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = of
  const token = TOKENS.find(({ contract }) => to && contract === getAddress(to))
  const call = callIn(of.data)
  if (!token || !call || gas > MOST_GAS) return { refusal: 'NOT_KNOWN' }
  const [payee, amount] = call
  const anew = transferBytes(
    { contract: token.contract, payee, amount },
    { chain_id, nonce: BigInt(nonce), gas, maxFeePerGas, maxPriorityFeePerGas },
  )
  if (anew !== unsigned) return { refusal: 'NOT_KNOWN' }
  return {
    id: keccak256(unsigned),
    uses: [{ name: `nonce ${nonce}`, value: 0n }],
    paid: [{ payee: getAddress(payee), currency: token.currency, amount }],
    ...{ coin: 'ETH', laid: 0n, only_dearer: true },
    fee: (gas * maxFeePerGas + GWEI - 1n) / GWEI,
  }
}

/** Whom a call pays and how much, where it is a transfer. */
function callIn(data: Hex = '0x'): readonly [Address, bigint] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return functionName === 'transfer' ? args : undefined
  } catch {
    return undefined
  }
}
