/** Finds a Chromium: CHROMIUM_PATH, else one of the system, else the one that ships through npm. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'

const SYSTEM = [
  // First what has no windows to draw: an eighth less of the processor's time goes into a journey.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
// Without these a browser on a closed network keeps calling its maker's hosts.
const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Launches it, headless. Ends the browser with `close()`. */
export async function launchBrowser(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH
  const found = given ?? SYSTEM.find(path => existsSync(path))
  const { executablePath, env } = found ? { executablePath: found, env: {} } : await unpackShipped()
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', ...QUIET],
    env: { ...process.env, ...env } as Record<string, string>,
  })
}

/** Unpacks the npm package's Chromium with the libraries it brings, once. */
async function unpackShipped(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const dir = join(tmpdir(), 'corridor-chromium')
  const executablePath = join(dir, 'chromium')
  if (!existsSync(executablePath)) {
    mkdirSync(dir, { recursive: true })
    const packed = join(
      dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))),
      '../../bin',
    )
    for (const name of ['al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
      const file = join(packed, `${name}.br`)
      if (!existsSync(file)) continue
      writeFileSync(join(dir, name), brotliDecompressSync(await readFile(file)))
      spawnSync('tar', ['-xf', join(dir, name), '-C', dir])
    }
    writeFileSync(
      executablePath,
      brotliDecompressSync(await readFile(join(packed, 'chromium.br'))),
      { mode: 0o755 },
    )
  }
  return {
    executablePath,
    env: {
      LD_LIBRARY_PATH: [dir, join(dir, 'lib'), process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(':'),
    },
  }
}

/** A page of somebody's own, in English, in UTC and without motion. */
export async function openPage(browser: Browser, width = 1280): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}
