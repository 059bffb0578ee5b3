/**
 * `npm run bitcoin-key -- make|address`: makes the key of the treasury that pays in bitcoin, in the new file BITCOIN_KEY_FILE, encrypted under
 * BITCOIN_KEY_PASSPHRASE; prints the address that it is funded at. `address` prints that of a file that is there.
 */
import { makeKeyFile, openKeyFile } from '#server/gateways/bitcoin/signer.ts'
import { isStrongPassphrase } from '#server/kernel/served-config.ts'

const verb = process.argv[2]
const { BITCOIN_KEY_FILE: file = '', BITCOIN_KEY_PASSPHRASE: passphrase = '' } = process.env
if ((verb !== 'make' && verb !== 'address') || !file || !passphrase)
  fail('Use: BITCOIN_KEY_FILE=… BITCOIN_KEY_PASSPHRASE=… npm run bitcoin-key -- make|address')
if (verb === 'make' && !isStrongPassphrase(passphrase))
  fail('BITCOIN_KEY_PASSPHRASE is too easy to guess: make one by `openssl rand -base64 32`')
try {
  console.log(
    verb === 'make' ? makeKeyFile(file, passphrase) : openKeyFile(file, passphrase).address,
  )
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(problem: string): never {
  console.error(problem)
  process.exit(2)
}
