/** What pays on each network, by the nodes, keys and signers that are configured. */
import { setTimeout as sleep } from 'node:timers/promises'
import { algorandChain } from './gateways/algorand/algorand-chain.ts'
import { algorandArrivals } from './gateways/algorand/arrivals.ts'
import { readSeveral } from './gateways/algorand/multisig.ts'
import { DEPOSITS as ALGORAND_DEPOSITS } from './gateways/algorand/network.ts'
import { algorandNode } from './gateways/algorand/node.ts'
import {
  signedByHand as algorandByHand,
  openKeyFile as openAlgorandKey,
  readAddress as readAlgorandAddress,
} from './gateways/algorand/signer.ts'
import { coreNode } from './gateways/bitcoin/core-node.ts'
import { readDepositKey } from './gateways/bitcoin/deposit-key.ts'
import { readDescriptor } from './gateways/bitcoin/descriptor.ts'
import { type BitcoinSigner, openKeyFile, signedByHand } from './gateways/bitcoin/signer.ts'
import { ethereumArrivals } from './gateways/ethereum/arrivals.ts'
import { readDepositKey as readEthereumDepositKey } from './gateways/ethereum/deposit-key.ts'
import { ethereumChain } from './gateways/ethereum/ethereum-chain.ts'
import { DEPOSITS } from './gateways/ethereum/network.ts'
import { ethereumNode } from './gateways/ethereum/node.ts'
import {
  type EthereumSigner,
  signedByHand as ethereumByHand,
  openKeyFile as openEthereumKey,
  readAddress,
} from './gateways/ethereum/signer.ts'
import { hederaArrivals } from './gateways/hedera/arrivals.ts'
import { hederaChain } from './gateways/hedera/hedera-chain.ts'
import { DEPOSITS as HEDERA_DEPOSITS } from './gateways/hedera/network.ts'
import { hederaNode } from './gateways/hedera/node.ts'
import { openKeyFile as openHederaKey } from './gateways/hedera/signer.ts'
import { bitcoinRail } from './gateways/rails/bitcoin.ts'
import { byHandRail } from './gateways/rails/by-hand.ts'
import type { Rail } from './gateways/rails/rail.ts'
import { simulatedRail } from './gateways/rails/simulated.ts'
import { tokenRail } from './gateways/rails/token.ts'
import {
  algorandSignerAt,
  bitcoinSignerAt,
  ethereumSignerAt,
  hederaSignerAt,
  solanaSignerAt,
} from './gateways/signer/client.ts'
import { solanaArrivals } from './gateways/solana/arrivals.ts'
import { DEPOSITS as SOLANA_DEPOSITS } from './gateways/solana/network.ts'
import { solanaNode } from './gateways/solana/node.ts'
import {
  openKeyFile as openSolanaKey,
  readAddress as readSolanaAddress,
  type SolanaSigner,
  signedByHand as solanaByHand,
} from './gateways/solana/signer.ts'
import { solanaChain } from './gateways/solana/solana-chain.ts'
import { memoKeyAt } from './gateways/tokens/memo-key.ts'
import type { AccountsSetting } from './kernel/chain-config.ts'
import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import type { Database } from './kernel/db.ts'

/** What pays on each network. */
export async function railsOf(config: Config, database: Database, clock: Clock) {
  const rail = config.simulatedRail
    ? slowed(simulatedRail(database.books), config.simulatedRailDelayMs)
    : byHandRail()
  const chains: Readonly<Partial<Record<string, Rail>>> = {
    bitcoin: config.bitcoin && openBitcoin(config.bitcoin, database, clock),
    solana: config.solana && (await openSolana(config.solana, database, clock)),
    ethereum: config.ethereum && openEthereum(config.ethereum, database, clock),
    algo: config.algorand && openAlgorand(config.algorand, database, clock),
    hedera: config.hedera && openHedera(config.hedera, database, clock),
  }
  return { railOf: (network: string) => chains[network] ?? rail }
}

/** The rail that pays in tokens on Solana, by the node and the signer that are configured. Throws where its key cannot be opened, or its address is none. */
async function openSolana(
  { rpcUrl, chain: network, signer: by, ...of }: NonNullable<Config['solana']>,
  { books }: Database,
  clock: Clock,
): Promise<Rail> {
  const signer = signerBy('SOLANA', by, SOLANA)
  const node = solanaNode(rpcUrl)
  const key = memoKeyAt('solana', of.depositAddress, signer.address)
  return tokenRail(books, {
    chain: await solanaChain(node, signer, { chain: network }),
    deposits: { chain: network, key, rules: SOLANA_DEPOSITS, arrivals: solanaArrivals(node) },
    ...{ explorer: of.explorer, now: () => clock.now() },
  })
}

/** The same on Ethereum. */
function openEthereum(
  { rpcUrl, chain, signer: by, explorer, mostFee, depositKey }: NonNullable<Config['ethereum']>,
  { books }: Database,
  clock: Clock,
): Rail {
  const signer = signerBy('ETHEREUM', by, ETHEREUM)
  const key = depositKey === null ? null : readEthereumDepositKey(depositKey)
  if (typeof key === 'string') throw new Error(`ETHEREUM_DEPOSIT_KEY: ${key}`)
  const node = ethereumNode(rpcUrl)
  return tokenRail(books, {
    chain: ethereumChain(node, signer, { chain, most_fee: mostFee }),
    deposits: { chain, key, rules: DEPOSITS, arrivals: ethereumArrivals(node) },
    ...{ explorer, now: () => clock.now() },
  })
}

