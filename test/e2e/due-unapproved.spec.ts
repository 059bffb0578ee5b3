/** Pay whose day has come and that nobody approved: an operator hears of it on every screen that says what leaves today. */
import { type Browser, expect, test } from '@playwright/test'
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

test('what an operator reads at home and on the checklist of pay that is due and not approved', async () => {
  const { subject } = await corridor.mail('employer@demo.corridor.test', /to approve for/)
  const day = new Date(`${subject.split(' to approve for ')[1]} 12:00 UTC`)
  await corridor.moveClock(day.toISOString())
  const page = await openPage(browser)
  await logIn(page, corridor.origin, 'operator@demo.corridor.test', 'Corridor-demo-2026!')
  const title = page.getByRole('heading', { level: 1 })
  // What failed days ago waits for its contractor.
  await expect(title).toHaveText(/^Some pay of \d+ cycles? is due today and cannot leave$/)
  await expect(page.getByText('1 payment needs a hand.')).toBeVisible()
  const count = /pay of (\d+)/.exec(await title.innerText())?.[1]
  await page.goto(`${corridor.origin}/operations/transactions/checklist`)
  await expect(title).toHaveText('Nothing leaves today')
  await expect(page.getByText(`Some pay of ${count} cycle`)).toBeVisible()
  await expect(page.getByText('Nothing is blocked.')).toHaveCount(0)
})
