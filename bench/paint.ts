/**
 * When a page shows its largest part (LCP) in a Chromium whose processor is slowed four times and whose cache is empty, against a
 * bare React page in the same browser, in turns. A process of its own, which prints the milliseconds of each.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import fastify from 'fastify'
import { build } from 'vite'
import { buildWeb, compressBuild } from '../scripts/build-web.ts'
import { launchBrowser } from '../test/e2e/browser.ts'
import { startCorridor } from '../test/e2e/corridor.ts'
import { logIn } from '../test/e2e/screens.ts'

const ROUNDS = 5
const SLOWED = 4
const PASSWORD = 'Corridor-demo-2026!'
const PAGES = ['bare', 'login', 'home'] as const

const met = await paint()
console.log(JSON.stringify(met))

async function paint(): Promise<Record<(typeof PAGES)[number], number[]>> {
  await buildWeb()
  const corridor = await startCorridor({ story: true })
  const bare = await serveBare()
  const browser = await launchBrowser()
  try {
    const storageState = await loggedIn(browser, corridor.origin)
    const pages = {
      bare: { url: bare.origin, options: {}, shown: 'h1' },
      login: { url: `${corridor.origin}/auth/login`, options: {}, shown: 'input' },
      home: { url: `${corridor.origin}/dashboard`, options: { storageState }, shown: 'h1' },
    }
    const met = { bare: [] as number[], login: [] as number[], home: [] as number[] }
    for (let round = 0; round < ROUNDS; round++)
      for (const name of PAGES) met[name].push(await largestPaint(browser, pages[name]))
    return met
  } finally {
    await browser.close()
    await bare.stop()
    await corridor.stop()
  }
}

async function loggedIn(browser: Browser, origin: string) {
  const context = await browser.newContext()
  await logIn(await context.newPage(), origin, 'employer@demo.corridor.test', PASSWORD)
  const state = await context.storageState()
  await context.close()
  return state
}

async function largestPaint(
  browser: Browser,
  { url, options, shown }: { url: string; options: BrowserContextOptions; shown: string },
): Promise<number> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.goto(url, { waitUntil: 'networkidle' })
  // A slowed page may be idle for a moment before it is drawn.
  await page.locator(shown).first().waitFor()
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
  const at = await page.evaluate(
    () =>
      new Promise<number>(resolve =>
        new PerformanceObserver(list => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  )
  await context.close()
  return at
}

/** Builds the bare page and serves it as ours is served: compressed before, from the loopback. */
async function serveBare(): Promise<{ origin: string; stop(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'corridor-bare-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'bare-page'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })
  compressBuild(outDir)
  const rows = Array.from({ length: 50 }, (_, n) => ({
    id: n,
    name: `Person ${n}`,
    amount: '1.00',
  }))
  const app = fastify()
  await app.register(staticFiles, { root: outDir, preCompressed: true })
  app.get('/rows', async () => rows)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      await app.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
