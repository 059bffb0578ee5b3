/**
 * `npm run bitcoin-key -- make|address`, and likewise `solana-key`, `ethereum-key`, `algorand-key` and `hedera-key`: makes the key of the treasury that pays on that chain, in the new file <CHAIN>_KEY_FILE, encrypted
 * under <CHAIN>_KEY_PASSPHRASE; prints the address that it is funded at. `address` prints that of a file that is there.
 */
import * as algorand from '#server/gateways/algorand/signer.ts'
import * as bitcoin from '#server/gateways/bitcoin/signer.ts'
import * as ethereum from '#server/gateways/ethereum/signer.ts'
import * as hedera from '#server/gateways/hedera/signer.ts'
import * as solana from '#server/gateways/solana/signer.ts'
import { isStrongPassphrase } from '#server/kernel/secret-strength.ts'

const [, , chain = '', verb] = process.argv
const CHAINS: Readonly<
  Record<
    string,
    Pick<typeof bitcoin, 'makeKeyFile'> & {
      openKeyFile(path: string, passphrase: string): { readonly address: string }
    }
  >
> = { bitcoin, solana, ethereum, algorand, hedera }
const by =
  CHAINS[chain] ??
  fail('Use: npm run bitcoin-key, solana-key, ethereum-key, algorand-key or hedera-key')
const [FILE, PASSPHRASE] = ['FILE', 'PASSPHRASE'].map(of => `${chain.toUpperCase()}_KEY_${of}`)
const { [FILE ?? '']: file = '', [PASSPHRASE ?? '']: passphrase = '' } = process.env
if ((verb !== 'make' && verb !== 'address') || !file || !passphrase)
  fail(`Use: ${FILE}=… ${PASSPHRASE}=… npm run ${chain}-key -- make|address`)
if (verb === 'make' && !isStrongPassphrase(passphrase))
  fail(`${PASSPHRASE} is too easy to guess: make one by \`openssl rand -base64 32\``)
try {
  console.log(
    verb === 'make' ? by.makeKeyFile(file, passphrase) : by.openKeyFile(file, passphrase).address,
  )
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(problem: string): never {
  console.error(problem)
  process.exit(2)
}
