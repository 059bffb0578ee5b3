/**
 * `npm run bitcoin-signer -- make|serve|allow ADDRESS WORDS`: the treasury's key in a process of its own, best as a user of its own, with rules that neither
 * our server nor our database can change. `make` begins its folder BITCOIN_SIGNER_DIR; `serve` opens the key (BITCOIN_KEY_FILE,
 * BITCOIN_KEY_PASSPHRASE) and listens at BITCOIN_SIGNER_SOCKET; `allow` puts an address on the list of whom it pays.
 */
import { openKeyFile } from '#server/gateways/bitcoin/signer.ts'
import { allow, makeFolder, openFolder } from '#server/gateways/bitcoin-signer/folder.ts'
import { listenAt, signerService } from '#server/gateways/bitcoin-signer/service.ts'

const [, , verb = '', address = '', ...words] = process.argv
const { env } = process
try {
  const dir = need('BITCOIN_SIGNER_DIR')
  if (verb === 'make') {
    makeFolder(dir)
    console.log(`Read ${dir}/rules.json, and change it: that is what may leave.`)
  } else if (verb === 'allow' && address) allow(dir, address, words.join(' '))
  else if (verb === 'serve') await serve(dir)
  else throw new Error('Use: npm run bitcoin-signer -- make|serve|allow ADDRESS WORDS')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}

async function serve(dir: string): Promise<void> {
  const socket = need('BITCOIN_SIGNER_SOCKET')
  const signer = openKeyFile(need('BITCOIN_KEY_FILE'), need('BITCOIN_KEY_PASSPHRASE'))
  const service = signerService(signer, openFolder(dir), {
    now: Date.now,
    say: line => console.log(JSON.stringify({ at: new Date().toISOString(), ...line })),
  })
  await listenAt(service, socket)
  console.log(`The signer of ${signer.address} listens at ${socket}.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void service.close())
}

function need(name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}
