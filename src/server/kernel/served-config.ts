/** What `serve` asks of its settings before anything starts: everything that is missing, weak or unencrypted, at once. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { isAddress } from '../gateways/algorand/address.ts'
import { readDepositKey } from '../gateways/bitcoin/deposit-key.ts'
import { readDepositKey as readEthereumDepositKey } from '../gateways/ethereum/deposit-key.ts'
import { spelledAs } from '../gateways/hedera/address.ts'
import { isWallet } from '../gateways/solana/address.ts'
import { readHederaNodes, readWalletLimits } from './chain-config.ts'
import { HOW_TO, keyBits, LEAST_BITS, textBits } from './secret-strength.ts'
import {
  checkBitcoinSigner,
  checkMultisig,
  checkSigner,
  type SignerChain,
} from './served-signers.ts'

type Env = Readonly<Record<string, string | undefined>>
type Complain = (name: string, problem: string) => void

/** What is wrong with a `WALLET_LIMITS` of another form. */
export const LIMITS_FORM =
  'what a wallet may hold of each of BTC, USDC and USDT, such as BTC=0.5,USDC=20000'
const UNENCRYPTED = [
  'smtp',
  'database',
  'scanner',
  'files',
  'bitcoin',
  'solana',
  'ethereum',
  'algorand',
  'hedera',
] as const
type Unencrypted = (typeof UNENCRYPTED)[number]

/** One sentence for each setting that `serve` cannot start with. Makes the data folder where there is none. */
export function servedProblems(
  env: Env,
  masterKeys: Readonly<Record<string, Uint8Array>> | undefined,
): string[] {
  const problems: string[] = []
  const complain: Complain = (name, problem) => problems.push(`${name}: ${problem}`)
  const need = (name: string, why: string) => {
    if (!env[name]) complain(name, why)
    return env[name] ?? ''
  }
  const allowed = allowedUnencrypted(env, complain)
  checkDatabase(
    need('DATABASE_URL', 'the PostgreSQL (15 or later) that holds everything, as postgres://...'),
    allowed,
    complain,
  )
  const url = need('PUBLIC_URL', 'the https address that people use')
  if (url && !/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:|$|\/)/.test(url))
    complain('PUBLIC_URL', 'must be https')
  checkSmtp(need('SMTP_URL', 'the mail server, as smtps://user:password@host'), allowed, complain)
  checkScanner(env.CLAMD_URL ?? '', allowed, complain)
  checkStore(env.FILES_S3_ENDPOINT ?? '', allowed, complain)
  if (env.FILES_S3_ENDPOINT && !env.FILES_S3_BUCKET)
    complain('FILES_S3_BUCKET', 'the bucket of FILES_S3_ENDPOINT')
  need('MAIL_FROM', 'the sender of mail')
  need('SUPPORT_EMAIL', 'the address that people write to for help')
  checkFolder(
    need('CORRIDOR_DATA_DIR', 'the folder of the encrypted documents, shared by all processes'),
    complain,
  )
  const secret = need('AUTH_SECRET', `random characters that sign sessions: ${HOW_TO}`)
  if (secret && textBits(secret) < LEAST_BITS.secret)
    complain('AUTH_SECRET', `too easy to guess: ${HOW_TO}`)
  checkMasterKeys(
    need('MASTER_KEY', `the key that wraps all others, \`<id>:<base64 of 32 bytes>\`: ${HOW_TO}`),
    masterKeys,
    complain,
  )
  checkGiven(env, complain)
  checkBitcoin(env, allowed, complain)
  checkAccounts('SOLANA', env, allowed, complain)
  checkDepositAccount('SOLANA_DEPOSIT_ADDRESS', env, complain)
  checkEthereum(env, allowed, complain)
  checkAccounts('ALGORAND', env, allowed, complain)
  checkMultisig(env, complain)
  checkDepositAccount('ALGORAND_DEPOSIT_ADDRESS', env, complain)
  checkHedera(env, allowed, complain)
  if (!readWalletLimits(env)) complain('WALLET_LIMITS', LIMITS_FORM)
  return problems
}

