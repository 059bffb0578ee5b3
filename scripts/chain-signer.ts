/**
 * `npm run bitcoin-signer -- make|serve|allow ADDRESS WORDS`, and likewise `solana-signer`, `ethereum-signer`, `algorand-signer` and `hedera-signer`: the key of the treasury that pays on that chain in a process of its own, best as a
 * user of its own, with rules that neither our server nor our database can change. `make` begins its folder <CHAIN>_SIGNER_DIR; `serve` opens the key (<CHAIN>_KEY_FILE,
 * <CHAIN>_KEY_PASSPHRASE) and listens at <CHAIN>_SIGNER_SOCKET; `allow` puts an address on the list of whom it pays.
 */
import { flushCompileCache } from 'node:module'
import type { SignerChain } from '#server/gateways/signer/chain.ts'
import { SIGNER_CHAINS } from '#server/gateways/signer/chains.ts'
import { allow, makeFolder, openFolder } from '#server/gateways/signer/folder.ts'
import { listenAt, signerService } from '#server/gateways/signer/service.ts'
import { toJson } from '#server/gateways/signer/talk.ts'

const [, , name = '', verb = '', address = '', ...words] = process.argv
const { env } = process
try {
  const load = SIGNER_CHAINS[name]
  if (!load) throw new Error(`A signer is for one of ${Object.keys(SIGNER_CHAINS).join(', ')}`)
  const chain = await load()
  const dir = need('SIGNER_DIR')
  if (verb === 'make') {
    makeFolder(dir, chain)
    console.log(`Read ${dir}/rules.json, and change it: that is what may leave.`)
  } else if (verb === 'allow' && address) allow(dir, chain, address, words.join(' '))
  else if (verb === 'serve') await serve(dir, chain)
  else throw new Error(`Use: npm run ${name}-signer -- make|serve|allow ADDRESS WORDS`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(2)
}

async function serve(dir: string, chain: SignerChain): Promise<void> {
  const socket = need('SIGNER_SOCKET')
  const network = env.CORRIDOR_LOCAL_CHAINS ? 'local' : 'main'
  const key = chain.open(need('KEY_FILE'), need('KEY_PASSPHRASE'), network)
  const service = signerService(chain, key, openFolder(dir, chain), {
    now: Date.now,
    say: line => console.log(toJson({ at: new Date().toISOString(), ...line })),
  })
  await listenAt(service, socket)
  // What was compiled the next start has, also of one that is killed.
  flushCompileCache()
  console.log(`The signer of ${key.address} listens at ${socket}.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void service.close())
}

function need(of: string): string {
  const setting = `${name.toUpperCase()}_${of}`
  const value = env[setting]
  if (!value) throw new Error(`${setting} is missing`)
  return value
}
