/** The launcher of `npm start`, beside an installer that bears no second one. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

const run = promisify(execFile)

/** Installs what is there to install: it fails where another does so at the same time. */
const INSTALLER = `
import { appendFileSync, copyFileSync, mkdirSync, rmdirSync, symlinkSync } from 'node:fs'
mkdirSync('busy')
appendFileSync('installed', 'x')
await new Promise(resolve => setTimeout(resolve, 2500))
mkdirSync('node_modules/node/bin', { recursive: true })
if (process.platform === 'win32') copyFileSync(process.execPath, 'node_modules/node/bin/node.exe')
else symlinkSync(process.execPath, 'node_modules/node/bin/node')
rmdirSync('busy')
`
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'scripts'))
  await cp('scripts/start.mjs', join(root, 'scripts/start.mjs'))
  await writeFile(join(root, 'scripts/launch.ts'), "console.log('launched')")
  await writeFile(join(root, 'package-lock.json'), '{}')
  await writeFile(join(root, 'npm.mjs'), INSTALLER)
})

async function start(): Promise<string> {
  const env = { ...process.env, npm_execpath: join(root, 'npm.mjs') }
  const { stdout } = await run(process.execPath, ['scripts/start.mjs'], { cwd: root, env })
  return stdout
}

it('begun twice at once installs once, and both start', async () => {
  const said = await Promise.all([start(), start()])
  for (const text of said) expect(text).toContain('launched')
  expect(await readFile(join(root, 'installed'), 'utf8')).toBe('x')
  expect(existsSync(join(root, '.installing'))).toBe(false)
})

it('does not wait for one that was killed while it installed', async () => {
  await writeFile(join(root, '.installing'), 'of who was killed')
  const before = new Date(Date.now() - 60_000)
  await utimes(join(root, '.installing'), before, before)
  const said = await Promise.all([start(), start()])
  for (const text of said) expect(text).toContain('launched')
  expect(await readFile(join(root, 'installed'), 'utf8')).toBe('x')
})
