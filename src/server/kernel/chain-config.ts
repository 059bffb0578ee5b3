/** How what is paid on chains is paid, when it is not recorded by hand: by which node, by whose key, and how much may lie there. */
import { exponentOf, isToken, type Token } from '#domain/kernel/currency.ts'
import { parseMinor } from '#domain/kernel/money.ts'

/** Who signs: a key in this process, or a signer in a process of its own, of which we know the address alone. */
export type SignerSetting =
  | { readonly keyFile: string; readonly keyPassphrase: string }
  | { readonly socket: string; readonly address: string }

export type BitcoinSetting = {
  /** The network of the node: in production the main one, and on a developer's machine one whose coins are worth nothing. */
  readonly chain: 'main' | 'regtest'
  /** The node's JSON-RPC, with its user and password. */
  readonly rpcUrl: string
  /** Who signs; by a descriptor people do, away from here, and no key is in any process. */
  readonly signer: SignerSetting | { readonly descriptor: string }
  /** The block from which the chain is read; null from the next one on. */
  readonly fromHeight: number | null
  /** What the id of a transaction is put behind so that people can look it up; null where nothing is. */
  readonly explorer: string | null
  /** The extended public key by which companies are told addresses; null where they are told none. */
  readonly depositKey: string | null
}

/** What `BITCOIN_RPC_URL` and its neighbours say; undefined without a node. */
export function readBitcoin(env: Env, chain: BitcoinSetting['chain']): BitcoinSetting | undefined {
  if (!env.BITCOIN_RPC_URL) return undefined
  return {
    chain,
    rpcUrl: env.BITCOIN_RPC_URL,
    signer: env.BITCOIN_DESCRIPTOR
      ? { descriptor: env.BITCOIN_DESCRIPTOR }
      : signerIn('BITCOIN', env),
    fromHeight: env.BITCOIN_FROM_HEIGHT ? Number(env.BITCOIN_FROM_HEIGHT) : null,
    explorer: env.BITCOIN_EXPLORER_URL || null,
    depositKey: env.BITCOIN_DEPOSIT_KEY || null,
  }
}

/** Of a chain of accounts, where tokens are paid. */
export type AccountsSetting = {
  /** As of bitcoin. */
  readonly chain: 'main' | 'local'
  /** Where the node is asked; its path may hold a key. */
  readonly rpcUrl: string
  /** Who signs; by an address alone people do, away from here, and no key is in any process. */
  readonly signer: SignerSetting | { readonly byHand: string }
  /** What the id of a transaction is put behind so that people can look it up; null where nothing is. */
  readonly explorer: string | null
}

/** Where people sign nothing. */
type SignedHere = AccountsSetting & { readonly signer: SignerSetting }

export type EthereumSetting = AccountsSetting & {
  /** What is paid for a transaction at the most, in gwei; undefined where nothing is said. */
  readonly mostFee: bigint | undefined
  /** As of bitcoin. */
  readonly depositKey: string | null
}

export type SolanaSetting = AccountsSetting & {
  /** The address that companies pay by memos; null where they are told none. */
  readonly depositAddress: string | null
}

export type AlgorandSetting = AccountsSetting & {
  /** What the node asks to be told besides; null where it asks for nothing. */
  readonly token: string | null
  /** As on Solana. */
  readonly depositAddress: string | null
  /** The keys that sign for it together, where they are several; null otherwise. */
  readonly multisig: string | null
}

export type HederaSetting = SignedHere & {
  /** The nodes that transactions are handed to, as `host:port` by the number of their account. */
  readonly nodes: ReadonlyMap<string, string>
  /** The account that companies pay by memos; null where they are told none. */
  readonly depositAccount: string | null
}

/** What one wallet may hold of a currency at the most, in its smallest unit; any amount of those that are not named. */
export type WalletLimits = ReadonlyMap<string, bigint>

type Env = Readonly<Record<string, string | undefined>>

/** What `WALLET_LIMITS` says, such as `BTC=0.5,USDC=20000`; undefined where that is not its form, or names a currency twice. */
export function readWalletLimits(env: Env): WalletLimits | undefined {
  const limits = new Map<Token, bigint>()
  for (const pair of (env.WALLET_LIMITS ?? '').split(',')) {
    if (pair.trim() === '') continue
    const [code = '', amount = '', ...more] = pair.split('=').map(part => part.trim())
    const most = isToken(code) ? parseMinor(amount, exponentOf(code)) : undefined
    if (!isToken(code) || most === undefined || most <= 0n || more.length > 0 || limits.has(code))
      return undefined
    limits.set(code, most)
  }
  return limits
}

