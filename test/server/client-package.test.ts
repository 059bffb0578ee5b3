/** The packed client of `clients/typescript`, as somebody has it who does not have this repository. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const MODULES = join(ROOT, 'node_modules')
type Sample = { readonly source: string }
const document = JSON.parse(readFileSync(join(ROOT, 'docs/api/machine-api.json'), 'utf8')) as {
  paths: Record<string, Record<string, { 'x-codeSamples': Sample[] }>>
}
/** What npm told of its own run, and would tell another, is left out. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

let home: string
let installed: string

// As npm would install it: its dependencies, at the versions of this repository, are put beside it without a network.
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'corridor-client-'))
  installed = join(home, 'node_modules/@corridor/client')
  mkdirSync(installed, { recursive: true })
  await run('npm', ['pack', '--offline', '--pack-destination', home, './clients/typescript'], {
    cwd: ROOT,
    env,
  })
  const packed = readdirSync(home).find(name => name.endsWith('.tgz')) ?? ''
  await run('tar', ['-xzf', join(home, packed), '-C', installed, '--strip-components', '1'])
  for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256'])
    cpSync(join(MODULES, name), join(home, 'node_modules', name), { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('the packed client', () => {
  it('ships JavaScript, its declarations and what to read, and no source', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(files.filter(name => name.includes('.')).sort()).toEqual([
      'README.md',
      'dist/api.gen.d.ts',
      'dist/api.gen.js',
      'dist/index.d.ts',
      'dist/index.js',
      'package.json',
    ])
    // It says what is there, and older compilers refuse an import of `.ts`.
    expect(readFileSync(join(installed, 'dist/index.d.ts'), 'utf8')).not.toContain(".ts'")
  })

  it('is imported by Node as it is', async () => {
    writeFileSync(
      join(home, 'plain.js'),
      `import { CorridorError, corridor, readWebhook } from '@corridor/client'
import { Webhook } from 'standardwebhooks'
const refused = await corridor({
  url: 'http://127.0.0.1:1', key: 'k', tries: 1,
}).call('getEmployerBalances').catch(error => error.message)
const secret = 'whsec_' + Buffer.from('a secret of tests').toString('base64')
const now = new Date()
const headers = {
  'webhook-id': '1',
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('1', now, '{"type":"ping"}'),
}
console.log(JSON.stringify([typeof CorridorError, refused, readWebhook(secret, headers, '{"type":"ping"}')]))`,
    )
    const { stdout } = await run(process.execPath, ['plain.js'], { cwd: home, env })
    expect(JSON.parse(stdout)).toEqual(['function', 'fetch failed', { type: 'ping' }])
  })

  it('compiles in a strict consumer, as do the examples of /docs/api, and refuses what no call takes', async () => {
    const samples = Object.values(document.paths)
      .flatMap(path => Object.values(path))
      .flatMap(of => of['x-codeSamples'])
      .filter(({ source }) => source.includes('@corridor/client'))
    expect(samples.length).toBeGreaterThan(10)
    for (const [at, { source }] of samples.entries())
      writeFileSync(join(home, `sample-${at}.ts`), source)
    writeFileSync(
      join(home, 'wrong.ts'),
      `import { corridor } from '@corridor/client'
await corridor({ url: '', key: '' }).call('getNothing')
`,
    )
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2022', strict: true, noEmit: true, skipLibCheck: false },
      ...{ typeRoots: [join(MODULES, '@types')], types: ['node'] },
    }
    writeFileSync(
      join(home, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    )
    const { stdout } = await run(join(MODULES, '.bin/tsc'), ['-p', home], { cwd: home, env }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout.match(/^\S+: error TS\d+/gm)).toEqual([
      expect.stringMatching(/^wrong\.ts\(2,\d+\): error TS2345$/),
    ])
  })
})
