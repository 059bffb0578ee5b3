/** The one transaction that the treasury sends on Ethereum: a token's transfer to one payee (ERC-20), by a nonce (EIP-1559). */
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  keccak256,
  parseSignature,
  parseTransaction,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerialized,
} from 'viem'
import { GatewayError } from '../gateway-error.ts'
import type { Lane, Signed, TokenPayment } from '../tokens/token-chain.ts'
import { GWEI, MOST_GAS, TIP_PART } from './network.ts'
import type { EthereumSigner } from './signer.ts'
import { tokenOf } from './token-calls.ts'

export type Transfer = {
  readonly contract: Address
  readonly payee: Address
  readonly amount: bigint
}

/** By which nonce of which network a transfer leaves, and what is paid for its gas at the most, in wei. */
type By = {
  readonly chain_id: bigint
  readonly nonce: bigint
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/**
 * Pays one payee, by a nonce: of all transactions of an account that name a nonce one can stand on the chain. It says nothing else: what it is for is known by its id
 * alone, and what it says besides it would tell to everybody. `fee` in gwei is what it costs at the most.
 */
export async function signTransfer(
  signer: EthereumSigner,
  transfer: Transfer,
  by: ByFee,
): Promise<Signed> {
  const unsigned = unsignedTransfer(transfer, by)
  const signed = await signedWith(unsigned, await signer.sign(unsigned), signer.address)
  if (!signed)
    throw new GatewayError('ETHEREUM_SIGNED_OTHERWISE', 'what was signed is not what was asked', {
      retriable: false,
    })
  return signed
}

/** By which nonce of which network a transfer leaves, and what it costs at the most, in gwei. */
export type ByFee = { readonly chain_id: bigint; readonly nonce: bigint; readonly fee: bigint }

/** What a payment is on this network: its transfer, and by which nonce that leaves. */
export function transferOf(
  { payee, currency, amount }: TokenPayment,
  { value }: Lane,
  by: Omit<ByFee, 'nonce'>,
): [Transfer, ByFee] {
  const { contract } = tokenOf(currency)
  return [
    { contract, payee: payee as Address, amount },
    { ...by, nonce: BigInt(value) },
  ]
}

/** What is signed of such a transfer. */
export function unsignedTransfer(transfer: Transfer, { fee, ...by }: ByFee): Hex {
  const maxFeePerGas = (fee * GWEI) / MOST_GAS
  return transferBytes(transfer, {
    ...{ ...by, gas: MOST_GAS, maxFeePerGas },
    maxPriorityFeePerGas: maxFeePerGas / TIP_PART,
  })
}

/** A transaction with its signature; undefined where that is not of it, by this key. */
export async function signedWith(
  unsigned: Hex,
  signature: Hex,
  by: Address,
): Promise<Signed | undefined> {
  if (!(await isSignature(signature, unsigned, by))) return undefined
  const raw = serializeTransaction(parseTransaction(unsigned), parseSignature(signature))
  return { txid: keccak256(raw), raw }
}

/** Whose key signed a transaction. */
export function signerIn(raw: string): Promise<Address> {
  return recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
}

/** A transfer by its bytes, not signed. */
export function transferBytes(transfer: Transfer, by: By): Hex {
  return serializeTransaction(transferring(transfer, by))
}

function transferring({ contract, payee, amount }: Transfer, { chain_id, nonce, ...gas }: By) {
  return {
    type: 'eip1559',
    ...{ chainId: Number(chain_id), nonce: Number(nonce), to: contract, ...gas },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, amount] }),
  } as const
}

/** A signer that signed something else is not believed: what it gives back is a signature of what it was asked, or nothing is kept. */
async function isSignature(signature: Hex, unsigned: Hex, by: Address): Promise<boolean> {
  const signed = await recoverAddress({ hash: keccak256(unsigned), signature }).catch(() => null)
  return signed !== null && isAddressEqual(signed, by)
}

/** Whether a transaction moves just what another of ours does, whatever it offers for that. */
export function isSameTransfer(raw: string, ours: string): boolean {
  try {
    const [one, two] = [transferIn(raw), transferIn(ours)]
    return (
      isAddressEqual(one.contract, two.contract) &&
      isAddressEqual(one.payee, two.payee) &&
      one.amount === two.amount
    )
  } catch {
    return false
  }
}

/** By what tokens are moved, of whatever else can be asked of a token with the same words. */
const TRANSFER = erc20Abi.filter(of => of.name === 'transfer')

/** What a transaction of ours moves. Throws where it is no transfer. */
export function transferIn(raw: string): Transfer {
  const { to, data } = parseTransaction(raw as Hex)
  const { args } = decodeFunctionData({ abi: TRANSFER, data: data ?? '0x' })
  const [payee, amount] = args as readonly [Address, bigint]
  return { contract: to as Address, payee, amount }
}

/** What a transaction costs at the most, in gwei, by what a unit of gas costs in the next block and what is offered beside that, in wei. The base may double until then. */
export function feeAt(base: bigint, tip: bigint): bigint {
  const [doubled, tips] = [2n * base + tip, TIP_PART * tip]
  return inGwei(doubled > tips ? doubled : tips)
}

/** What it has to offer at the least to stand in the next block. */
export function enteringAt(base: bigint): bigint {
  return inGwei(base + base / 8n)
}

function inGwei(of_a_unit: bigint): bigint {
  return (of_a_unit * MOST_GAS + GWEI - 1n) / GWEI
}
