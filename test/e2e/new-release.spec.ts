/** A page that was open while another version was released: its scripts are gone, and what leads on leads on in the new one. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
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