/** What `SOLANA_RPC_URL` and its neighbours say; undefined without a node. */
export function readSolana(env: Env, chain: AccountsSetting['chain']): SolanaSetting | undefined {
  const of = readByHand('SOLANA', env, chain)
  return of && { ...of, depositAddress: env.SOLANA_DEPOSIT_ADDRESS || null }
}

/** What `ETHEREUM_RPC_URL` and its neighbours say; undefined without a node. */
export function readEthereum(
  env: Env,
  chain: AccountsSetting['chain'],
): EthereumSetting | undefined {
  const of = readByHand('ETHEREUM', env, chain)
  const most = env.ETHEREUM_MOST_FEE_GWEI
  const depositKey = env.ETHEREUM_DEPOSIT_KEY || null
  return of && { ...of, mostFee: most ? BigInt(most) : undefined, depositKey }
}

/** What `ALGORAND_RPC_URL` and its neighbours say. */
export function readAlgorand(
  env: Env,
  chain: AccountsSetting['chain'],
): AlgorandSetting | undefined {
  const of = readByHand('ALGORAND', env, chain)
  const depositAddress = env.ALGORAND_DEPOSIT_ADDRESS || null
  const multisig = env.ALGORAND_MULTISIG || null
  return of && { ...of, token: env.ALGORAND_API_TOKEN || null, multisig, depositAddress }
}

/** What `HEDERA_RPC_URL` and its neighbours say. Those of `HEDERA_NODES` that have another form are left out. */
export function readHedera(env: Env, chain: AccountsSetting['chain']): HederaSetting | undefined {
  const of = readAccounts('HEDERA', env, chain)
  const depositAccount = env.HEDERA_DEPOSIT_ACCOUNT || null
  return of && { ...of, nodes: readHederaNodes(env) ?? new Map(), depositAccount }
}

/** What `HEDERA_NODES` says, such as `0.0.3=35.237.200.180:50211,0.0.4=…`; undefined where that is not its form, names nothing, or a node twice. */
export function readHederaNodes(env: Env): HederaSetting['nodes'] | undefined {
  const nodes = new Map<string, string>()
  for (const pair of (env.HEDERA_NODES ?? '').split(',').map(text => text.trim())) {
    const [, account = '', host = ''] =
      /^(0\.0\.[1-9]\d{0,8})=((?:[\w.-]+|\[[0-9a-f:]+\]):\d{1,5})$/.exec(pair) ?? []
    if (!URL.canParse(`http://${host}`) || !host || nodes.has(account)) return undefined
    nodes.set(account, host)
  }
  return nodes
}

/** Where people may sign. */
function readByHand(
  name: 'SOLANA' | 'ETHEREUM' | 'ALGORAND',
  env: Env,
  chain: AccountsSetting['chain'],
): AccountsSetting | undefined {
  const of = readAccounts(name, env, chain)
  const byHand = isByHand(name, env) && env[`${name}_ADDRESS`]
  return of && (byHand ? { ...of, signer: { byHand } } : of)
}

function readAccounts(
  name: 'SOLANA' | 'ETHEREUM' | 'ALGORAND' | 'HEDERA',
  env: Env,
  chain: AccountsSetting['chain'],
): SignedHere | undefined {
  const rpcUrl = env[`${name}_RPC_URL`]
  if (!rpcUrl) return undefined
  return {
    ...{ chain, rpcUrl },
    signer: signerIn(name, env),
    explorer: env[`${name}_EXPLORER_URL`] || null,
  }
}

/** Whether the treasury is an address alone, without anything that signs for it. */
export function isByHand(name: string, env: Env): boolean {
  return (
    Boolean(env[`${name}_ADDRESS`]) &&
    ['SIGNER_SOCKET', 'KEY_FILE', 'KEY_PASSPHRASE'].every(of => !env[`${name}_${of}`])
  )
}

function signerIn(name: string, env: Env): SignerSetting {
  const socket = env[`${name}_SIGNER_SOCKET`]
  if (socket) return { socket, address: env[`${name}_ADDRESS`] ?? '' }
  return {
    keyFile: env[`${name}_KEY_FILE`] ?? '',
    keyPassphrase: env[`${name}_KEY_PASSPHRASE`] ?? '',
  }
}
