/** Paying many on each chain as a script would that keeps no books, asks nobody anything and is run once: by the libraries that our rails stand on. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { hex } from '@scure/base'
import { NETWORK, p2wpkh, selectUTXO } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import {
  encodeAddress,
  makeAssetTransferTxnWithSuggestedParamsFromObject as makeTransfer,
} from 'algosdk'
import { createWalletClient, erc20Abi, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import type { LocalChain as Algorand } from '#server/gateways/algorand/local-chain.test-data.ts'
import { ASSETS, GENESIS } from '#server/gateways/algorand/network.ts'
import type { MemoryChain } from '#server/gateways/bitcoin/memory-chain.test-data.ts'
import type { LocalChain as Ethereum } from '#server/gateways/ethereum/local-chain.test-data.ts'
import { TOKENS } from '#server/gateways/ethereum/network.ts'
import type { LocalChain as Hedera } from '#server/gateways/hedera/local-chain.test-data.ts'
import { TOKENS as HEDERA_TOKENS } from '#server/gateways/hedera/network.ts'
import { hederaNode } from '#server/gateways/hedera/node.ts'
import { signerOf as hederaSigner } from '#server/gateways/hedera/signer.ts'
import { signed, transferBody } from '#server/gateways/hedera/transactions.ts'
import type { LocalChain as Solana } from '#server/gateways/solana/local-chain.test-data.ts'
import { MINTS } from '#server/gateways/solana/network.ts'

/** Who is paid, and how much in smallest units. */
export type Pay = { readonly payee: string; readonly amount: bigint }

/** One transaction for all of them, at a satoshi a virtual byte. */
export async function bareBitcoin(
  chain: MemoryChain,
  key: Uint8Array,
  coins: readonly { readonly txid: string; readonly value_sat: bigint }[],
  payments: readonly Pay[],
): Promise<void> {
  const { address: own = '', script } = p2wpkh(pubECDSA(key), NETWORK)
  const selected = selectUTXO(
    coins.map(({ txid, value_sat }) => ({
      ...{ txid, index: 0, witnessUtxo: { script, amount: value_sat } },
    })),
    payments.map(({ payee, amount }) => ({ address: payee, amount })),
    'default',
    { changeAddress: own, feePerByte: 1n, network: NETWORK, createTx: true },
  )
  const transaction = selected?.tx
  if (!transaction) throw new Error('the coin does not reach')
  transaction.sign(key)
  transaction.finalize()
  await chain.node.broadcast(hex.encode(transaction.extract()))
  chain.mine(6)
}

/** A transfer each, all by the last block. */
export async function bareSolana(
  local: Solana,
  key: Uint8Array,
  payments: readonly Pay[],
): Promise<void> {
  const rpc = createSolanaRpc(local.url)
  const signer = await createKeyPairSignerFromPrivateKeyBytes(key)
  const { mint, decimals } = known(MINTS, 'USDC')
  const accountOf = async (owner: typeof signer.address) =>
    (await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]
  const source = await accountOf(signer.address)
  const { value: lifetime } = await rpc.getLatestBlockhash().send()
  const pay = async ({ payee, amount }: Pay) => {
    const owner = address(payee)
    const destination = await accountOf(owner)
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      m => setTransactionMessageFeePayerSigner(signer, m),
      m => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
      m =>
        appendTransactionMessageInstructions(
          [
            getCreateAssociatedTokenIdempotentInstruction({
              ...{ payer: signer, ata: destination, owner, mint },
            }),
            getTransferCheckedInstruction({
              ...{ source, mint, destination, authority: signer, amount, decimals },
            }),
          ],
          m,
        ),
    )
    const signed = await signTransactionMessageWithSigners(message)
    const raw = getBase64EncodedWireTransaction(signed)
    await rpc.sendTransaction(raw, { encoding: 'base64', skipPreflight: true }).send()
    return getSignatureFromTransaction(signed)
  }
  const signatures = await Promise.all(payments.map(pay))
  local.settle()
  const { value: told } = await rpc.getSignatureStatuses(signatures).send()
  if (told.some(of => of === null || of.err !== null)) throw new Error('not all of it stands')
}

/** A transfer each, one nonce after the other. */
export async function bareEthereum(
  local: Ethereum,
  key: Uint8Array,
  payments: readonly Pay[],
): Promise<void> {
  const account = privateKeyToAccount(`0x${Buffer.from(key).toString('hex')}`)
  const client = createWalletClient({ account, chain: mainnet, transport: http(local.url) })
  const { contract } = known(TOKENS, 'USDC')
  await Promise.all(
    payments.map(({ payee, amount }, nonce) =>
      client.writeContract({
        ...{ address: contract, abi: erc20Abi, functionName: 'transfer' },
        args: [payee as Hex, amount],
        ...{ nonce, gas: 100_000n, maxFeePerGas: 40n * GWEI, maxPriorityFeePerGas: GWEI },
      }),
    ),
  )
  await local.settle()
}
const GWEI = 1_000_000_000n

/** A transfer each, all of the same rounds. */
export async function bareAlgorand(
  local: Algorand,
  key: Uint8Array,
  payments: readonly Pay[],
): Promise<void> {
  const { id: assetIndex } = known(ASSETS, 'USDC')
  const publicKey = ed25519.getPublicKey(key)
  const sender = encodeAddress(publicKey)
  const status = await fetch(`${local.url}/v2/status`)
  const round = BigInt(((await status.json()) as { 'last-round': number })['last-round'])
  await Promise.all(
    payments.map(async ({ payee, amount }) => {
      const transaction = makeTransfer({
        ...{ sender, receiver: payee, assetIndex, amount },
        suggestedParams: {
          ...{ fee: 1_000n, flatFee: true, minFee: 0n },
          ...{ firstValid: round, lastValid: round + 500n },
          genesisID: GENESIS.main.genesis_id,
          genesisHash: Buffer.from(GENESIS.main.genesis_hash, 'base64'),
        },
      })
      const signature = ed25519.sign(transaction.bytesToSign(), key)
      const body = transaction.attachSignature(sender, signature)
      const answer = await fetch(`${local.url}/v2/transactions`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/x-binary' } },
        body: Buffer.from(body),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }),
  )
  local.mine(1)
}

/** A transfer each, by ids of one second; there is no library of Hedera's here but what our rail signs and asks by. */
export async function bareHedera(
  local: Hedera,
  key: Uint8Array,
  payments: readonly Pay[],
): Promise<void> {
  const signer = hederaSigner(key)
  const node = hederaNode(local.url, local.nodes, { now: local.now })
  const { account } = (await node.account(signer.address)) ?? { account: '' }
  const token = known(HEDERA_TOKENS.main, 'USDC')
  const value = String(Math.floor(local.now() / 1000) - 1)
  const nodes = [...local.nodes.keys()]
  await Promise.all(
    payments.map(async ({ payee, amount }, nth) => {
      const by = { account, lane: { name: String(nth), value }, fee: 1_000_000n }
      const to = nodes[nth % nodes.length] ?? ''
      const { raw } = await signed(
        signer,
        transferBody({ token, payee, amount }, { ...by, node: to }),
      )
      await node.offer(raw)
    }),
  )
  local.mine(1)
}

function known<T extends { readonly currency: string }>(table: readonly T[], currency: string): T {
  const found = table.find(of => of.currency === currency)
  if (!found) throw new Error(`there is no ${currency} in the table`)
  return found
}