/** Whether mail goes by STARTTLS or not at all: beyond this machine it always does, unless the installation says otherwise. */
export function smtpNeedsTls(env: Env): boolean {
  const url = parsed(env.SMTP_URL)
  const allowed = env.ALLOW_UNENCRYPTED?.split(',').some(word => word.trim() === 'smtp') ?? false
  return url?.protocol === 'smtp:' && !isLoopback(url.hostname) && !allowed
}

function allowedUnencrypted(env: Env, complain: Complain): ReadonlySet<Unencrypted> {
  const words = (env.ALLOW_UNENCRYPTED ?? '').split(',').map(word => word.trim())
  const known = words.filter(word => word !== '')
  for (const word of known)
    if (!UNENCRYPTED.some(name => name === word))
      complain('ALLOW_UNENCRYPTED', `knows ${UNENCRYPTED.join(', ')}, and not ${word}`)
  return new Set(known as Unencrypted[])
}

function checkDatabase(text: string, allowed: ReadonlySet<Unencrypted>, complain: Complain): void {
  if (!text) return
  const url = parsed(text)
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    complain('DATABASE_URL', 'must be postgres://user:password@host/database')
    return
  }
  // As the driver reads it: a parameter stands above the address.
  const host = url.searchParams.get('host') ?? url.hostname
  if (host.startsWith('/') || isLoopback(host)) return
  const mode = url.searchParams.get('sslmode')
  if (!allowed.has('database') && !['require', 'verify-ca', 'verify-full'].includes(mode ?? ''))
    complain(
      'DATABASE_URL',
      'goes beyond this machine unencrypted: add ?sslmode=verify-full, or set ALLOW_UNENCRYPTED=database where the network is your own',
    )
  const password = decoded(url.password)
  if (password && textBits(password) < LEAST_BITS.given)
    complain('DATABASE_URL', 'has a password that is too easy to guess')
}

function checkSmtp(text: string, allowed: ReadonlySet<Unencrypted>, complain: Complain): void {
  if (!text) return
  const url = parsed(text)
  if (url?.protocol !== 'smtp:' && url?.protocol !== 'smtps:') {
    complain('SMTP_URL', 'must be smtps://... or smtp://...')
    return
  }
  // The mailer takes its options from the address, also those that make TLS worthless.
  const loose = [...url.searchParams.keys()].filter(name => /tls|secure/i.test(name))
  if (loose.length > 0 && !allowed.has('smtp') && !isLoopback(url.hostname))
    complain('SMTP_URL', `turns encryption off by ${loose.join(' and ')}: leave that out`)
}

/** clamd knows no encryption: what it judges goes to it as it is. */
function checkScanner(text: string, allowed: ReadonlySet<Unencrypted>, complain: Complain): void {
  if (!text) return
  const url = parsed(text)
  if (url?.protocol === 'unix:' && url.pathname.startsWith('/')) return
  if (url?.protocol !== 'tcp:' || !url.port)
    complain('CLAMD_URL', 'must be tcp://host:port or unix:/path')
  else if (!isLoopback(url.hostname) && !allowed.has('scanner'))
    complain(
      'CLAMD_URL',
      'documents would go beyond this machine unencrypted: set ALLOW_UNENCRYPTED=scanner where the network is your own',
    )
}

/** Documents are sealed before they leave; what they are called and when they are read is not. */
function checkStore(text: string, allowed: ReadonlySet<Unencrypted>, complain: Complain): void {
  if (!text) return
  const url = parsed(text)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    complain('FILES_S3_ENDPOINT', 'must be https://host')
  else if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowed.has('files'))
    complain(
      'FILES_S3_ENDPOINT',
      'goes beyond this machine unencrypted: write https, or set ALLOW_UNENCRYPTED=files where the network is your own',
    )
}

function checkFolder(path: string, complain: Complain): void {
  if (!path) return
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    complain('CORRIDOR_DATA_DIR', `cannot be made, or not be written (${code}): ${path}`)
  }
}

function checkMasterKeys(
  text: string,
  masterKeys: Readonly<Record<string, Uint8Array>> | undefined,
  complain: Complain,
): void {
  if (!text) return
  if (!masterKeys)
    complain(
      'MASTER_KEY',
      'not of the form `<id>:<base64 of 32 bytes>`, each id once, of letters, digits, dots and dashes',
    )
  for (const [id, key] of Object.entries(masterKeys ?? {}))
    if (keyBits(key) < LEAST_BITS.key)
      complain('MASTER_KEY', `the key ${id} is too easy to guess: ${HOW_TO}`)
}

