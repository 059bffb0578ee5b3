// The launcher behind `npm start` and `npm test`: plain JavaScript for any Node from 20. It installs from the lock when that is
// needed, then hands over to the pinned Node 26 and goes down with it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [verb = 'start', ...rest] = process.argv.slice(2)
const entries = { start: ['scripts/launch.ts'], test: ['scripts/test.ts'] }
const entry = entries[verb]
if (!entry) {
  console.error(`Unknown: ${verb}. Use npm start or npm test.`)
  process.exit(2)
}

await installWhenNeeded()
const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
if (!existsSync(node)) {
  console.error(
    'The pinned Node 26 is missing: install with scripts allowed (npm ci, without --ignore-scripts).',
  )
  process.exit(1)
}

const bin = join(root, 'node_modules', '.bin')
const separator = process.platform === 'win32' ? ';' : ':'
// What one process compiled, those after it have: servers and signers start in half the time, and tests start hundreds.
const compiled = join(root, 'node_modules', '.cache', 'compiled')
const child = spawn(node, [...entry, ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    NODE_COMPILE_CACHE: compiled,
    ...process.env,
    PATH: `${bin}${separator}${process.env.PATH}`,
  },
})
// A terminal sends Ctrl-C to the whole group: the child hears it by itself, and this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
// Whoever started this may be killed without a word; then nobody would ever end the child.
const parent = process.ppid
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()

async function installWhenNeeded() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const mark = join(root, 'node_modules', '.corridor-installed')
  const isInstalled = () => existsSync(mark) && readFileSync(mark, 'utf8') === lock
  if (isInstalled()) return
  const giveBack = await takeTurn()
  if (isInstalled()) return giveBack()
  console.log('Installing what the lock names. This takes one to three minutes, once.')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const options = {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  }
  const began = Date.now()
  const progress = setInterval(
    () => console.log(`  still installing, ${Math.round((Date.now() - began) / 1000)} s`),
    15_000,
  )
  const installing = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: true })
  const code = await new Promise(resolve => {
    installing.on('error', () => resolve(1))
    installing.on('exit', resolve)
  })
  clearInterval(progress)
  if (code !== 0) process.exit(code ?? 1)
  writeFileSync(mark, lock)
  giveBack()
}

// Two that install over each other both fail. Whoever installs keeps a file and touches it each second until it ends, so that one
// that was killed leaves nothing to wait for: what nobody touched for a while is taken over, by the last who wrote it. Answers how it is given back.
async function takeTurn() {
  const place = join(root, '.installing')
  const own = `${process.pid} ${Date.now()}`
  const isOwn = () => existsSync(place) && readFileSync(place, 'utf8') === own
  const isFirst = () => {
    try {
      writeFileSync(place, own, { flag: 'wx' })
      return true
    } catch (error) {
      if (error.code === 'EEXIST') return false
      throw error
    }
  }
  for (let said = false; !isFirst(); said = true) {
    if (!said) console.log('Another start installs already. Waiting for it.')
    await wait(1000)
    const touched = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - touched < 10_000) continue
    writeFileSync(place, own)
    await wait(1000)
    if (isOwn()) break
  }
  const touching = setInterval(() => isOwn() && utimesSync(place, new Date(), new Date()), 1000)
  const giveBack = () => {
    clearInterval(touching)
    if (isOwn()) rmSync(place)
  }
  process.on('exit', giveBack)
  return giveBack
}
