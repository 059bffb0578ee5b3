/** The demo's possible match, answered by two operators; what it holds and lets go is told in src/server/screening/screening.test.ts. */
import { type Browser, expect, test } from '@playwright/test'
import { launchBrowser, openPage } from './browser.ts'
import { type Corridor, startCorridor } from './corridor.ts'
import { judge } from './judge.ts'
import { logIn } from './screens.ts'

const PASSWORD = 'Corridor-demo-2026!'

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

test('a possible match is looked at by two operators until it is answered', async () => {
  const as = async (name: string, width?: number) => {
    const page = await openPage(browser, width)
    await logIn(page, corridor.origin, `${name}@demo.corridor.test`, PASSWORD)
    await page.goto(`${corridor.origin}/operations/screening`)
    return page
  }
  const [noor, samuel] = [await as('operator'), await as('admin', 390)]
  await expect(noor.getByRole('heading', { level: 1 })).toHaveText(
    '1 possible match waits for an answer',
  )
  await expect(noor.getByText('invented-for-the-demo', { exact: true })).toBeVisible()
  const row = noor.getByRole('row', { name: /^Name/ })
  await expect(row).toContainText('Tomás Rivera')
  await expect(row).toContainText('RIVERA CALDUN, Tomas')
  await judge(noor)
  await judge(samuel)

  await noor.getByRole('button', { name: 'Keep the answer' }).click()
  await expect(noor.getByText('Choose an answer.')).toBeVisible()
  await noor.getByRole('radio', { name: /It may be the same/ }).check()
  await noor.getByRole('textbox', { name: /^Why/ }).fill('The name is rare.')
  await noor.getByRole('button', { name: 'Keep the answer' }).click()
  await expect(noor.getByText(/You said on .+ that it is the same/)).toBeVisible()
  await expect(noor.getByRole('radio', { name: /Confirm/ })).toHaveCount(0)

  // Who opens the company that he acts for finds both records there, and answers there.
  await samuel.goto(`${corridor.origin}/operations/employers`)
  await samuel.getByRole('button', { name: /(Review|Open) Tideline Pay/ }).click()
  await expect(samuel.getByText('RIVERA CALDUN, Tomas')).toBeVisible()
  await expect(samuel.getByText('“The name is rare.”')).toBeVisible()
  await judge(samuel)
  await samuel.getByRole('radio', { name: /Not confirmed/ }).check()
  await samuel.getByRole('textbox', { name: /^Why/ }).fill('Born in another year.')
  await samuel.getByRole('button', { name: 'Keep the answer' }).click()
  await samuel.getByRole('radio', { name: /Not the same/ }).check()
  await samuel.getByRole('textbox', { name: /^Why/ }).fill('Born in another year and country.')
  await samuel.getByRole('button', { name: 'Keep the answer' }).click()
  await expect(samuel.getByText('RIVERA CALDUN, Tomas')).toHaveCount(0)
  await samuel.goto(`${corridor.origin}/operations/screening`)
  await expect(samuel.getByRole('heading', { level: 1 })).toHaveText('Nobody waits for an answer')
  await samuel.getByRole('button', { name: 'Answered' }).click()
  await expect(samuel.getByText('“Born in another year and country.”')).toBeVisible()
})