function checkGiven(env: Env, complain: Complain): void {
  const weak = (secret: string) => textBits(secret) < LEAST_BITS.given
  if (env.SEAL_P12_FILE) {
    if (!existsSync(env.SEAL_P12_FILE)) complain('SEAL_P12_FILE', 'there is no such file')
    if (!env.SEAL_P12_PASSWORD) complain('SEAL_P12_PASSWORD', 'the password of SEAL_P12_FILE')
    else if (weak(env.SEAL_P12_PASSWORD))
      complain('SEAL_P12_PASSWORD', 'too easy to guess: export the certificate with another one')
  }
  for (const name of ['OIDC_CLIENT_SECRET', 'GOOGLE_CLIENT_SECRET']) {
    const secret = env[name]
    if (secret && weak(secret)) complain(name, 'too easy to guess: have the provider make one')
  }
}

/** A node pays by our key alone; what goes to it is told to the whole network anyway, but who speaks for it decides what we believe. */
function checkBitcoin(env: Env, allowed: ReadonlySet<Unencrypted>, complain: Complain): void {
  checkDeposits('BITCOIN', env, complain)
  if (!env.BITCOIN_RPC_URL) return
  const url = parsed(env.BITCOIN_RPC_URL)
  if (!url || !/^https?:$/.test(url.protocol) || !url.username)
    complain('BITCOIN_RPC_URL', 'must be http://user:password@host:8332')
  else if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowed.has('bitcoin'))
    complain(
      'BITCOIN_RPC_URL',
      'goes beyond this machine unencrypted: use https, or set ALLOW_UNENCRYPTED=bitcoin where the network is your own',
    )
  checkBitcoinSigner(env, complain)
  if (env.BITCOIN_FROM_HEIGHT && !/^\d{1,9}$/.test(env.BITCOIN_FROM_HEIGHT))
    complain('BITCOIN_FROM_HEIGHT', 'the height of a block, a whole number')
  checkExplorer('BITCOIN', env, complain)
}

const WAYS = {
  SOLANA: 'solana',
  ETHEREUM: 'ethereum',
  ALGORAND: 'algorand',
  HEDERA: 'hedera',
} as const

/** As of bitcoin; nodes that are rented have their key in the path, and take no user and password. */
function checkAccounts(
  chain: keyof typeof WAYS,
  env: Env,
  allowed: ReadonlySet<Unencrypted>,
  complain: Complain,
): void {
  const name = `${chain}_RPC_URL`
  const told = env[name]
  if (!told) return
  const way = WAYS[chain]
  const url = parsed(told)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    complain(name, 'must be https://host/path, without a user and a password')
  else if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowed.has(way))
    complain(
      name,
      `goes beyond this machine unencrypted: use https, or set ALLOW_UNENCRYPTED=${way} where the network is your own`,
    )
  checkSigner(chain, env, complain)
  checkExplorer(chain, env, complain)
}

function checkEthereum(env: Env, allowed: ReadonlySet<Unencrypted>, complain: Complain): void {
  checkDeposits('ETHEREUM', env, complain)
  checkAccounts('ETHEREUM', env, allowed, complain)
  const most = env.ETHEREUM_MOST_FEE_GWEI
  if (most && !/^[1-9]\d{0,9}$/.test(most))
    complain('ETHEREUM_MOST_FEE_GWEI', 'gwei for a payment, a whole number')
}

function checkHedera(env: Env, allowed: ReadonlySet<Unencrypted>, complain: Complain): void {
  checkAccounts('HEDERA', env, allowed, complain)
  if (env.HEDERA_RPC_URL && !readHederaNodes(env)) complain('HEDERA_NODES', NODES_FORM)
  checkDepositAccount('HEDERA_DEPOSIT_ACCOUNT', env, complain)
}

const NODES_FORM =
  'the nodes that transactions are handed to, by the numbers of their accounts, such as 0.0.3=35.237.200.180:50211,0.0.4=35.186.191.247:50211'

