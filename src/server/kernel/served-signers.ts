/** What `serve` asks of who signs for its wallets on chains: a key in this process, a signer in a process of its own, or people. */
import { existsSync } from 'node:fs'
import { addressOf, readSeveral } from '../gateways/algorand/multisig.ts'
import { readAddress as readAlgorandAddress } from '../gateways/algorand/signer.ts'
import { type DescriptorProblem, readDescriptor } from '../gateways/bitcoin/descriptor.ts'
import { readAddress } from '../gateways/ethereum/signer.ts'
import { readAddress as readSolanaAddress } from '../gateways/solana/signer.ts'
import { isByHand } from './chain-config.ts'
import { HOW_TO, isStrongPassphrase } from './secret-strength.ts'

type Env = Readonly<Record<string, string | undefined>>
type Complain = (name: string, problem: string) => void

/** The chains whose treasuries have a signer, as their settings begin. */
export type SignerChain = 'BITCOIN' | 'SOLANA' | 'ETHEREUM' | 'ALGORAND' | 'HEDERA'

/** How an address of a key is spelled on each chain. */
const ADDRESS: Readonly<Record<SignerChain, RegExp>> = {
  BITCOIN: /^bc1q[02-9ac-hj-np-z]{38}$/,
  SOLANA: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  ETHEREUM: /^0x[0-9a-fA-F]{40}$/,
  ALGORAND: /^[A-Z2-7]{58}$/,
  HEDERA: /^0x[0-9a-fA-F]{40}$/,
}

const CHECKED =
  'must be 0x and 40 characters, in upper and lower case as the wallet spells it (EIP-55): a character is wrong or missing, and what is paid to a mistyped address is lost'

/** How an address that people sign for is read, and what is wrong with one that is not. */
const BY_HAND = {
  SOLANA: {
    read: readSolanaAddress,
    problem:
      'must be the address of a key, in base58: a character is wrong or missing, or it is an account that no key signs for. It has no sum, so compare it with the wallet: what is paid to a mistyped address is lost',
  },
  ETHEREUM: { read: readAddress, problem: CHECKED },
  ALGORAND: {
    read: readAlgorandAddress,
    problem:
      'must be the 58 characters of an address: a character is wrong or missing, and what is paid to a mistyped address is lost',
  },
} as const

const NO_SOCKET =
  'is of a signer, whose socket is missing, or of a wallet that people sign for, beside which there must be no key file and no passphrase'
/** What an address by itself is told, which others may take for a wallet whose keys are with people. */
const ALONE: Readonly<Record<SignerChain, string>> = {
  BITCOIN:
    'is of a signer, whose socket is missing. Where people sign, give BITCOIN_DESCRIPTOR in its place',
  ...{ SOLANA: NO_SOCKET, ETHEREUM: NO_SOCKET, ALGORAND: NO_SOCKET },
  HEDERA:
    'is of a signer, whose socket is missing. People cannot sign on Hedera: a transaction there is void after 180 seconds',
}

/** Several keys, whose address it is: what is paid to another, of the same keys in another order say, is lost. */
export function checkMultisig(env: Env, complain: Complain): void {
  const told = env.ALGORAND_MULTISIG
  if (!told) return
  const several = readSeveral(told)
  if (!isByHand('ALGORAND', env))
    complain('ALGORAND_MULTISIG', 'is for a wallet that people sign for, by ALGORAND_ADDRESS alone')
  else if (!several)
    complain(
      'ALGORAND_MULTISIG',
      'must be how many have to sign and the addresses of the keys in their order, such as 2:ADDRESS,ADDRESS,ADDRESS',
    )
  else if (addressOf(several) !== env.ALGORAND_ADDRESS)
    complain(
      'ALGORAND_MULTISIG',
      `comes to another address than ALGORAND_ADDRESS, ${addressOf(several)}: its keys are others, or in another order`,
    )
}

/** A key in this process, people where they can sign, or a signer in a process of its own, which is for nothing where this process has its key as well. */
export function checkSigner(chain: SignerChain, env: Env, complain: Complain): void {
  if (chain !== 'BITCOIN' && chain !== 'HEDERA' && isByHand(chain, env)) {
    const { read, problem } = BY_HAND[chain]
    if (!read(env[`${chain}_ADDRESS`] ?? '')) complain(`${chain}_ADDRESS`, problem)
    return
  }
  if (!env[`${chain}_SIGNER_SOCKET`]) {
    checkKeyFile(chain, env, complain)
    return
  }
  if (!ADDRESS[chain].test(env[`${chain}_ADDRESS`] ?? ''))
    complain(
      `${chain}_ADDRESS`,
      `the address of the signer’s key, as \`npm run ${chain.toLowerCase()}-key -- address\` prints it`,
    )
  for (const name of [`${chain}_KEY_FILE`, `${chain}_KEY_PASSPHRASE`])
    if (env[name])
      complain(
        name,
        `is the signer’s, which ${chain}_SIGNER_SOCKET names: this process must not know it`,
      )
}

function checkKeyFile(chain: SignerChain, env: Env, complain: Complain): void {
  if (env[`${chain}_ADDRESS`]) complain(`${chain}_ADDRESS`, ALONE[chain])
  const file = env[`${chain}_KEY_FILE`]
  if (!file || !existsSync(file))
    complain(
      `${chain}_KEY_FILE`,
      `there is no such file: make one by \`npm run ${chain.toLowerCase()}-key -- make\``,
    )
  if (!isStrongPassphrase(env[`${chain}_KEY_PASSPHRASE`] ?? ''))
    complain(`${chain}_KEY_PASSPHRASE`, `missing, or too easy to guess: ${HOW_TO}`)
}

const DESCRIPTOR_PROBLEMS: Readonly<Record<DescriptorProblem, string>> = {
  PRIVATE:
    'has a private key in it, which no server may have: whoever reads this setting can spend what that key holds. Move it, and give the descriptor with public keys alone',
  CHECKSUM:
    'its checksum is missing or another: a character is wrong or missing. Give it as the wallet exports it, with # and eight characters at its end',
  OTHER_NETWORK: 'has a key of a test network: what is paid to it on the main one would be lost',
  KEY: 'has a key that is none, or twice the same',
  FORM: 'must be wpkh([fingerprint/84h/0h/0h]xpub…/<0;1>/*)#… of one key, or wsh(sortedmulti(2,…,…,…))#… of several, each with its fingerprint and path',
}

/** As of other chains, or by a descriptor, where people sign. */
export function checkBitcoinSigner(env: Env, complain: Complain): void {
  if (env.BITCOIN_DESCRIPTOR) checkDescriptor(env, env.BITCOIN_DESCRIPTOR, complain)
  else checkSigner('BITCOIN', env, complain)
}

/** A wallet whose keys are with people: no other way to sign stands beside it, and none of its keys is private. */
function checkDescriptor(env: Env, descriptor: string, complain: Complain): void {
  const read = readDescriptor(descriptor)
  if (typeof read === 'string') complain('BITCOIN_DESCRIPTOR', DESCRIPTOR_PROBLEMS[read])
  for (const name of ['KEY_FILE', 'KEY_PASSPHRASE', 'SIGNER_SOCKET', 'ADDRESS'])
    if (env[`BITCOIN_${name}`])
      complain(
        `BITCOIN_${name}`,
        'must not be set beside BITCOIN_DESCRIPTOR: people sign for that wallet, and nothing in a process does',
      )
}