/** The same on Algorand. */
function openAlgorand(
  { rpcUrl, chain: network, token, signer: by, ...of }: NonNullable<Config['algorand']>,
  { books }: Database,
  clock: Clock,
): Rail {
  const several = of.multisig === null ? undefined : readSeveral(of.multisig)
  const signer = signerBy('ALGORAND', by, {
    ...{ at: algorandSignerAt, open: openAlgorandKey },
    byHand: byHand(readAlgorandAddress, address => algorandByHand(address, several)),
  })
  const node = algorandNode(rpcUrl, token)
  const key = memoKeyAt('algo', of.depositAddress, signer.address)
  return tokenRail(books, {
    chain: algorandChain(node, signer, { chain: network }),
    deposits: { chain: network, key, rules: ALGORAND_DEPOSITS, arrivals: algorandArrivals(node) },
    ...{ explorer: of.explorer, now: () => clock.now() },
  })
}

/** The same on Hedera. */
function openHedera(
  { rpcUrl, chain: network, nodes, signer: by, ...of }: NonNullable<Config['hedera']>,
  { books }: Database,
  clock: Clock,
): Rail {
  const signer = 'socket' in by ? hederaSignerAt(by) : openHederaKey(by.keyFile, by.keyPassphrase)
  const node = hederaNode(rpcUrl, nodes)
  const key = memoKeyAt('hedera', of.depositAccount, signer.address)
  return tokenRail(books, {
    chain: hederaChain(node, signer, { chain: network }),
    deposits: {
      chain: network,
      key,
      rules: HEDERA_DEPOSITS,
      arrivals: hederaArrivals(node, network),
    },
    ...{ explorer: of.explorer, now: () => clock.now() },
  })
}

/** The rail that pays in bitcoin, by the node and the signer that are configured. Throws where its key cannot be opened, or its address is none. */
function openBitcoin(
  {
    rpcUrl,
    chain,
    signer: by,
    fromHeight: from_height,
    explorer,
    depositKey,
  }: NonNullable<Config['bitcoin']>,
  { books }: Database,
  clock: Clock,
): Rail {
  const signer = bitcoinSigner(by)
  const deposits = depositKey === null ? null : readDepositKey(depositKey)
  if (typeof deposits === 'string') throw new Error(`BITCOIN_DEPOSIT_KEY: ${deposits}`)
  return bitcoinRail(books, {
    ...{ node: coreNode(rpcUrl), chain, signer, from_height, explorer, deposits },
    now: () => clock.now(),
  })
}

function bitcoinSigner(by: NonNullable<Config['bitcoin']>['signer']): BitcoinSigner {
  if ('socket' in by) return bitcoinSignerAt(by)
  if (!('descriptor' in by)) return openKeyFile(by.keyFile, by.keyPassphrase)
  const policy = readDescriptor(by.descriptor)
  if (typeof policy === 'string') throw new Error(`BITCOIN_DESCRIPTOR: ${policy}`)
  return signedByHand(policy)
}

type Socket = Extract<AccountsSetting['signer'], { socket: string }>
/** The ways to a treasury's signer on a chain of accounts. */
type Ways<S> = {
  readonly at: (by: Socket) => S
  readonly open: (file: string, passphrase: string) => S
  /** Of an address whose key is with people; null where it is none. */
  readonly byHand: (address: string) => S | null
}

/** Whoever signs for a treasury. Throws where its key cannot be opened, or its address is none. */
function signerBy<S>(name: string, by: AccountsSetting['signer'], ways: Ways<S>): S {
  if ('socket' in by) return ways.at(by)
  if (!('byHand' in by)) return ways.open(by.keyFile, by.keyPassphrase)
  const signer = ways.byHand(by.byHand)
  if (signer === null) throw new Error(`${name}_ADDRESS: is no address`)
  return signer
}

/** An address that is one, by whose name it is read; null where it is none. */
const byHand =
  <A extends string, S>(read: (text: string) => A | null | undefined, signed: (address: A) => S) =>
  (text: string): S | null => {
    const address = read(text)
    return address ? signed(address) : null
  }

const SOLANA: Ways<SolanaSigner> = {
  ...{ at: solanaSignerAt, open: openSolanaKey },
  byHand: byHand(readSolanaAddress, solanaByHand),
}
const ETHEREUM: Ways<EthereumSigner> = {
  ...{ at: ethereumSignerAt, open: openEthereumKey },
  byHand: byHand(readAddress, ethereumByHand),
}

/** The rail with a pause on both sides of its books, for tests that end the process in between. */
function slowed(rail: Rail, [before_ms, after_ms]: readonly [number, number]): Rail {
  if (before_ms + after_ms === 0) return rail
  return {
    ...rail,
    send: async orders => {
      await sleep(before_ms)
      const receipts = await rail.send(orders)
      await sleep(after_ms)
      return receipts
    },
  }
}
