/** States of people and contracts that no pay leads to, each by those whom it concerns, wide and on a phone: nothing is wrong on their pages. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

// By names that the compiler does not follow: the gallery's demo is a server, and what stands here is typed for the browser.
const DEMO = '../gallery/demo.ts'
const MOMENTS = '../gallery/people-moments.ts'

type Demo = { readonly url: string; stop(): Promise<void> }
type Look = { readonly email: string; readonly address: string }
type Moment = { readonly name: string; come(demo: Demo): Promise<readonly Look[]> }

const PASSWORD = 'Corridor-demo-2026!'

let demo: Demo
let browser: Browser
const pages = new Map<string, Page>()

test.beforeAll(async () => {
  const { startDemo } = (await import(DEMO)) as { startDemo: () => Promise<Demo> }
  demo = await startDemo()
  browser = await launchBrowser()
})

test.afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

async function pageOf(email: string): Promise<Page> {
  const known = pages.get(email)
  if (known) return known
  const page = await openPage(browser)
  await logIn(page, demo.url, email, PASSWORD)
  pages.set(email, page)
  return page
}

// All of them are one story: as long as several journeys.
test.setTimeout(1_200_000)

test('each state is laid out, and read by everybody, on the pages of whom it concerns', async () => {
  const { PEOPLE_MOMENTS } = (await import(MOMENTS)) as { PEOPLE_MOMENTS: readonly Moment[] }
  expect(PEOPLE_MOMENTS.length).toBeGreaterThan(0)
  for (const { name, come } of PEOPLE_MOMENTS)
    await test.step(name, async () => {
      for (const { email, address } of await come(demo)) await look(email, address, name)
    })
})

async function look(email: string, address: string, state: string): Promise<void> {
  const page = await pageOf(email)
  await page.goto(`${demo.url}${address}`)
  await expect(page.locator('h1').first()).toBeAttached()
  await judge(page, `${state}, ${address}`)
}
