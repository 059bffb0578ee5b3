/** The real signer as a process of its own, with the key of the tests' treasuries and a folder of a test, which may be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signerOf as algorandSigner } from '../algorand/signer.ts'
import { signerOf as bitcoinSigner } from '../bitcoin/signer.ts'
import { signerOf as ethereumSigner } from '../ethereum/signer.ts'
import { signerOf as hederaSigner } from '../hedera/signer.ts'
import { writeKeyFile } from '../key-file.ts'
import { signerOf as solanaSigner } from '../solana/signer.ts'
import { algorand } from './algorand.ts'
import { bitcoin } from './bitcoin.ts'
import { viewAt } from './client.ts'
import { ethereum } from './ethereum.ts'
import { makeFolder } from './folder.ts'
import { hedera } from './hedera.ts'
import { solana } from './solana.ts'

const KEY = new Uint8Array(32).fill(7)
const CHAINS = {
  bitcoin: { chain: bitcoin, address: bitcoinSigner(KEY).address },
  solana: { chain: solana, address: solanaSigner(KEY).address },
  ethereum: { chain: ethereum, address: ethereumSigner(KEY).address },
  algorand: { chain: algorand, address: algorandSigner(KEY).address },
  hedera: { chain: hedera, address: hederaSigner(KEY).address },
} as const

const ROOT = join(import.meta.dirname, '../../../..')
const PASSPHRASE = 'xk7-Qp2v-Lm9s-Tz4w-of-a-test'

export type SignerProcess = {
  readonly address: string
  readonly socket: string
  readonly dir: string
  start(): Promise<void>
  /** Ends it as a kernel does; resolves when it is gone. */
  kill(): Promise<void>
  /** What may leave of a currency within its hour yet. */
  left(currency: string): Promise<bigint | undefined>
  /** All that it printed, on both streams. */
  said(): string
  remove(): Promise<void>
}

const written = new Map<string, Buffer>()

/** The bytes of a chain's key file, encrypted once for all processes of a worker: that takes half of what starting one does. */
function keyFileOf(name: keyof typeof CHAINS): Buffer {
  const known = written.get(name)
  if (known) return known
  const dir = mkdtempSync(join(tmpdir(), 'corridor-key-'))
  const file = join(dir, 'key.json')
  writeKeyFile(file, PASSPHRASE, { chain: name, key: KEY, address: CHAINS[name].address })
  const bytes = readFileSync(file)
  rmSync(dir, { recursive: true })
  written.set(name, bytes)
  return bytes
}

/** Writes the key, and a folder with rules and with whom it pays; nothing is started. */
export function signerProcess(
  name: keyof typeof CHAINS,
  rules: object,
  payees: readonly string[],
): SignerProcess {
  const home = mkdtempSync(join(tmpdir(), 'corridor-signer-'))
  const [dir, keyFile, socket] = [join(home, 'signer'), join(home, 'key.json'), join(home, 's')]
  const { chain, address } = CHAINS[name]
  writeFileSync(keyFile, keyFileOf(name))
  makeFolder(dir, chain)
  writeFileSync(join(dir, 'rules.json'), JSON.stringify(rules))
  appendFileSync(join(dir, 'payees.txt'), payees.map(payee => `${payee} somebody\n`).join(''))
  const settings = {
    [`${name.toUpperCase()}_KEY_FILE`]: keyFile,
    [`${name.toUpperCase()}_KEY_PASSPHRASE`]: PASSPHRASE,
    [`${name.toUpperCase()}_SIGNER_DIR`]: dir,
    [`${name.toUpperCase()}_SIGNER_SOCKET`]: socket,
  }
  let child: ChildProcess | undefined
  let said = ''
  const kill = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise(resolve => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }
  return {
    ...{ address, socket, dir, kill },
    start: () =>
      new Promise((resolve, reject) => {
        const starting = spawn(process.execPath, ['scripts/chain-signer.ts', name, 'serve'], {
          cwd: ROOT,
          env: {
            ...process.env,
            ...settings,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let up = ''
        for (const stream of [starting.stdout, starting.stderr])
          stream?.setEncoding('utf8').on('data', (chunk: string) => {
            up += chunk
            said += chunk
            if (!up.includes('listens at')) return
            child = starting
            resolve()
          })
        starting.once('exit', () => reject(new Error(`The signer did not come up: ${up}`)))
      }),
    left: async currency => (await viewAt({ socket, address })([])).left[currency],
    said: () => said,
    remove: async () => {
      await kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
