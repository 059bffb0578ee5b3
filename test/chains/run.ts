/**
 * `npm run chains`: the demo, whose payments in bitcoin are real transactions of a Bitcoin network of this machine alone. It begins anew each time, with its
 * story told; the network mines a block every ten seconds.
 */
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../../scripts/build-web.ts'
import { startProcess, stopProcess } from '../e2e/corridor.ts'
import { type LocalBitcoin, startLocalBitcoin } from './local-bitcoin.ts'
import { bitcoinSettings } from './settings.ts'

const MINES_EVERY_MS = 10_000
const DIR = join(import.meta.dirname, '../../.data/chains')

install()
await buildWeb()
const env = { ...process.env, CORRIDOR_DATA_DIR: DIR }
rmSync(DIR, { recursive: true, force: true })
console.log('Telling the story of the demo, with simulated payments.')
await stopProcess(await startProcess(env))
const bitcoin = await startLocalBitcoin()
const settings = await bitcoinSettings(bitcoin, DIR)
const corridor = spawn(process.execPath, ['src/server/main.ts', 'start'], {
  cwd: join(import.meta.dirname, '../..'),
  env: { ...env, ...settings },
  stdio: 'inherit',
})
const control = new AbortController()
corridor.once('exit', () => control.abort())
// Ctrl-C reaches the child by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => signal === 'SIGTERM' && corridor.kill('SIGTERM'))
console.log(`
  A Bitcoin network of this machine alone mines a block every ten seconds. What to try: README.md, "Real transactions on a chain of your own".
  Pay an address      curl -X POST ${bitcoin.faucet} -H 'content-type: application/json' -d '{"address":"bc1…","satoshi":250000}'
`)
await mineUntil(control.signal, bitcoin)
await bitcoin.stop()

/** Installs what runs beside Corridor, once: nothing of it is part of the product. */
function install(): void {
  const cwd = join(import.meta.dirname, 'installed')
  console.log('Installing the local network: half a minute, once.')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

async function mineUntil(signal: AbortSignal, { mine }: LocalBitcoin): Promise<void> {
  while (!signal.aborted) {
    await sleep(MINES_EVERY_MS, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await mine()
  }
}
