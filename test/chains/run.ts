/**
 * `npm run chains`: the demo, whose payments in bitcoin, USDC and USDT are real transactions of networks of this machine alone. It begins anew each time, with
 * its story told; the networks go on every ten seconds.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../../scripts/build-web.ts'
import { startProcess, stopProcess } from '../e2e/corridor.ts'
import { startLocalNetworks } from './networks.ts'

const BLOCK_MS = 10_000
const DIR = join(import.meta.dirname, '../../.data/chains')

await buildWeb()
const env = { ...process.env, CORRIDOR_DATA_DIR: DIR }
rmSync(DIR, { recursive: true, force: true })
console.log('Telling the story of the demo, with simulated payments.')
await stopProcess(await startProcess(env))
console.log('Starting the networks.')
const networks = await startLocalNetworks()
const { bitcoin, solana, ethereum, algorand, hedera } = networks
const settings = await networks.settings(DIR)
const corridor = spawn(process.execPath, ['src/server/main.ts', 'start'], {
  cwd: join(import.meta.dirname, '../..'),
  env: { ...env, ...settings },
  stdio: 'inherit',
})
const ended = new AbortController()
corridor.once('exit', () => ended.abort())
// Ctrl-C reaches the child by itself.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => corridor.kill('SIGTERM'))
console.log(`
  Networks of this machine alone: blocks every ten seconds, and coins that are worth nothing. README.md, "Payments on chains of your own".
  Pay an address      curl -X POST ${bitcoin.faucet} -H 'content-type: application/json' -d '{"address":"bc1…","satoshi":250000}'
                      curl -X POST ${ethereum.faucet} -H 'content-type: application/json' -d '{"address":"0x…","usdc":250}'
                      curl -X POST ${hedera.faucet} -H 'content-type: application/json' -d '{"address":"0.0.…","memo":"…","usdc":250}'
                      curl -X POST ${algorand.faucet} -H 'content-type: application/json' -d '{"address":"…","memo":"…","usdc":250}'
                      curl -X POST ${solana.faucet} -H 'content-type: application/json' -d '{"address":"…","memo":"…","usdc":250}'
`)
while (!ended.signal.aborted) {
  await sleep(BLOCK_MS, undefined, { signal: ended.signal }).catch(() => {})
  if (ended.signal.aborted) break
  await networks.mine()
}
await networks.stop()
process.exit(corridor.exitCode ?? 1)