function checkExplorer(chain: SignerChain, env: Env, complain: Complain): void {
  const explorer = env[`${chain}_EXPLORER_URL`]
  if (explorer && !(parsed(explorer)?.protocol === 'https:' && /[/=]$/.test(explorer)))
    complain(
      `${chain}_EXPLORER_URL`,
      'what the id of a transaction is put behind: it begins with https:// and ends with / or =',
    )
}

/** The key of deposits is public, of the main network, and for nothing without a node that tells what its addresses were paid. */
function checkDeposits(chain: keyof typeof DEPOSIT_KEYS, env: Env, complain: Complain): void {
  const name = `${chain}_DEPOSIT_KEY`
  const { read, problems } = DEPOSIT_KEYS[chain]
  if (!env[name]) return
  const key = read(env[name])
  if (typeof key === 'string') complain(name, problems[key])
  if (!env[`${chain}_RPC_URL`])
    complain(name, `needs ${chain}_RPC_URL: without a node nobody sees what is paid`)
}

/** The one account that companies pay by memos: never the treasury, whose own payments would come and go there. */
function checkDepositAccount(
  name: keyof typeof DEPOSIT_ACCOUNTS,
  env: Env,
  complain: Complain,
): void {
  const account = env[name]
  const { chain, isOne, form } = DEPOSIT_ACCOUNTS[name]
  if (!account) return
  if (!isOne(account)) complain(name, form)
  if (account === env[`${chain}_ADDRESS`])
    complain(name, 'is the treasury: deposits need an account of their own')
  if (!env[`${chain}_RPC_URL`])
    complain(name, `needs ${chain}_RPC_URL: without a node nobody sees what is paid`)
}

const DEPOSIT_ACCOUNTS = {
  SOLANA_DEPOSIT_ADDRESS: {
    chain: 'SOLANA',
    isOne: isWallet,
    form: 'is no address of a wallet: a character is wrong or missing, or nobody has its key',
  },
  ALGORAND_DEPOSIT_ADDRESS: {
    chain: 'ALGORAND',
    isOne: isAddress,
    form: 'is no address: a character is wrong or missing',
  },
  HEDERA_DEPOSIT_ACCOUNT: {
    chain: 'HEDERA',
    isOne: (text: string) => text.startsWith('0.0.') && spelledAs(text) === text,
    form: 'is no account: give its number, such as 0.0.7001, without a checksum',
  },
} as const

type KeyProblem = Extract<ReturnType<typeof readDepositKey>, string>

const WRONG_KEY = {
  PRIVATE:
    'is a private key, which no server may have: whoever reads this setting can spend every deposit. Move what it holds, and give the public one,',
  OTHER_NETWORK: 'is a key of a test network: what is paid on the main one would be lost',
  NO_KEY: 'is no extended public key: a character is wrong or missing. It begins with',
} as const

const DEPOSIT_KEYS = {
  BITCOIN: {
    read: readDepositKey,
    problems: {
      ...{ ...WRONG_KEY, PRIVATE: `${WRONG_KEY.PRIVATE} zpub…` },
      OTHER_KIND: 'is for addresses of another kind: give that of a BIP 84 account, zpub…',
      NO_ACCOUNT: 'is no account’s: give that of m/84′/0′/0′ or of another account',
      NO_KEY: `${WRONG_KEY.NO_KEY} zpub or xpub`,
    },
  },
  ETHEREUM: {
    read: readEthereumDepositKey,
    problems: {
      ...{ ...WRONG_KEY, PRIVATE: `${WRONG_KEY.PRIVATE} xpub…` },
      OTHER_KIND: 'is for addresses of Bitcoin: give that of a BIP 44 account of Ethereum, xpub…',
      NO_ACCOUNT: 'is no account’s: give that of m/44′/60′/0′ or of another account',
      NO_KEY: `${WRONG_KEY.NO_KEY} xpub`,
    },
  },
} as const satisfies Record<
  string,
  {
    readonly read: (text: string) => object | KeyProblem
    readonly problems: Readonly<Record<KeyProblem, string>>
  }
>

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|)$/.test(host)
}

function parsed(text: string | undefined): URL | undefined {
  return text && URL.canParse(text) ? new URL(text) : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
