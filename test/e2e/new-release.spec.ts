/**
 * Scripts that do not come: a page that was open while another version was released leads on in the new one, and one whose first script
 * is lost on the way is loaded anew, or says so.
 */
import { readFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

let corridor: Corridor
let browser: Browser

test.beforeAll(async () => {
  corridor = await startCorridor({ story: true })
  browser = await launchBrowser()
})
test.afterAll(async () => {
  await browser?.close()
  await corridor?.stop()
})

/** The home, on which nothing was pointed at yet; counts how often a document is loaded from here on. */
async function openHome(): Promise<{ page: Page; loads: () => number }> {
  const page = await openPage(browser)
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', 'Corridor-demo-2026!')
  // In a document of its own: that of the log-in was idle long ago, and says nothing of what the home still loads.
  await page.goto(`${corridor.origin}/dashboard`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let loaded = 0
  page.on('domcontentloaded', () => {
    loaded += 1
  })
  return { page, loads: () => loaded }
}

/** From now on scripts that this page has not loaded are gone; `until` a document is loaded anew, or for good. */
async function release(page: Page, until: 'loaded anew' | 'for good'): Promise<void> {
  const there: string[] = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  let gone = true
  await page.route('**/employer/team', route => {
    gone = until === 'for good'
    return route.continue()
  })
  await page.route('**/assets/*.js', route =>
    gone && !there.includes(route.request().url())
      ? route.fulfill({ status: 404, body: '{}' })
      : route.continue(),
  )
}

test('a link leads to its page in the version that is served now', async () => {
  const { page, loads } = await openHome()
  await release(page, 'loaded anew')
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  expect(page.url()).toBe(`${corridor.origin}/employer/team`)
  await expect.poll(loads).toBe(1)
  await page.context().close()
})

test('a script that stays away is told, and the page is not loaded again and again', async () => {
  const { page, loads } = await openHome()
  await release(page, 'for good')
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible()
  // What is drawn by scripts may stand before the document is said to be loaded.
  await expect.poll(loads).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(loads()).toBe(1)
  await page.context().close()
})

test('pointing at a link whose script is gone does nothing yet', async () => {
  const { page, loads } = await openHome()
  await release(page, 'for good')
  const asked = page.waitForResponse(answer => answer.status() === 404)
  await page.getByRole('link', { name: 'Team' }).hover()
  await asked
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Wrong/)
  expect(loads()).toBe(0)
  await page.context().close()
})

test('without a network it is said, and nothing is loaded anew by itself', async () => {
  const { page, loads } = await openHome()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Search or jump to/ }).click()
  await expect(page.getByRole('heading', { name: 'There is no network' })).toBeVisible()
  expect(loads()).toBe(0)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: /^Search or jump to/ })).toBeVisible()
  await page.context().close()
})

const ENTRY: string = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))['index.html']
  .file

/** Loses the first script of a page, and has it again when what it answers is called. */
async function loseEntry(page: Page): Promise<() => Promise<void>> {
  await page.route(`**/${ENTRY}`, route => route.abort())
  return () => page.unroute(`**/${ENTRY}`)
}

for (const path of ['/dashboard', '/auth/login?bg=1', '/verify'])
  for (const width of [1280, 390])
    test(`a first script that does not come is had anew, or that is said: ${path}, ${width}`, async () => {
      const page = await openPage(browser, width)
      if (path === '/dashboard')
        await logIn(page, corridor.origin, 'employer@demo.corridor.test', 'Corridor-demo-2026!')
      const again = await loseEntry(page)
      let loads = 0
      page.on('request', request => {
        if (request.isNavigationRequest()) loads += 1
      })
      await page.goto(`${corridor.origin}${path}`)
      const said = page.getByRole('heading', { name: 'This page did not load' })
      await expect(said).toBeVisible()
      await expect.poll(() => loads).toBe(2)
      await judge(page, `${path} that did not load`)
      await again()
      await page.getByRole('button', { name: 'Load it again' }).click()
      await expect(said).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.context().close()
    })

test('a home whose answers take their time is drawn when they come', async () => {
  const late = await lateHomes(3_000)
  for (const width of [1280, 390]) {
    const page = await openPage(browser, width)
    await logIn(page, corridor.origin, 'employer@demo.corridor.test', 'Corridor-demo-2026!')
    // A browser has one set of cookies for all ports of a host.
    await page.goto(`${late.origin}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[inert]')).toHaveCount(0)
    await page.context().close()
  }
  late.close()
})

test('a home whose rest is lost on the way is had anew', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const late = await lateHomes(1_000, begun)
  const page = await openPage(browser, 390)
  await logIn(page, corridor.origin, 'employer@demo.corridor.test', 'Corridor-demo-2026!')
  await page.goto(`${late.origin}/dashboard`, { waitUntil: 'commit' })
  // Of a page that is cut before `first.js` has come a browser runs nothing (decision 0150).
  await page.waitForFunction(() => document.querySelector('script[data-entry] ~ link'))
  begin()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().close()
  late.close()
})

// The router heard of the second address before it was shown, where its scripts came late: the page stayed white.
test('an address that is none leads to the log-in, however late each script comes', async () => {
  const page = await openPage(browser, 390)
  await page.route(/\/assets\/.*\.js$|\/api\//, async route => {
    await sleep(1_000)
    await route.continue()
  })
  await page.goto(`${corridor.origin}/no/such/page`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** The same Corridor at another port, whose homes come in two pieces: up to where the page is drawn, and the rest so much later; that of the first is lost once `lost` is told. */
async function lateHomes(
  after_ms: number,
  lost?: Promise<void>,
): Promise<{ origin: string; close(): void }> {
  let homes = 0
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    const { hostname, port, host } = new URL(corridor.origin)
    const onward = ask(
      { hostname, port, path: url, method, headers: { ...headers, host } },
      async answer => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        if (url !== '/dashboard') return answer.pipe(outgoing)
        const html = Buffer.concat(await answer.toArray()).toString()
        const root = html.indexOf('<div id="root">')
        outgoing.write(html.slice(0, root))
        await sleep(after_ms)
        if (lost && homes++ === 0) {
          await lost
          return outgoing.destroy()
        }
        outgoing.end(html.slice(root))
      },
    )
    incoming.pipe(onward)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => server.close().closeAllConnections() }
}
