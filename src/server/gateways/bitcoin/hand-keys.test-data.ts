/** People who hold keys of a treasury, as wallets of theirs do: descriptors of them, and what each brings back signed. */
import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { Transaction } from '@scure/btc-signer'
import { type HandPolicy, readDescriptor } from './descriptor.ts'
import { checksumOf } from './descriptor-checksum.ts'

/** A wallet of a seed: its account's key as it is exported, and how it signs. */
export function handWallet(seed: number, account = "m/84'/0'/0'") {
  const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(seed))
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0')
  const { publicExtendedKey } = master.derive(account)
  const first = master.derive(`${account}/0/0`)
  const signed = (psbt: Uint8Array): Transaction => {
    const transaction = Transaction.fromPSBT(psbt)
    transaction.sign(keyNamedIn(transaction, master))
    return transaction
  }
  return {
    /** As it stands in a descriptor. */
    key: `[${fingerprint}${account.slice(1).replaceAll("'", 'h')}]${publicExtendedKey}/<0;1>/*`,
    publicKey: hex.encode(first.publicKey ?? new Uint8Array()),
    privateKey: first.privateKey ?? new Uint8Array(),
    privateExtendedKey: master.privateExtendedKey,
    /** The PSBT with its signatures. */
    sign: (psbt: Uint8Array): Uint8Array => signed(psbt).toPSBT(),
    /** The transaction, finished by the wallet. */
    finish: (psbt: Uint8Array): Uint8Array => {
      const transaction = signed(psbt)
      transaction.finalize()
      return transaction.extract()
    },
  }
}

/** The key that a PSBT names as the wallet's, by its fingerprint and path: a device knows no other way. */
function keyNamedIn(transaction: Transaction, master: HDKey): Uint8Array {
  const { bip32Derivation = [] } = transaction.getInput(0)
  const [, named] = bip32Derivation.find(([, of]) => of.fingerprint === master.fingerprint) ?? []
  const key = named?.path.reduce((of, child) => of.deriveChild(child), master)
  if (!key?.privateKey) throw new Error('it names no key of this wallet')
  return key.privateKey
}

/** A descriptor with its checksum. */
export function checked(body: string): string {
  return `${body}#${checksumOf(body)}`
}

/** Of one key, or of as many of several as it takes. */
export function policyOf(needed: number, ...keys: readonly string[]): HandPolicy {
  const [only] = keys
  const body = keys.length === 1 ? `wpkh(${only})` : `wsh(sortedmulti(${needed},${keys.join(',')}))`
  const policy = readDescriptor(checked(body))
  if (typeof policy === 'string') throw new Error(policy)
  return policy
}
