/** A server that fails: no screen waits for ever for what does not come, or asks for it without end; each says so, and offers to ask again. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { PATHS } from './every-screen.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'
/** What the frame around each page asks for, whoever it is. */
const FRAME = /^\/api\/v1\/(user\/me|app-config)$/
/** More than a page asks for, and less than one that asks again and again does at once. */
const MOST_CALLS = 40

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

for (const role of ['employer', 'partner', 'contractor', 'operator'] as const)
  test(`the screens of ${role}s say that nothing could be loaded`, async () => {
    const page = await openPage(browser)
    const at = role === 'partner' ? 'tideline.test' : 'demo.corridor.test'
    await logIn(page, corridor.origin, `${role}@${at}`, PASSWORD)
    const failed = await failReads(page)
    const wrong: string[] = []
    for (const path of PATHS[role]) {
      failed.length = 0
      await page.goto(corridor.origin + path)
      await expect(page.locator('h1').first(), path).toBeAttached()
      // One that asks again and again is never at rest.
      const idle = page.waitForLoadState('networkidle')
      await Promise.race([idle, expect.poll(() => failed.length).toBeGreaterThan(MOST_CALLS)])
      if (failed.length > MOST_CALLS) wrong.push(`${path} asks without end`)
      // A busy machine is at rest before the page has asked.
      else await expect(page.locator('main .sk'), `${path} waits for ever`).toHaveCount(0)
    }
    expect(wrong).toEqual([])
    await page.context().close()
  })

/** From now on no read but the frame's is answered; answers which were asked for. */
async function failReads(page: Page): Promise<string[]> {
  const failed: string[] = []
  await page.route(/\/api\/v1\//, route => {
    const { pathname } = new URL(route.request().url())
    if (FRAME.test(pathname) || route.request().method() !== 'GET') return route.continue()
    failed.push(pathname)
    return route.fulfill({ status: 500, json: { code: 'INTERNAL', detail: 'It failed.' } })
  })
  return failed
}
